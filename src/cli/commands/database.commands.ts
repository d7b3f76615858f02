import { InvalidArgumentError, type Command } from 'commander';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../config/config.js';
import { Db } from '../../database/db.js';
import { Migrator } from '../../database/start/migrator.js';
import { contactsBehind } from '../../modules/contacts/search/contact-index.service.js';
import { OpenApi } from '../../http/openapi/openapi.js';
import { tellDatabase, withDatabase, withNewService, type Cli } from '../service.js';

export function addDatabaseCommands(program: Command, cli: Cli): void {
  program
    .command('migrate')
    .description('brings the schema of the database up to date')
    .addHelpText(
      'after',
      `
A service on SQLite migrates when it starts, unless MIGRATE_ON_START is false. On MySQL, run this command as the owner
of the database, and grant the rights on the tables again afterwards.

Example:
  $ DATABASE_URL=<of the owner> agency migrate`,
    )
    .action(async () => {
      const config = loadConfig(cli.variables);
      tellDatabase(cli, config);
      await withDatabase(cli, config, 'agency migrate', async (service) => {
        const migrator = service.get(Migrator);
        for (const name of await migrator.run()) cli.terminal.say(`Ran ${name}.`);
        for (const sentence of await migrator.mend()) cli.terminal.say(sentence);
        const db = service.get(Db);
        if ((await contactsBehind(db)) > 0)
          cli.terminal.say(
            'The search index lacks some contacts: run `agency reindex`. The service may run meanwhile.',
          );
      });
      cli.terminal.say('The database is up to date.');
    });

  program
    .command('demo')
    .description('fills a new demo database (default: sqlite:data/demo.sqlite)')
    .option('--seed <number>', 'seed of the data; the same seed and CLOCK give the same data', whole, 1)
    .option('--contacts <number>', 'number of contacts', manyContacts, 400)
    .addHelpText(
      'after',
      `
The command replaces a demo database, and refuses any other database that has data. The dates in the demo are near
today, or near CLOCK if it is set.

Examples:
  $ agency demo
  $ agency demo --seed 7 --contacts 100000`,
    )
    .action(async (options: { seed: number; contacts: number }) => {
      const { fillDemo } = await import('../demo/demo.js');
      await fillDemo(cli, options);
    });

  program
    .command('openapi')
    .description('writes the OpenAPI document to stdout; needs no database')
    .addHelpText('after', '\nExample:\n  $ agency openapi > openapi.json')
    .action(async () => {
      await cli.terminal.write(`${JSON.stringify(await openApi(cli))}\n`);
    });
}

/** The OpenAPI document for the default settings, whatever the environment contains. */
async function openApi(cli: Cli): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'agency-openapi-'));
  try {
    const config = loadConfig({ DATABASE_URL: `sqlite:${join(folder, 'empty.sqlite')}` });
    return await withNewService(cli, 'agency openapi', async (service) => service.get(OpenApi).document(), config);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('The value must be a whole number.');
  return Number(text);
}

/** The smallest number of demo contacts: with fewer, some endpoints would return no data. */
const fewestContacts = 60;
/** A contact has up to four activities, whose keys are of 32 bits. */
const mostContacts = 500_000_000;

function manyContacts(text: string): number {
  const count = whole(text);
  if (count < fewestContacts || count > mostContacts)
    throw new InvalidArgumentError(`It must be ${fewestContacts} to ${mostContacts}.`);
  return count;
}
