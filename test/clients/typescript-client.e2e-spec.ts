import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestApp } from '../support/app.js';
import { demoPassword, startDemo } from '../support/demo-app.js';

const root = join(__dirname, '../..');
const packed = join(root, 'clients/typescript');

/** Code of a front end that uses the package. */
const front = `
import { AgencyError, createAgencyClient } from 'agency-operations-client';
import type { Schemas, Session, SessionStore } from 'agency-operations-client';

const [baseUrl = '', UserName = '', Password = '', locationId = ''] = process.argv.slice(2);
const kept: (Session | undefined)[] = [];
const asked: string[] = [];
const expired = new Set<string | null>();
let cut = true;
let dead = true;

/**
 * Imitates a network that reports tokens as expired, breaks the first stream after its first event, and stops sending
 * on the second.
 */
async function network(request: Request): Promise<Response> {
  asked.push(request.method + ' ' + new URL(request.url).pathname);
  if (expired.has(request.headers.get('Authorization'))) request.headers.set('Authorization', 'Bearer expired');
  const response = await fetch(request);
  if (request.headers.get('Accept') !== 'text/event-stream' || !dead || !response.body) return response;
  if (!cut) {
    dead = false;
    await response.body.cancel();
    const silent = new ReadableStream<Uint8Array>({
      start: (body) => request.signal.addEventListener('abort', () => body.error(new Error('Aborted.'))),
    });
    return new Response(silent, response);
  }
  cut = false;
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new Response(new Blob([value as Uint8Array<ArrayBuffer>]).stream(), response);
}
const expire = (): unknown => expired.add('Bearer ' + kept.at(-1)?.BearerToken);
const count = (call: string): number => asked.filter((each) => each === call).length;

const session: SessionStore = { get: () => kept.at(-1), set: (next) => void kept.push(next) };
const client = createAgencyClient({ baseUrl, fetch: network, session, silence: 6000 });
const refused = await client.signIn({ UserName, Password: 'wrong' }).catch((error: unknown) => error);
await client.signIn({ UserName, Password });

expire();
const types = await Promise.all(Array.from({ length: 8 }, () => client.GET('/v1/EventType')));
const renewedOnce = count('POST /v1/Auth/Refresh');
expire();
const added = await client.POST('/v1/webix/gantt/tasks', { body: { text: 'From a typed client' } });
const renewedTwice = count('POST /v1/Auth/Refresh');

const contacts: Schemas['Contact'][] = [];
const query = { take: 20, orderBy: 'ContactId' };
for await (const contact of client.records('/v1/Contacts', { query })) contacts.push(contact);
const ids = contacts.map(({ ContactId }) => ContactId);
const whole = await client.GET('/v1/Contacts', { params: { query: { fields: 'ContactId', orderBy: 'ContactId' } } });
const own: string[] = [];
for await (const { SessionId } of client.records('/v1/Auth/Sessions', {})) own.push(SessionId);
// @ts-expect-error Reading one role returns no list.
void client.records('/v1/Roles/{RoleId}', { path: { RoleId: 2 } });

let csv = '';
const stream = await client.csv('/v1/EventType', { query: { take: 2 } });
for await (const text of stream.pipeThrough(new TextDecoderStream())) csv += text;

const queues: number[] = [];
for await (const queue of client.queue(locationId)) if (queues.push(queue.length) === 2) break;
const away = client.queue('00000000000000000000000000000001').next().catch((error: unknown) => error);

// An upload with an expired token renews it first, and sends the file once.
expire();
const file = new File(['EventTypeId,EventTypeName\\n1,Telephone call\\n'], 'types.csv');
const progress: number[][] = [];
const onProgress = (sent: number, total: number): unknown => progress.push([sent, total]);
const checked = await client.import('event-types', file, { dryRun: true, onProgress });
const idempotencyKey = 'key-of-this-import';
const imported = await client.import('event-types', file, { idempotencyKey });
const again = await client.import('event-types', file, { idempotencyKey });
const lines = new File(['{"EventTypeId":1,"EventTypeName":""}\\n'], 'types.ndjson');
const bad = await client.import('event-types', lines).catch((error: unknown) => error);

const called = await client.POST('/v1/CustomerCheckins/CallNext', {
  body: { StationId: 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c' },
});
const customer: string | undefined = called.data?.Queue[0]?.CustomerName;

await client.signOut();
console.log(
  JSON.stringify({
    refused: refused instanceof AgencyError && [refused.message, refused.answered.response.status],
    types: types.map(({ data }) => data?.EventType.length),
    renewed: [renewedOnce, renewedTwice],
    added: added.data?.text,
    rotated: new Set(kept.map((session) => session?.RefreshToken)).size,
    ended: kept.at(-1) === undefined,
    pages: count('GET /v1/Contacts') - 1,
    complete: JSON.stringify(ids) === JSON.stringify(whole.data?.Contacts.map(({ ContactId }) => ContactId)),
    contacts: ids.length,
    own: own.length,
    csv,
    queues: queues.length,
    connections: count('GET /v1/CustomerCheckins/Queue/' + locationId),
    away: (await away) instanceof AgencyError,
    progress,
    uploads: count('POST /v1/Sets/event-types'),
    imports: [checked, imported, again].map(({ Updated, Unchanged }) => [Updated, Unchanged]),
    bad: bad instanceof AgencyError && bad.answered.error?.ResponseStatus.Errors[0]?.FieldName,
    customer,
  }),
);
process.exit();
`;

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'agency-package-'));
const run = promisify(execFile);
// Do not use blocking calls, because the service runs in this process.
const tool = (path: string, ...parameters: string[]): Promise<{ stdout: string }> =>
  run(process.execPath, [join(root, 'node_modules', path), ...parameters], { cwd: folder });

beforeAll(async () => {
  app = await startDemo();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it('the client has the types of openapi.json (npm run openapi updates them)', async () => {
  await tool('openapi-typescript/bin/cli.js', join(root, 'openapi.json'), '--output', 'schema.ts');
  const committed = readFileSync(join(packed, 'schema.d.ts'), 'utf8');
  // Compare outside expect(), because a diff of twenty thousand lines is useless.
  expect(committed === readFileSync(join(folder, 'schema.ts'), 'utf8')).toBe(true);
});

it('the committed dist is the compiled client, so that a clone needs no compiler (npm run client)', async () => {
  const made = join(folder, 'dist');
  await run(process.execPath, [join(root, 'scripts/client.js'), made]);
  const textsOf = (path: string): string[] =>
    readdirSync(path).map((name) => `${name}\n${readFileSync(join(path, name), 'utf8')}`);
  expect(textsOf(join(packed, 'dist'))).toEqual(textsOf(made));
});

it('the client has the version and licence of the service, no script and no dependency', () => {
  const read = (path: string): Record<string, object> =>
    JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
  const [own, whole] = [read(join(packed, 'package.json')), read(join(root, 'package.json'))];
  expect(own).toMatchObject({ version: whole.version, license: whole.license });
  expect(Object.keys(own).filter((name) => /scripts|dependencies/i.test(name))).toEqual([]);
  const lines = readFileSync(join(packed, 'src/index.ts'), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(140);
});

it('the client compiles under the strict compiler, and works with the running service', async () => {
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'agency-operations-client');
  mkdirSync(modules);
  // Copy the client, so that Node finds no package of the service from there.
  cpSync(packed, installed, { recursive: true });
  symlinkSync(join(root, 'node_modules/@types'), join(modules, '@types'));

  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'front.ts'), front);
  // Compile the examples of the README too.
  const [shown, servicestack] = [
    ...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/(?<=^```ts\n)import [^`]*/gm),
  ].map(([text]) => text);
  mkdirSync(join(modules, '@servicestack'));
  symlinkSync(join(root, 'node_modules/@servicestack/client'), join(modules, '@servicestack/client'));
  writeFileSync(join(folder, 'readme.ts'), shown);
  writeFileSync(
    join(folder, 'servicestack.ts'),
    `const [UserName, Password] = ['agent@demo.test', '${demoPassword}'];
${servicestack.replace('http://127.0.0.1:3000', app.url)}
// @ts-expect-error -- a misspelt field
dto('login', { UserNam: 'x', Password });
console.log(types.EventType.map(({ EventTypeName }) => EventTypeName).join());
`,
  );
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.asynciterable'];
  await tool('typescript/bin/tsc', ...strict, ...target, '--types', 'node', 'front.ts', 'readme.ts', 'servicestack.ts');
  const named = await run(process.execPath, [join(folder, 'servicestack.js')]);
  expect(named.stdout.split(',')).toHaveLength(2);
  expect(shown.split('\n')).toHaveLength(11);
  const location = 'a18d631ca3244bdb8e871c425bd24982';
  const { stdout } = await run(process.execPath, [
    ...[join(folder, 'front.js'), app.url, 'admin@demo.test', demoPassword, location],
  ]);
  const answer = JSON.parse(stdout) as Record<string, unknown>;
  expect(answer).toEqual({
    refused: ['User name, password or code is wrong.', 401],
    types: Array(8).fill(13),
    renewed: [1, 2],
    added: 'From a typed client',
    // The store received four pairs of tokens, and undefined at the end.
    rotated: 5,
    ended: true,
    pages: Math.floor((answer.contacts as number) / 20) + 1,
    complete: true,
    contacts: expect.any(Number),
    own: 1,
    csv: expect.stringMatching(/^EventTypeId,EventTypeName,EventCategory,IsActive\r\n(\d+,.*\r\n){2}$/),
    queues: 2,
    connections: 3,
    away: true,
    progress: [[43, 43]],
    uploads: 4,
    imports: [
      [1, 0],
      [1, 0],
      [1, 0],
    ],
    bad: 'line 1.EventTypeName',
    customer: expect.stringMatching(/^\S+ \S+/),
  });
  expect(answer.contacts).toBeGreaterThan(40);
});
