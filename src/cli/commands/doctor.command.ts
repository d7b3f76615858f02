import type { Command } from 'commander';
import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Config, ConfigError, loadConfig } from '../../config/config.js';
import { misspelt } from '../../config/misspelt.js';
import { nameOfDatabase } from '../../config/settings/database-url.js';
import { readSecrets, secretsFile } from '../../config/kept-secrets.js';
import { fail, ok, warn, type Finding } from '../../database/driver/finding.js';
import { loadExtras, type Extra } from '../../extras.js';
import { escaped } from '../../record/values/invisible.js';
import { CommandFailed, withCommandTimeout, withUnchangedService, type Cli } from '../service.js';

export function addDoctorCommand(program: Command, cli: Cli): void {
  const { terminal } = cli;
  program
    .command('doctor')
    .description('checks settings, files and database, and says what to correct; changes nothing')
    .addHelpText(
      'after',
      `
One line for each check: ok, warn or fail. Exit code 1 if a check fails.

Example:
  $ agency doctor`,
    )
    .action(async () => {
      const findings = await examine(cli);
      for (const { level, what, todo } of findings) {
        await terminal.write(`${level.padEnd(4)}  ${escaped(what)}\n`);
        if (todo !== undefined) await terminal.write(`      → ${escaped(todo)}\n`);
      }
      const failed = findings.filter(({ level }) => level === 'fail').length;
      if (failed > 0) throw new CommandFailed(failed === 1 ? 'One check failed.' : `${failed} checks failed.`);
    });
}

async function examine(cli: Cli): Promise<Finding[]> {
  let config: Config;
  const withoutSecrets: string[] = [];
  try {
    config = loadConfig(cli.variables, {}, (file) => {
      const kept = readSecrets(secretsFile(file));
      if (!kept) withoutSecrets.push(file);
      return kept ?? { JWT_SECRET: '', FIELD_KEY: '' };
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => fail(problem, 'See the settings in docs/operations.md.'));
  }
  const findings = [
    ok('The settings are valid.'),
    ok(`DATABASE_URL names ${nameOfDatabase(config.database)}.`),
    ...misspelt(cli.variables).map((problem) => warn(problem, 'Correct the name, or remove the variable.')),
    ...advice(config),
    ...(await ofExtras(({ checkSettings }) => checkSettings?.(config))),
  ];
  const { database } = config;
  if (database.kind === 'sqlite') {
    if (!existsSync(database.file))
      return [
        ...findings,
        fail(`There is no database ${database.file}.`, 'Run `agency migrate`, or restore a backup.'),
      ];
    if (!statSync(database.file).isFile())
      return [...findings, fail(`${database.file} is a folder, not a file.`, 'Correct DATABASE_URL.')];
    findings.push(...files(database.file));
    findings.push(...withoutSecrets.map(noSecrets));
  }
  // Load the whole service only here, so that the help and the errors above are printed without delay.
  const { AppModule } = await import('../../app.module.js');
  const { schemaOf } = await import('../../database/start/schema-of.js');
  const { inspect } = await import('../../database/inspection/inspection.js');
  const { inspectDemo } = await import('../../demo/demo-mark.js');
  const { inspectJobs } = await import('../../jobs/jobs.service.js');
  const { contactsBehind } = await import('../../modules/contacts/search/contact-index.service.js');
  const { inspectPhones } = await import('../../modules/contacts/phone-inspection.js');
  findings.push(
    ...(await inspect(withCommandTimeout(config), await schemaOf(AppModule.forRoot(config)), async (db) => [
      await inspectDemo(db, config),
      ...(await inspectJobs(db)),
      ...(await inspectPhones(db, config)),
      search(await contactsBehind(db)),
      ...(await ofExtras(({ inspect }) => inspect(db, config))),
    ])),
  );
  return [...findings, ...(await storedFiles(config, findings))];
}

/**
 * Checks whether the file store has the contents of all files. Checks nothing if `before`, the earlier findings, has a
 * failure.
 */
async function storedFiles(config: Config, before: readonly Finding[]): Promise<Finding[]> {
  if (before.some(({ level }) => level === 'fail'))
    return [warn('The store of files was not checked.', 'Correct the failures above, then run this command again.')];
  const { inspectFiles } = await import('../../modules/files/file-inspection.js');
  return withUnchangedService(config, inspectFiles);
}

async function ofExtras(check: (extra: Extra) => Promise<Finding[]> | undefined): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const extra of await loadExtras()) findings.push(...((await check(extra)) ?? []));
  return findings;
}

function search(behind: number): Finding {
  return behind === 0
    ? ok('The search index is up to date.')
    : warn(`The search index lacks ${behind} contacts or more.`, 'Run `agency reindex`.');
}

function advice({ production, trustProxy, host, metricsToken }: Config): Finding[] {
  if (!production) return [warn('NODE_ENV is not production.', 'Set NODE_ENV=production on a public service.')];
  const findings: Finding[] = [];
  if (metricsToken === undefined)
    findings.push(warn('METRICS_TOKEN is not set, so /metrics responds with 403.', 'Set it here and in Prometheus.'));
  if (trustProxy === 0 && /^(127\.|::1$|localhost$)/.test(host))
    findings.push(
      warn(
        'TRUST_PROXY is 0 on a loopback address: behind a proxy, all clients would share its address and one throttle.',
        'Set TRUST_PROXY to the number of proxies in front of the service.',
      ),
    );
  return findings;
}

function files(database: string): Finding[] {
  const { size } = statSync(database);
  const { bavail, bsize } = statfsSync(dirname(database));
  const free = bavail * bsize;
  const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);
  return [
    ...[database, secretsFile(database)].filter((file) => existsSync(file)).map(mode),
    free > size
      ? ok(`The disk has ${megabytes(free)} MB left for a database of ${megabytes(size)} MB.`)
      : warn(`The disk has ${megabytes(free)} MB left for a database of ${megabytes(size)} MB.`, 'Free some space.'),
  ];
}

function mode(file: string): Finding {
  const found = statSync(file).mode & 0o777;
  if ((found & 0o077) === 0) return ok(`${file} is accessible to its owner only.`);
  const what = `Other users may read or write ${file} (mode ${found.toString(8)}).`;
  const todo = `chmod 600 ${file}`;
  return file.endsWith('.secrets.json') ? fail(what, todo) : warn(what, todo);
}

function noSecrets(database: string): Finding {
  return fail(
    `There are no secrets: neither ${secretsFile(database)} nor FIELD_KEY and JWT_SECRET.`,
    'Restore the file from the backup. Without FIELD_KEY encrypted fields are lost, and the service does not start.',
  );
}
