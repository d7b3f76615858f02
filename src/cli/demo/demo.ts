import type { INestApplicationContext } from '@nestjs/common';
import { PasswordHashes } from '../../auth/passwords/password-hashes.service.js';
import '../../app.module.js';
import { BusinessClock } from '../../context/business-clock.js';
import { loadConfig } from '../../config/config.js';
import { runCall } from '../../context/call-context.js';
import { Db } from '../../database/db.js';
import { isDemo, markAsDemo } from '../../database/schema/demo-mark.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { Migrator } from '../../database/schema/migrator.js';
import { tableOf } from '../../database/schema/table.js';
import { Tables } from '../../database/schema/tables.module.js';
import { CheckinsStore } from '../../modules/checkins/checkins.store.js';
import { RolesRecordSet } from '../../modules/roles/roles.record-set.js';
import sql, { raw } from 'sql-template-tag';
import { CommandFailed, withCommandTimeout, withDatabase, withService, type Cli } from '../service.js';
import { fillActivities, fillEventTypes } from './activities.js';
import { fillAgents } from './agents.js';
import { Calendar } from './calendar.js';
import { fillContacts } from './contacts.js';
import { fillDocuments } from './documents.js';
import { Filling } from './filling.js';
import { fillHistory, fillRoles } from './history.js';
import { demoKey, demoPassword, fillUsers } from './people.js';
import { fillPlaces } from './places.js';
import { fillPolicies } from './policies.js';
import { fillProjects } from './projects.js';
import { fillSecurities } from './securities.js';
import { fillSlots } from './slots.js';
import { fillSmartsheets } from './smartsheets.js';
import { fillSurveys, openInvitation } from './surveys.js';
import { fillVisits } from './visits.js';

interface DemoOptions {
  seed: number;
  contacts: number;
}

const operation = 'agency demo';
const defaults = { DATABASE_URL: 'sqlite:data/demo.sqlite' };
/** The tables that the service fills when it starts. */
const ownTables = ['roles', 'permissions', 'role_permissions'];

/** Fills the database of DATABASE_URL with demo data. The same seed at the same CLOCK gives the same data. */
export async function fillDemo(cli: Cli, options: DemoOptions): Promise<void> {
  const config = loadConfig(cli.variables, defaults);
  await withDatabase(config, operation, prepare);
  const settings = withCommandTimeout({ ...config, migrateOnStart: false });
  const written = await withService(cli, operation, (service) => fill(service, cli, options), settings);
  cli.terminal.say(`Filled the demo database: ${written} records.

Users, all with the password "${demoPassword}":
  admin@demo.test    Administrator
  agent@demo.test    Agent; its API key: ${demoKey}
  upline@demo.test   Agent, the upline of agent@demo.test
  other@demo.test    Agent of another branch
  worker@demo.test   Worker

A survey invitation of agent@demo.test that waits for its answers: ${openInvitation}`);
}

/** Makes an empty database, or one that holds nothing but a demo, anew. */
async function prepare(service: INestApplicationContext): Promise<void> {
  const migrator = service.get(Migrator);
  const db = service.get(Db);
  const tables = await migrator.tables();
  const foreign = tables.filter((table) => !migrator.knows(table));
  const reusable =
    foreign.length === 0 && (!tables.includes('service_meta') || (await isDemo(db)) || !(await holdsRecords(db)));
  if (!reusable) {
    const what = foreign.length > 0 ? `other tables (${foreign.join(', ')})` : 'records that are no demo';
    throw new CommandFailed(`The database of DATABASE_URL holds ${what}: it is left alone.`);
  }
  await migrator.startAnew();
}

async function holdsRecords(db: Db): Promise<boolean> {
  for (const { name, audited } of Tables.all().map(tableOf)) {
    if (!audited || ownTables.includes(name)) continue;
    if (await db.one(sql`SELECT 1 AS One FROM ${raw(name)} LIMIT 1`)) return true;
  }
  return false;
}

/** All or nothing: a demo that was interrupted leaves an empty database. */
async function fill(
  service: INestApplicationContext,
  { terminal }: Cli,
  { seed, contacts }: DemoOptions,
): Promise<number> {
  const db = service.get(Db);
  const progress = terminal.progress('demo', contacts * 4 + 1000);
  try {
    // The request id is part of the audit: the same seed, the same audit.
    const call = { userId: null, operation, requestId: `demo-${seed}` };
    return await runCall(call, () =>
      db.tx(async () => {
        const calendar = new Calendar(service.get(BusinessClock).now());
        const filling = new Filling(db, service.get(FieldCipher), seed, calendar, contacts, (written) =>
          progress.at(written),
        );
        db.audited({ Record: 'demo', Id: String(seed), Action: 'Fill' });
        await fillAll(filling, service);
        await markAsDemo(db);
        return filling.written;
      }),
    );
  } finally {
    progress.end();
  }
}

/** Every table, those that are referred to first. */
async function fillAll(filling: Filling, service: INestApplicationContext): Promise<void> {
  const users = await fillUsers(filling, service.get(PasswordHashes));
  const places = await fillPlaces(filling);
  const agents = await fillAgents(filling, users, places);
  await fillEventTypes(filling);
  await fillContacts(filling, agents, places);
  await fillActivities(filling, agents);
  await fillSlots(filling, places, agents, users);
  await fillPolicies(filling);
  await fillSecurities(filling, agents);
  await fillSmartsheets(filling, agents, users);
  await fillSurveys(filling, agents);
  await fillProjects(filling, users);
  await fillVisits(filling, users, service.get(CheckinsStore));
  await fillDocuments(filling, agents);
  await fillRoles(filling, service.get(RolesRecordSet));
  await fillHistory(filling, users);
}
