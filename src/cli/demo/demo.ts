import type { INestApplicationContext } from '@nestjs/common';
import { demoPassword } from '../../demo/demo-password.js';
import { PasswordHashesService } from '../../auth/passwords/password-hashes.service.js';
import { BusinessClock } from '../../context/business-clock.js';
import { Config, ConfigError, loadConfig } from '../../config/config.js';
import { runCall } from '../../context/call-context.js';
import { adapterOf } from '../../database/start/adapter-of.js';
import { DatabaseUpkeep } from '../../database/database-upkeep.js';
import { Db } from '../../database/db.js';
import { isDemo, markAsDemo } from '../../demo/demo-mark.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { Migrator } from '../../database/start/migrator.js';
import { Schema } from '../../database/schema/schema.js';
import { tableOf } from '../../database/schema/table.js';
import { Activity } from '../../modules/activity/activity.entity.js';
import { CheckinsStore } from '../../modules/checkins/checkins.store.js';
import { Contact } from '../../modules/contacts/contact.entity.js';
import { ContactIndexService } from '../../modules/contacts/search/contact-index.service.js';
import { FileStore } from '../../modules/files/store/file-store.js';
import { missingFolder } from '../../modules/files/store/store-of.js';
import { WebhookSecretsService } from '../../modules/webhooks/webhook-secrets.service.js';
import { RolesRecordSet } from '../../modules/roles/roles.record-set.js';
import { raw } from 'sql-template-tag';
import { CommandFailed, tellDatabase, withCommandTimeout, withDatabase, withNewService, type Cli } from '../service.js';
import { fillFurtherAgents } from './agents.js';
import { fillArrivals } from './arrivals.js';
import { fillFormerBookings, fillHold } from './bookings.js';
import { fillFromExamples } from './examples.js';
import { fillAppointments } from './contacts/appointments.js';
import { fillMessages } from './contacts/messages.js';
import { fillContacts, fillMerges, fillProjectEnds } from './contacts/contacts.js';
import { DemoFiles } from './paperwork/files.js';
import { Registry } from '../../http/endpoint/registry.js';
import type { Class } from '../../record/field-types.js';
import { Filling, sourceOf, type Parts } from './filling.js';
import { fillImports } from './imports.js';
import { fillLineImages, officesOf } from './places.js';
import {
  fillChanges,
  fillDocuments,
  fillFrontDesk,
  fillHistory,
  fillImages,
  fillVisitDocuments,
} from './paperwork/paperwork.js';
import { importRecords, setsAfterContacts, setsBeforeContacts } from './records.js';
import { fillLedgers } from './securities.js';
import { openInvitation, Surveys } from './contacts/surveys.js';
import { fillContactTransfers, fillSmartsheets } from './transfers.js';
import { demoKey, demoKioskKey, fillKiosk, fillUsers } from './users.js';
import { fillVisits } from './visits.js';
import { fillWebhooks } from './webhooks.js';

interface DemoOptions {
  seed: number;
  contacts: number;
}

const operation = 'agency demo';
const defaults = { DATABASE_URL: 'sqlite:data/demo.sqlite' };
/** Tables that the service fills when it starts. */
const ownTables = ['roles', 'permissions', 'role_permissions'];

/** Fills the database of DATABASE_URL with demo data. The same seed at the same CLOCK gives the same data. */
export async function fillDemo(cli: Cli, options: DemoOptions): Promise<void> {
  const config = loadConfig(cli.variables, defaults);
  tellDatabase(cli, config);
  const missing = await missingFolder(config);
  if (missing !== undefined) throw new ConfigError([missing]);
  if (await adapterOf(config).isInUse())
    throw new CommandFailed('The database of DATABASE_URL is in use, and nothing was changed: stop the service first.');
  await withDatabase(cli, config, operation, prepare);
  const settings = withCommandTimeout({ ...config, migrateOnStart: false });
  const written = await withNewService(cli, operation, (service) => fill(service, cli, options), settings);
  cli.terminal.say(`Filled the demo database: ${written} records.

Users, all with the password "${demoPassword}":
  admin@demo.test    Administrator
  agent@demo.test    Agent; its API key: ${demoKey}
  upline@demo.test   Agent, the upline of agent@demo.test
  other@demo.test    Agent of another branch
  worker@demo.test   Worker
  desk@demo.test     Receptionist at a location of agent@demo.test; the key of its kiosk: ${demoKioskKey}

An open survey invitation of agent@demo.test: ${openInvitation}`);
}

/** Empties a database that holds only demo data or no records. Throws CommandFailed for any other database. */
async function prepare(service: INestApplicationContext): Promise<void> {
  const migrator = service.get(Migrator);
  const db = service.get(Db);
  const { entities } = service.get(Schema);
  const tables = await migrator.tables();
  const foreign = tables.filter((table) => !migrator.knows(table));
  const reusable =
    foreign.length === 0 &&
    (!tables.includes('service_meta') || (await isDemo(db)) || !(await holdsRecords(db, entities)));
  if (!reusable) {
    const what = foreign.length > 0 ? `other tables (${foreign.join(', ')})` : 'records that are no demo';
    throw new CommandFailed(`The database of DATABASE_URL holds ${what}: nothing was changed.`);
  }
  await migrator.startAnew();
}

async function holdsRecords(db: Db, entities: readonly Class[]): Promise<boolean> {
  for (const { name, audited } of entities.map(tableOf)) {
    if (!audited || ownTables.includes(name)) continue;
    if (await db.exists(raw(name))) return true;
  }
  return false;
}

/** Fills the database in one transaction, so that an interrupted command leaves an empty database. */
async function fill(
  service: INestApplicationContext,
  { terminal }: Cli,
  { seed, contacts }: DemoOptions,
): Promise<number> {
  const db = service.get(Db);
  const progress = terminal.steps();
  try {
    // Load faker only here, because no other command needs it.
    const { faker } = await import('@faker-js/faker/locale/en');
    // Derive the request id from the seed, because the audit contains it.
    const call = { userId: null, operationName: operation, requestId: `demo-${seed}` };
    return await runCall(call, () =>
      db.tx(async () => {
        const [now, cipher] = [service.get(BusinessClock).now(), service.get(FieldCipher)];
        let written = 0;
        const part: Parts = (name) =>
          new Filling(db, cipher, sourceOf(name, seed, faker), now, contacts, (records) => {
            written += records;
            progress.at('demo', written, contacts * 4 + 1000);
          });
        db.audited({ Record: 'demo', Id: String(seed), Action: 'Fill' });
        const index = service.get(ContactIndexService);
        const fillTables = () =>
          service.get(DatabaseUpkeep).withoutIndexes([Contact, Activity], () => fillAll(part, service));
        await index.together(fillTables, {
          onDone: (done, all) => progress.at('search index', done, all),
          alone: true,
        });
        await markAsDemo(db);
        return written;
      }),
    );
  } finally {
    progress.end();
  }
}

function storeIn(service: INestApplicationContext): FileStore | undefined {
  return service.get(Config).filesUrl && service.get(FileStore, { strict: false });
}

/** Fills every table, each before the tables that refer to it. */
async function fillAll(part: Parts, service: INestApplicationContext): Promise<void> {
  const [contactIndex, visits] = [service.get(ContactIndexService), service.get(CheckinsStore)];
  await importRecords(part('records'), service, setsBeforeContacts);
  await fillFrontDesk(service.get(RolesRecordSet));
  await fillFurtherAgents(part('agents'));
  const users = await fillUsers(part('users'), service.get(PasswordHashesService));
  const [agent, other] = ['agent', 'other'].map((name) => users.byName.get(`${name}@demo.test`)!);
  const files = new DemoFiles(part('files'), storeIn(service), agent);
  const offices = await officesOf(part('offices'));
  await fillLineImages(part('line images'), files, offices);
  await fillKiosk(part('kiosk'), offices[0].LocationId);
  await fillLedgers(part('ledgers'));
  const people = await fillContacts(part('contacts'), await Surveys.of(part('surveys')), contactIndex);
  await importRecords(part('records of contacts'), service, setsAfterContacts);
  await fillProjectEnds(part('project ends'));
  await fillContactTransfers(part('contact transfers'), people, users);
  await fillAppointments(part('appointments'), people);
  await fillMessages(part('messages'));
  await fillSmartsheets(part('smartsheets'), people, users);
  await fillVisits(part('visits'), people, users, offices, visits);
  await fillDocuments(part('documents'), people, files);
  await fillImages(part('images'), files);
  await fillVisitDocuments(part('visit documents'), files);
  await fillHold(part('hold'), offices);
  await fillArrivals(part('arrivals'), people, offices, visits);
  await fillImports(part('imports'), files, [agent, other]);
  await fillHistory(part('history'), users);
  await fillMerges(part('merges'), contactIndex);
  await fillWebhooks(part('webhooks'), service.get(WebhookSecretsService));
  await fillFormerBookings(part('former bookings'), people, offices, visits);
  await fillFromExamples(part('examples'), service.get(Schema).entities);
  await fillChanges(part('changes'), users, service.get(Registry).paths());
}
