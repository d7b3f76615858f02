import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestApp } from '../support/app.js';
import { demoPassword, startDemo } from '../support/demo-app.js';

const root = join(__dirname, '../..');
// skipLibCheck skips only declaration files. The generated types are a .ts file, so the compiler checks them.
const strict = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022'].concat(
  '--skipLibCheck',
);

/** Code of a front end that uses the generated types, which the compiler checks. */
const client = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

async function main(baseUrl: string, UserName: string, Password: string): Promise<object> {
  const client = createClient<paths>({ baseUrl });
  const { data: session, error } = await client.POST('/v1/Auth/Login', { body: { UserName, Password } });
  if (!session) throw new Error(error?.ResponseStatus.Message ?? 'no message');
  const token: string = session.BearerToken;
  client.use({ onRequest: ({ request }) => request.headers.set('Authorization', \`Bearer \${token}\`) });

  const query = { take: 2, orderByDesc: 'EventTypeId', include: 'total' } as const;
  const listed = await client.GET('/v1/EventType', { params: { query } });
  const types: components['schemas']['EventType'][] = listed.data?.EventType ?? [];
  const names: string[] = types.map(({ EventTypeName }) => EventTypeName);
  const sendable: components['schemas']['EventTypeInput'][] = types;
  const added = await client.POST('/v1/webix/gantt/tasks', { body: { text: 'From a typed client', duration: 2 } });
  const id = added.data?.id ?? '';
  const changed = await client.PUT('/v1/webix/gantt/tasks/{id}', { params: { path: { id } }, body: { progress: 50 } });
  const removed = await client.DELETE('/v1/webix/gantt/tasks/{id}', { params: { path: { id } } });
  const refused = await client.GET('/v1/EventType/{EventTypeId}', { params: { path: { EventTypeId: 999_999 } } });
  const csv = await client.GET('/v1/EventType', { params: { query: { format: 'csv' } }, parseAs: 'text' });

  // @ts-expect-error The password is a string,
  await client.POST('/v1/Auth/Login', { body: { UserName, Password: 5 } }).catch(() => undefined);
  // @ts-expect-error is required,
  await client.POST('/v1/Auth/Login', { body: { UserName } }).catch(() => undefined);
  // @ts-expect-error Any field of a contact may be null,
  const phone = (contact: components['schemas']['Contact']): string => contact.Phone;
  // @ts-expect-error and the path does not exist.
  await client.GET('/v1/EventTypes').catch(() => undefined);

  return {
    types: names,
    phone: typeof phone,
    sendable: sendable.length,
    total: listed.data?.ResponseStatus.Meta.Total,
    progress: changed.data?.progress,
    removed: removed.data?.id === id,
    refused: refused.error?.ResponseStatus.ErrorCode,
    csv: csv.data,
  };
}

main(process.argv[2]!, process.argv[3]!, process.argv[4]!).then(
  (answer) => console.log(JSON.stringify(answer)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
`;

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'agency-client-'));
const run = promisify(execFile);
// Do not use blocking calls, because the service runs in this process.
const tool = (path: string, ...parameters: string[]): Promise<{ stdout: string }> =>
  run(process.execPath, [path, ...parameters], { cwd: folder });

beforeAll(async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(join(folder, 'client.ts'), client);
  app = await startDemo();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it('a client by openapi-typescript compiles under the strict compiler and calls the running service', async () => {
  await tool('node_modules/openapi-typescript/bin/cli.js', join(root, 'openapi.json'), '--output', 'schema.ts');
  await tool('node_modules/typescript/bin/tsc', ...strict, '--types', 'node', '--outDir', '.', 'client.ts');
  const { stdout } = await tool('client.js', app.url, 'agent@demo.test', demoPassword);
  const answer = JSON.parse(stdout) as Record<string, unknown>;
  expect(answer).toMatchObject({ total: '13', progress: 50, removed: true, refused: 'NotFound' });
  expect(answer.types).toHaveLength(2);
  expect(answer.csv).toMatch(/^EventTypeId,EventTypeName,EventCategory,IsActive\r\n/);
});
