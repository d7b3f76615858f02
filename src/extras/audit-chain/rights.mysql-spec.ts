import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { startApp } from '../../../test/support/app/app.js';
import { documentedRights } from '../../../test/support/database/documented-rights.js';
import { freshDatabase } from '../../../test/support/database/fresh-database.js';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';

it('with the documented rights, the service seals and verifies the audit, and cannot prune it', async () => {
  const database = await freshDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const settingsOf = (user: string): Record<string, string> => {
    const url = Object.assign(new URL(database.url), { username: user, password: 'secret' });
    return { ...cliSettings(url.toString()), MIGRATE_ON_START: 'false' };
  };
  const connection = await createConnection(database.url);
  const [users, rights] = documentedRights(name);
  for (const statement of users) await connection.query(statement);
  expect(await agency(['migrate'], settingsOf(`${name}_owner`))).toMatchObject({ code: 0 });
  for (const query of rights)
    for (const { statement } of (await connection.query<RowDataPacket[]>(query))[0])
      await connection.query(String(statement));

  const service = settingsOf(name);
  const app = await startApp(service);
  await app.as('Administrator');
  await app.close();
  const sealed = await agency(['audit', 'verify'], service);
  expect(sealed).toMatchObject({ code: 0, stderr: expect.stringMatching(/^[1-9]\d* rows match/) });
  const pruned = await agency(['audit', 'prune'], { ...service, RETAIN_AUDIT: '31d' });
  expect(pruned).toMatchObject({ code: 1, stderr: expect.stringContaining('The owner of the database may.') });

  for (const user of [name, `${name}_owner`]) await connection.query(`DROP USER ${user}`);
  await connection.end();
  await database.drop();
});
