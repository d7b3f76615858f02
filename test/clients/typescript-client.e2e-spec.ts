import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestApp } from '../support/app/app.js';
import { demoPassword, startDemo } from '../support/app/demo-app.js';
import { front, plain } from './front-ends.js';

const root = join(__dirname, '../..');
const packed = join(root, 'clients/typescript');

let app: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'agency-package-'));
const promisified = (file: string, args: string[], options: { cwd?: string } = {}) =>
  promisify(execFile)(file, args, options);
/** Runs a program. If it fails, the error contains its whole output. */
async function run(...call: Parameters<typeof promisified>): Promise<{ stdout: string }> {
  try {
    return await promisified(...call);
  } catch (error) {
    const { message, stdout } = error as Error & { stdout: string };
    throw new Error(`${message}\n${stdout}`);
  }
}
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
  await run(process.execPath, [join(root, 'scripts/types.js'), join(folder, 'generated.ts')]);
  const committed = readFileSync(join(packed, 'schema.d.ts'), 'utf8');
  // Compare outside expect(), because a diff of twenty thousand lines is useless.
  expect(committed === readFileSync(join(folder, 'generated.ts'), 'utf8')).toBe(true);
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

/** Compiles the programs of front ends once, because the compiler takes most of the time of this suite. */
let programs: Promise<void> | undefined;
const compiled = (): Promise<void> => (programs ??= compile());

async function compile(): Promise<void> {
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'agency-operations-client');
  mkdirSync(modules);
  // Copy the client instead of linking it, so that its imports cannot find packages of the service.
  cpSync(packed, installed, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  // Declare the used part of Node, because the compiler would check @types/node longer than all other code.
  writeFileSync(
    join(folder, 'process.d.ts'),
    'declare const process: { argv: string[]; exitCode: number; exit(): never };',
  );
  writeFileSync(join(folder, 'front.ts'), front);
  // Put openapi-fetch into another folder, so that a client package that lacks its own copy does not compile.
  const other = join(folder, 'plain');
  mkdirSync(join(other, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'node_modules/openapi-fetch'), join(other, 'node_modules/openapi-fetch'));
  writeFileSync(join(other, 'plain.ts'), plain);
  // Use the types of the installed package, so that the compiler reads them only once.
  writeFileSync(join(other, 'schema.ts'), `export * from '../node_modules/agency-operations-client/schema.js';`);
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
  // Skip the check of TypeScript's own declarations.
  const rules = [...strict, ...target, '--skipDefaultLibCheck', 'process.d.ts'];
  await tool('typescript/bin/tsc', ...rules, 'front.ts', 'plain/plain.ts', 'readme.ts', 'servicestack.ts');
  expect(shown.split('\n')).toHaveLength(12);
}

it('the client compiles with the strict options of TypeScript', () => compiled());

it('the client works with the running service', async () => {
  await compiled();
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
    filtered: [2, 3, 1],
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

it('a front end can use its own openapi-fetch with the types of the package', async () => {
  await compiled();
  const { stdout } = await run(process.execPath, [
    join(folder, 'plain/plain.js'),
    app.url,
    'agent@demo.test',
    demoPassword,
  ]);
  const answer = JSON.parse(stdout) as Record<string, unknown>;
  expect(answer).toMatchObject({
    types: 2,
    few: [2, 1],
    total: '13',
    progress: 50,
    removed: true,
    refused: 'NotFound',
  });
  expect(answer.csv).toMatch(/^EventTypeId,EventTypeName,EventCategory,IsActive\r\n/);
});

it("ServiceStack's client works with the DTOs", async () => {
  await compiled();
  const named = await run(process.execPath, [join(folder, 'servicestack.js')]);
  expect(named.stdout.split(',')).toHaveLength(2);
});
