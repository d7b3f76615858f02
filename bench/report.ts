import { columns, titles, type Column } from './servers.js';

/** The results of one work, such as a list or an export. rounds: a value for each round, by server. */
export interface Result {
  work: string;
  unit: string;
  rounds: Partial<Record<Column, number[]>>;
  /** The 99th percentile in milliseconds, if it was measured. */
  p99?: Partial<Record<Column, number[]>>;
  /** Whether lower values are better. */
  isCost?: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** The median as text, with the lowest and the highest value if there are several rounds. */
function spread(values: number[] | undefined): string {
  if (!values || values.length === 0) return '';
  const text = figure(median(values));
  if (values.length === 1) return text;
  return `${text} (${figure(Math.min(...values))}–${figure(Math.max(...values))})`;
}

/** The service's speed divided by another server's. */
function ratio({ rounds, isCost }: Result, column: Column): number | undefined {
  const [own, other] = [rounds.service, rounds[column]];
  if (!own || !other || column === 'service') return undefined;
  return isCost ? median(other) / median(own) : median(own) / median(other);
}

/** The servers to which the table compares the service. */
const compared = ['session', 'usual', 'usualSession'] as const;

export function markdown(title: string, results: readonly Result[]): string {
  const lines = results.map((result) => {
    const cells = columns.map((column) => spread(result.rounds[column]));
    const ratios = compared.map((column) => ratio(result, column)?.toFixed(2) ?? '');
    const p99 = result.p99?.service ? figure(median(result.p99.service)) : '';
    return `| ${result.work} | ${result.unit} | ${[...cells, p99, ...ratios].join(' | ')} |`;
  });
  const names = columns.map((column) => titles[column]).join(' | ');
  return [
    `## ${title}`,
    '',
    `| work | unit | ${names} | service p99, ms | service ÷ hand + session | ÷ usual | ÷ usual + session |`,
    `|${'---|'.repeat(columns.length + compared.length + 3)}`,
    ...lines,
    '',
  ].join('\n');
}

const colours: Record<Column, string> = {
  hand: '#9aa5b1',
  session: '#5b7083',
  usual: '#d9a441',
  usualSession: '#a8741f',
  service: '#2a7de1',
};
const [barHeight, barWidth, left] = [14, 600, 250];

/** A chart with a bar for each server and work: its median relative to the best server of that work. */
export function chart(title: string, results: readonly Result[]): string {
  const shown = results.filter(({ rounds }) => columns.filter((column) => rounds[column]).length > 1);
  let y = 56;
  const parts: string[] = [];
  for (const { work, unit, rounds, isCost } of shown) {
    parts.push(text(left - 10, y + barHeight, `${work}, ${unit}`, 'end'));
    const medians = columns.flatMap((column) => (rounds[column] ? [{ column, value: median(rounds[column]) }] : []));
    const best = Math.max(...medians.map(({ value }) => (isCost ? 1 / value : value)));
    for (const { column, value } of medians) {
      const width = ((isCost ? 1 / value : value) / best) * barWidth;
      parts.push(
        `<rect x="${left}" y="${y}" width="${width.toFixed(1)}" height="${barHeight}" fill="${colours[column]}"/>`,
      );
      parts.push(text(left + width + 6, y + barHeight - 3, figure(value)));
      y += barHeight + 2;
    }
    y += 12;
  }
  const legend = columns.map((column, index) => {
    const x = 20 + index * 185;
    const box = `<rect x="${x}" y="30" width="10" height="10" fill="${colours[column]}"/>`;
    return box + text(x + 15, 39, titles[column]);
  });
  const width = left + barWidth + 90;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}"
  font-family="sans-serif" font-size="11">
<rect width="${width}" height="${y}" fill="#fff"/>
${text(20, 18, `${title}: longer is faster`)}
${[...legend, ...parts].join('\n')}
</svg>
`;
}

function text(x: number, y: number, words: string, anchor = 'start'): string {
  const plain = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${plain}</text>`;
}
