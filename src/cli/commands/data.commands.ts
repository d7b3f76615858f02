import { Argument, Option, type Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { nearest } from '../../record/lists/nearest.js';
import { ExporterService } from '../../sets/exporter.service.js';
import { columnMapOf, shippedMap, shippedMaps } from '../../sets/column-map.js';
import {
  importModes,
  mostNamed,
  shownLines,
  type FirstRecord,
  type ImportMode,
  type RowProblem,
} from '../../sets/import-options.js';
import { ImporterService } from '../../sets/importer.service.js';
import { isImported, encryptedFields, type FileFormat } from '../../sets/record-set.js';
import { RecordSetsService } from '../../sets/record-sets.service.js';
import { importedSetNames, setNames, type SetName } from '../../sets/set-names.js';
import { CommandFailed, UsageError, withService, type Cli } from '../service.js';
import { openSource } from '../../sets/source.js';

const formats: readonly FileFormat[] = ['csv', 'ndjson'];
const formatsByEnding = new Map<string, FileFormat>([
  ['.csv', 'csv'],
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
]);
const formatOption = (description: string): Option => new Option('--format <format>', description).choices(formats);

interface ImportFlags {
  format?: FileFormat;
  mode: ImportMode;
  map?: string;
  dryRun?: boolean;
}

export function addDataCommands(program: Command, cli: Cli): void {
  const { terminal } = cli;

  program
    .command('export')
    .addArgument(setArgument(setNames))
    .description('writes a record set to stdout, in the order of its keys')
    .addOption(formatOption('CSV with a header, or one JSON object a line').default('csv'))
    .option('--with-ssn', 'includes social security numbers in clear text')
    .addHelpText(
      'after',
      `
Secrets are never exported. The command prints on stderr which data the export leaves out.

Examples:
  $ agency export event-types
  $ agency export contacts --format ndjson | gzip > contacts.ndjson.gz`,
    )
    .action(async (name: SetName, { format, withSsn = false }: { format: FileFormat; withSsn?: boolean }) => {
      await withService(cli, `agency export ${name}`, async (service) => {
        const set = service.get(RecordSetsService).named(name)!;
        for await (const chunk of service.get(ExporterService).text(set, { format, withSsn }))
          await terminal.write(chunk);
        const left = withSsn ? [] : encryptedFields(set).map((field) => field.name);
        if (left.length > 0)
          terminal.say(`Not exported: ${left.join(', ')}. Add --with-ssn to export it as clear text.`);
        if (set.leftBehind !== undefined) terminal.say(set.leftBehind);
      });
    });

  program
    .command('import')
    .addArgument(setArgument(importedSetNames))
    .argument('<file>', 'path of the file, or - for stdin')
    .description('adds and updates records by their key: the whole file, or nothing if a record is invalid')
    .addOption(formatOption('CSV with a header, or one JSON object a line; default: by the ending of the file'))
    .addOption(
      new Option('--mode <mode>', 'insert refuses keys that exist; update refuses keys that do not exist')
        .choices(importModes)
        .default('upsert'),
    )
    .option('--map <map>', `fields of the columns of another program: ${shippedMaps.join(', ')}, or a JSON file`)
    .option('--dry-run', 'checks everything, shows the first three records and changes nothing')
    .addHelpText(
      'after',
      `
The columns are those of an export. In a set whose keys the service assigns, a row without a key is added as a new
record; other sets require a key. A missing column leaves existing records unchanged and uses the default in new ones.
Errors name the line and the field.

--map reads contacts that Google or Outlook exported, or maps the columns of any CSV file: {"First Name": "FirstName",
"Mobile": "Phone", "Home": "Phone", "Labels": null, "*": null}. Of several columns for a field, the first one with a
value counts. null leaves a column out, and "*" stands for the columns that the map does not name.

Examples:
  $ agency import contacts contacts.csv --dry-run
  $ agency import contacts google.csv --map google --dry-run
  $ agency export contacts | DATABASE_URL=sqlite:copy.sqlite agency import contacts -`,
    )
    .action(async (name: SetName, file: string, { format, mode, map, dryRun = false }: ImportFlags) => {
      const chosen = format ?? formatOf(file);
      if (map !== undefined && chosen !== 'csv') throw new UsageError('--map is for CSV files.');
      const columns = map === undefined ? undefined : (shippedMap(map) ?? columnMapOf(await readFile(map, 'utf8')));
      await withService(cli, `agency import ${name}`, async (service) => {
        const set = service.get(RecordSetsService).named(name)!;
        if (!isImported(set)) throw new CommandFailed(`The set ${name} can only be exported.`);
        const source = await openSource(file, terminal.stdin);
        try {
          const { records, problems, inserted, updated, erased, given, outdated, leftOut, first } = await service
            .get(ImporterService)
            .run(set, source, {
              format: chosen,
              mode,
              map: columns,
              dryRun,
              progress: terminal.steps(),
              alone: true,
              onProblem: (problem) => terminal.problem(textOf(problem)),
            });
          if (problems > mostNamed) terminal.problem(`… and ${problems - mostNamed} more records.`);
          if (problems > 0)
            throw new CommandFailed(`${problems} of ${records} records are not valid: nothing was imported.`);
          if (leftOut.length > 0) terminal.say(`Left out: ${leftOut.join(', ')}.`);
          for (const { line, from, to } of given.slice(0, mostNamed))
            terminal.say(`line ${line}: contact ${from} was merged into contact ${to}, which gets the changes.`);
          if (given.length > mostNamed) terminal.say(`… and ${given.length - mostNamed} more of merged contacts.`);
          if (outdated.length > 0)
            terminal.say(`Replaces changes that were made since the export (see Version): ${shownLines(outdated)}.`);
          for (const record of first) terminal.say(shownRecord(record));
          const unchanged = records - inserted - updated - erased;
          const counts =
            `${inserted} added, ${updated} changed, ${unchanged} unchanged` +
            (erased > 0 ? `, ${erased} left out, because they are about erased persons` : '');
          terminal.say(
            dryRun
              ? `${records} records are valid (${counts}); nothing was written.`
              : `Imported ${records} records: ${counts}.`,
          );
        } finally {
          await source.close();
        }
      });
    });
}

function shownRecord({ line, fields }: FirstRecord): string {
  return `line ${line}: ${fields.map(({ name, json }) => `${name} ${json}`).join(', ')}`;
}

function textOf({ line, errors }: RowProblem): string {
  return `line ${line}: ${errors.map(({ Message }) => Message).join(' ')}`;
}

function formatOf(file: string): FileFormat {
  if (file === '-') return 'csv';
  const ending = extname(file).toLowerCase();
  if (['.xlsx', '.xls', '.ods'].includes(ending))
    throw new CommandFailed(`${file} is a workbook: save it as "CSV UTF-8 (comma delimited)" first.`);
  if (ending === '.gz') throw new CommandFailed(`${file} is compressed: unpack it first, as gunzip does.`);
  const format = formatsByEnding.get(ending);
  if (!format) throw new UsageError(`The format of ${file} is unknown: add --format csv or --format ndjson.`);
  return format;
}

function setArgument(names: readonly SetName[]): Argument {
  const read = (name: string): string => {
    if ((names as readonly string[]).includes(name)) return name;
    if ((setNames as readonly string[]).includes(name)) throw new UsageError(`The set ${name} can only be exported.`);
    throw new UsageError(`There is no set ${name}. Did you mean ${nearest(name, names)}? --help lists all sets.`);
  };
  return new Argument('<set>', 'the records').choices(names).argParser(read);
}
