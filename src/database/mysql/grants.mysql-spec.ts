import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings, expectIntact } from '../../../test/support/processes/cli.js';
import { startProcess } from '../../../test/support/processes/service-process.js';
import { until } from '../../../test/support/time/until.js';
import { documentedRights } from '../../../test/support/database/documented-rights.js';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/fresh-database.js';
import { AuditEntry, AuditRecord } from '../audit/audit.entity.js';
import { QueryError } from '../driver/db-errors.js';
import { storedFields } from '../schema/columns.js';
import { Schema } from '../schema/schema.js';
import { tableOf } from '../schema/table.js';
import { quoted } from '../sql/quoted.js';

const run = promisify(execFile);
const compose = join(__dirname, '../../../deploy/mariadb');

/** The statements that users.sh gives the MariaDB image, for the database `name` and the users named after it. */
async function usersOfCompose(name: string): Promise<string[]> {
  const env = ['DATABASE_PASSWORD=secret', 'DATABASE_OWNER_PASSWORD=secret'];
  const script = `docker_process_sql() { cat; }; . ${join(compose, 'users.sh')}`;
  const { stdout } = await run('env', [...env, 'bash', '-euc', script]);
  return renamed(stdout, name)
    .split(/;\n/)
    .filter((statement) => statement.trim() !== '');
}

/** Runs rights.sh for the database `name` and the users named after it. */
async function grantRights(name: string, { hostname, port }: URL): Promise<void> {
  const script = renamed(readFileSync(join(compose, 'rights.sh'), 'utf8'), name);
  const env = ['DATABASE_OWNER_PASSWORD=secret', `DATABASE_HOST=${hostname}`, `DATABASE_PORT=${port || '3306'}`];
  await run('env', [...env, 'sh', '-c', script]);
}

const renamed = (text: string, name: string): string => text.replace(/\bagency(_owner)?\b/g, `${name}$1`);

/**
 * Functions that close the resources of a test. They run even after a failure, because otherwise Jest would not end.
 */
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function newDatabase(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  opened.push(() => database.drop());
  return database;
}

async function connect(url: string): Promise<Connection> {
  const connection = await createConnection(url);
  opened.push(() => connection.end());
  return connection;
}

async function start(DATABASE_URL: string): Promise<TestApp> {
  const app = await startApp({ DATABASE_URL, MIGRATE_ON_START: 'false' });
  opened.push(() => app.close());
  return app;
}

/** The statements that the text has, in the form of the documented ones. */
function grantsIn(text: string): string[] {
  const found = text.match(/GRANT .*;$/gm) ?? [];
  return found.map((statement) => statement.replaceAll('`', '').replace(/'(\w+)'@/, '$1@')).sort();
}

describe('the documented rights', () => {
  it('the documented rights let the service work, and prevent changes of the audit', async () => {
    const database = await newDatabase();
    const name = new URL(database.url).pathname.slice(1);
    const urlOf = (user: string): string => {
      const url = new URL(database.url);
      [url.username, url.password] = [user, 'secret'];
      return url.toString();
    };
    const connection = await connect(database.url);
    const [users, rights] = documentedRights(name);
    for (const statement of users) await connection.query(statement);
    const denied = await agency(['migrate'], { ...cliSettings(urlOf(name)), MIGRATE_ON_START: 'false' });
    expect(denied).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: Access denied .* the rights of its user/),
    });
    expect(denied.stderr).not.toContain('    at ');
    const migrated = await agency(['migrate'], { ...cliSettings(urlOf(`${name}_owner`)), MIGRATE_ON_START: 'false' });
    expect(migrated).toMatchObject({ code: 0, stderr: expect.stringContaining('up to date') });
    const service = urlOf(name);
    const granted: string[] = [];
    for (const query of rights)
      for (const { statement } of (await connection.query<RowDataPacket[]>(query))[0]) granted.push(String(statement));
    const missing = granted.filter((statement) => !statement.includes('.migrations '));
    const examined = await agency(['doctor'], cliSettings(service));
    expect(examined).toMatchObject({ code: 1, stdout: expect.stringContaining('lacks rights. Run these statements') });
    expect(grantsIn(examined.stdout)).toEqual(missing.toSorted());
    const refused = await startProcess(cliSettings(service)).then(
      () => 'It started.',
      (error: unknown) => String(error),
    );
    expect(refused).toMatch(/the service ended with 1: .*The service cannot use its database:\n/s);
    expect(grantsIn(refused)).toEqual(missing.toSorted());
    for (const statement of granted) await connection.query(statement);

    const app = await start(service);
    await connection.query(`REVOKE DELETE ON ${name}.webhooks FROM ${name}`);
    // Another suite may make the server read-only for a moment, which the service reports as well.
    await until(async () => {
      const { status, body } = await app.http.get('/health/ready');
      return status === 503 && body.ResponseStatus.Message.includes('`agency doctor` prints the statements');
    });
    await connection.query(`GRANT DELETE ON ${name}.webhooks TO ${name}`);
    await until(async () => (await app.http.get('/health/ready')).status === 200);
    const administrator = await app.as('Administrator');
    await app.http.get('/v1/EventType').set(administrator).expect(200);
    expect(await app.db.one(sql`SELECT 1 AS One FROM audit a LIMIT 1`)).toBeDefined();
    const kept = app.get(Schema).entities.filter((entity) => tableOf(entity).appendOnly);
    expect(kept).toEqual(expect.arrayContaining([AuditEntry, AuditRecord]));
    for (const entity of kept) {
      const [table, column] = [raw(tableOf(entity).name), quoted(storedFields(entity)[0].name)];
      for (const change of [sql`UPDATE ${table} SET ${column} = ${column}`, sql`DELETE FROM ${table}`])
        await expect(app.db.tx(() => app.db.execute(change))).rejects.toBeInstanceOf(QueryError);
    }
    await opened.pop()!();
    await expectIntact(cliSettings(service));

    const doctorOutput = async (url: string): Promise<string> => (await agency(['doctor'], cliSettings(url))).stdout;
    expect(await doctorOutput(service)).toMatch(/^ok {4}The user of DATABASE_URL can add to the audit/m);
    expect(await doctorOutput(urlOf(`${name}_owner`))).toMatch(
      /^warn {2}The user of DATABASE_URL could change or delete/m,
    );
    for (const user of [name, `${name}_owner`]) await connection.query(`DROP USER ${user}`);
  });
});

it('compose.yaml gives the service no right to change the audit or the schema', async () => {
  const database = await newDatabase();
  const server = new URL(database.url);
  const name = server.pathname.slice(1);
  const urlOf = (user: string): string => {
    const url = new URL(database.url);
    [url.username, url.password] = [user, 'secret'];
    return url.toString();
  };
  const administrator = await connect(database.url);
  for (const statement of await usersOfCompose(name)) await administrator.query(statement);
  const migrated = await agency(['migrate'], { ...cliSettings(urlOf(`${name}_owner`)), MIGRATE_ON_START: 'false' });
  expect(migrated.code).toBe(0);
  await grantRights(name, server);

  const service = await connect(urlOf(name));
  const [grants] = await service.query<RowDataPacket[]>('SHOW GRANTS');
  const rights = grants.map((row) => String(Object.values(row)[0]).replaceAll('`', ''));
  const [tables] = await administrator.query<RowDataPacket[]>('SHOW TABLES');
  const changed = tables
    .map((row) => String(Object.values(row)[0]))
    .filter((table) => !/^audit(_records|_seals)?$/.test(table));
  expect(changed.length).toBeGreaterThan(50);
  const granted = rights.map((right) => right.replace(/ IDENTIFIED .*/, '')).sort();
  expect(granted).toEqual(
    [
      `GRANT USAGE ON *.* TO ${name}@%`,
      `GRANT SELECT, INSERT ON ${name}.* TO ${name}@%`,
      ...changed.map((table) => `GRANT UPDATE, DELETE ON ${name}.${table} TO ${name}@%`),
    ].sort(),
  );
  for (const statement of ["UPDATE audit SET Operation = 'x'", 'DELETE FROM audit_records', 'DROP TABLE users'])
    await expect(service.query(statement)).rejects.toThrow(/command denied/);
  const app = await start(urlOf(name));
  await app.http
    .get('/v1/EventType')
    .set(await app.as('Administrator'))
    .expect(200);
  for (const user of [name, `${name}_owner`]) await administrator.query(`DROP USER ${user}`);
});
