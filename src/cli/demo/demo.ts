import type { INestApplicationContext } from '@nestjs/common';
import { PasswordHashes } from '../../auth/passwords/password-hashes.service.js';
import '../../app.module.js';
import { BusinessClock } from '../../context/business-clock.js';
import { loadConfig } from '../../config/config.js';
import { runCall } from '../../context/call-context.js';
import { adapterOf } from '../../database/adapter-of.js';
import { Db } from '../../database/db.js';
import { isDemo, markAsDemo } from '../../database/schema/demo-mark.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { Migrator } from '../../database/schema/migrator.js';
import { tableOf } from '../../database/schema/table.js';
import { Tables } from '../../database/schema/tables.module.js';
import { CheckinsStore } from '../../modules/checkins/checkins.store.js';
import { ContactIndex } from '../../modules/contacts/search/contact-index.service.js';
import { RolesRecordSet } from '../../modules/roles/roles.record-set.js';
import sql, { raw } from 'sql-template-tag';
import { CommandFailed, withCommandTimeout, withDatabase, withNewService, type Cli } from '../service.js';
import { Calendar } from './calendar.js';
import { fillFromExamples } from './examples.js';
import { Filling } from './filling.js';
import { fillDocuments } from './paperwork/documents.js';
import { fillHistory, fillRoles } from './paperwork/history.js';
import { openInvitation } from './paperwork/invitations.js';
import { fillPolicies } from './paperwork/policies.js';
import { fillSurveys } from './paperwork/surveys.js';
import { fillAgents } from './people/agents.js';
import { fillContacts } from './people/contacts.js';
import { demoPassword } from '../../auth/auth.records.js';
import { demoKey, fillUsers } from './people/users.js';
import { fillDesks, fillOffices } from './places/offices.js';
import { fillPlaces } from './places/places.js';
import { fillVisits } from './places/visits.js';
import { fillActivities, fillEventTypes } from './work/activities.js';
import { Plan } from './work/plan.js';
import { fillProjects } from './work/projects.js';
import { fillContactTransfers } from './work/handovers.js';
import { fillSecurities } from './work/securities.js';
import { fillSlots } from './work/slots.js';
import { fillSmartsheets } from './work/smartsheets.js';

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
  if (await adapterOf(config).isInUse())
    throw new CommandFailed('The database of DATABASE_URL is in use, and nothing was changed: stop the service first.');
  await withDatabase(config, operation, prepare);
  const settings = withCommandTimeout({ ...config, migrateOnStart: false });
  const written = await withNewService(cli, operation, (service) => fill(service, cli, options), settings);
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
  const planners = ['agent', 'upline', 'agent', 'admin'].map((name) => users.byName.get(`${name}@demo.test`) ?? null);
  const plan = new Plan(filling, planners);
  const places = await fillPlaces(filling);
  const offices = await fillOffices(filling);
  await fillAgents(filling, users, places, offices);
  await fillDesks(filling, offices);
  await fillEventTypes(filling);
  await fillContacts(filling, places, plan, service.get(ContactIndex));
  await fillActivities(filling);
  await fillSlots(filling, places, users);
  await fillPolicies(filling);
  await fillSecurities(filling);
  await fillSmartsheets(filling, users);
  await fillSurveys(filling);
  await fillProjects(filling, plan);
  await fillVisits(filling, users, offices, service.get(CheckinsStore));
  await fillDocuments(filling);
  await fillRoles(filling, service.get(RolesRecordSet));
  await fillHistory(filling, users, plan);
  // Last, so that the chances of everything before it stay what they were.
  await fillContactTransfers(filling, users);
  await fillFromExamples(filling);
}
