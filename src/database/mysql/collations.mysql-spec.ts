import sql, { raw } from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('`agency migrate` repairs collations of a restored database; `agency doctor` names them', async () => {
  const settings = cliSettings(app.database);
  const other = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci';
  const wanted = await app.db.one<{ Collation: string }>(sql`SELECT @@collation_database AS Collation`);
  await app.db.tx(async () => {
    await app.db.execute(sql`ALTER DATABASE ${raw(other)}`);
    for (const table of ['service_meta', 'event_types'])
      await app.db.execute(sql`ALTER TABLE ${raw(table)} CONVERT TO ${raw(other)}`);
    // Only the columns of this table have the other collation.
    await app.db.execute(sql`ALTER TABLE event_types COLLATE ${raw(wanted!.Collation)}`);
  });
  const found = await agency(['doctor'], settings);
  expect(found.code).toBe(1);
  expect(found.stdout).toMatch(
    /^fail {2}The database's collation is utf8mb4_general_ci, not \w+\.\n.*`agency migrate`/m,
  );
  expect(found.stdout).toMatch(/^fail {2}These tables .*: event_types, service_meta\.\n.*`agency migrate`/m);

  const { code, stderr } = await agency(['migrate'], settings);
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Gave the database the collation/),
  });
  expect(stderr).toContain(': event_types, service_meta.');
  expect(await agency(['doctor'], settings)).toMatchObject({ code: 0 });
  expect((await agency(['migrate'], settings)).stderr).toBe('The database is up to date.\n');
  await app.db.tx(async () => {
    await app.db.execute(sql`INSERT INTO service_meta (Name, Value) VALUES ('a', ''), ('A', ''), ('a ', '')`);
  });
});
