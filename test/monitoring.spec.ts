import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { startApp } from './support/app/app.js';

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  for?: string;
  labels?: { severity: string };
  annotations?: { summary: string; runbook: string };
}
interface Panel {
  id: number;
  title: string;
  datasource?: object;
  targets?: { expr: string; datasource: object }[];
}

const folder = join(__dirname, '..', 'deploy');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
const { groups } = parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap(({ rules }) => rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const { panels } = JSON.parse(read('grafana.json')) as { panels: Panel[] };
const targets = panels.flatMap(({ targets = [] }) => targets);

/** Metrics of Prometheus and of other exporters, and of extras, which a build without them lacks. */
const elsewhere = [
  'audit_rows_without_seal',
  ...['up', 'probe_success', 'probe_ssl_earliest_cert_expiry'],
  ...['node_filesystem_avail_bytes', 'node_filesystem_size_bytes', 'node_time_seconds'],
];
const keywords = ['and', 'unless', 'by'];

/** The metrics of a PromQL expression: its names outside of labels, ranges and groupings, without functions. */
function metricsOf(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '').replaceAll(/\{[^}]*\}|\bby \([^)]*\)/g, ' ');
  const names = bare.match(/(?<![\w.:])[a-z_][\w:]*\b(?!\s*\()/g) ?? [];
  return names.filter((name) => !keywords.includes(name));
}

/** The names of all series that the service answers at /metrics. */
async function exposed(): Promise<string[]> {
  const app = await startApp();
  const { text } = await app.http.get('/metrics').expect(200);
  await app.close();
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
  );
}

it('deploy/alerts.yml and deploy/grafana.json name metrics that exist', async () => {
  const known = [...(await exposed()), ...elsewhere, ...rules.flatMap(({ record }) => record ?? [])];
  const used = new Set([...rules, ...targets].flatMap(({ expr }) => metricsOf(expr)));
  expect(used.size).toBeGreaterThan(30);
  expect([...used].filter((name) => !known.includes(name))).toEqual([]);
});

describe('deploy/alerts.yml', () => {
  it('deploy/alerts.yml gives each alert a time, a severity, a summary and its section of docs/runbook.md', () => {
    const sections = [...readFileSync(join(folder, '../docs/runbook.md'), 'utf8').matchAll(/^## (.*)$/gm)];
    expect(sections.map(([, title]) => title).slice(1)).toEqual(alerts.map(({ alert }) => alert));
    for (const { alert, ...rule } of alerts)
      expect(rule).toMatchObject({
        for: expect.stringMatching(/^\d+[mh]$/),
        labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
        annotations: { summary: expect.any(String), runbook: `docs/runbook.md#${alert!.toLowerCase()}` },
      });
  });

  it('deploy/alerts.test.yml tests each alert', () => {
    const { tests } = parse(read('alerts.test.yml')) as { tests: { name: string }[] };
    expect(tests.map(({ name }) => name)).toEqual(alerts.map(({ alert }) => alert));
  });
});

const promtool = process.env.TEST_PROMTOOL ?? '/usr/bin/promtool';

(existsSync(promtool) ? describe : describe.skip)('promtool (at TEST_PROMTOOL or /usr/bin/promtool)', () => {
  const run = (...args: string[]) => promisify(execFile)(promtool, args, { cwd: folder });

  it('promtool accepts deploy/alerts.yml', async () => {
    expect((await run('check', 'rules', 'alerts.yml')).stdout).toContain(`SUCCESS: ${rules.length} rules found`);
  });

  it('promtool sees each alert fire and end', async () => {
    expect((await run('test', 'rules', 'alerts.test.yml')).stdout).toContain('SUCCESS');
  });
});

describe('deploy/grafana.json', () => {
  it('every panel of deploy/grafana.json reads from the chosen data source', () => {
    const chosen = { type: 'prometheus', uid: '${datasource}' };
    for (const panel of panels.filter(({ targets }) => targets !== undefined))
      expect([panel.title, panel.datasource]).toEqual([panel.title, chosen]);
    for (const { datasource } of targets) expect(datasource).toEqual(chosen);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
