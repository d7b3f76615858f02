import fc from 'fast-check';
import type { RoleName } from '../../src/http/endpoint/roles.js';
import { demoUsers } from '../clients/examples.js';
import { DocumentedAnswers } from '../clients/documented-answers.js';
import type { TestApp } from '../support/app/app.js';
import { Client, type Answer } from '../support/clients/client.js';
import { inlined } from '../support/clients/described.js';
import { demoPassword, startDemo } from '../support/app/demo-app.js';
import { onServer } from '../support/database/scratch-db.js';
import { inGate } from '../support/suites/gate.js';
import { callsOf, type Call } from './fuzz/calls.js';
import { operationsIn, type DescribedOperation, type OpenApi } from './fuzz/document.js';
import { Values } from './fuzz/values.js';

/**
 * Variables set the seed, the calls per operation, and a single operation: `FUZZ_SEED=7 FUZZ_RUNS=500
 * FUZZ_ONLY=logout`. By default there are 8 calls per operation. With CI=true, there are 40 on SQLite, and 12 on a
 * server: four of five calls are refused, nearly all of them in the same way on both.
 */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const runs = Number(process.env.FUZZ_RUNS ?? (!inGate ? 8 : onServer ? 12 : 40));
const only = process.env.FUZZ_ONLY;

jest.setTimeout(300_000 + runs * 10_000);

const users = Object.keys(demoUsers) as RoleName[];
type CallerName = 'nobody' | RoleName;

/** Chooses a caller for the operation, usually one with access. */
function callersOf({ 'x-callers': declared }: DescribedOperation): fc.Arbitrary<CallerName> {
  const allowed = users.filter((role) => typeof declared === 'string' || declared.includes(role));
  return fc.oneof(
    { arbitrary: fc.constantFrom<CallerName[]>(...allowed), weight: 8 },
    { arbitrary: fc.constantFrom<CallerName[]>(...users, 'nobody'), weight: 2 },
  );
}

/** Internal details: a trace, a driver, a file, a setting. */
const inside =
  /\n\s+at .+:\d+|node_modules|SQLITE_|\bER_[A-Z_]+|QueryFailedError|test secret of|0123456789abcdef0123456789/;

let app: TestApp;
let client: Client;
let document: OpenApi;
let documented: DocumentedAnswers;
const tokens = new Map<CallerName, string>();
const statuses = new Map<number, number>();
const succeeded = new Set<string>();
let addresses = 0;

beforeAll(async () => {
  app = await startDemo(60, { TRUST_PROXY: '1', REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0' });
  client = new Client(app.url);
  const { body } = await app.http.get('/openapi.json').expect(200);
  document = inlined(body as OpenApi);
  documented = new DocumentedAnswers(body as never);
});
afterAll(async () => {
  client.close();
  await app.close();
});

/** Signs in from a new address, because the fuzzed calls exhaust the sign-in attempts of their own address. */
async function tokenOf(caller: RoleName): Promise<string> {
  const UserName = demoUsers[caller];
  const signIn = () =>
    app.http
      .post('/v1/Auth/Login')
      .set('X-Forwarded-For', `192.0.2.${++addresses % 250}`)
      .send({ UserName, Password: demoPassword });
  let { status, body } = await signIn();
  if (status !== 200) {
    // A fuzzed call may have changed the password.
    await app.users.setPassword(UserName, demoPassword);
    ({ status, body } = await signIn().expect(200));
  }
  return (body as { BearerToken: string }).BearerToken;
}

async function credentialsOf(caller: CallerName): Promise<Record<string, string>> {
  if (caller === 'nobody') return {};
  const token = tokens.get(caller) ?? (await tokenOf(caller));
  tokens.set(caller, token);
  return { Authorization: `Bearer ${token}` };
}

/** Sends the call as that caller. Signs in again if an earlier call has ended the session. */
async function answerTo(call: Call, caller: CallerName): Promise<Answer> {
  const send = async (): Promise<Answer> =>
    client.send(call.verb, call.target, { ...(await credentialsOf(caller)), ...call.headers }, call.body);
  const answer = await send();
  const own = caller !== 'nobody' && !('Authorization' in call.headers) && !('X-Api-Key' in call.headers);
  if (answer.status !== 401 || !own) return answer;
  tokens.delete(caller);
  return send();
}

/** Describes why the answer is wrong, or returns ''. */
function wrongWith(call: Call, { status, headers, text }: Answer, { template }: DescribedOperation): string {
  const { 'X-HTTP-Method-Override': override = '' }: Partial<Record<string, string>> = call.headers;
  const isOverridden = call.verb === 'POST' && /^(put|delete)$/i.test(override);
  const verb = isOverridden ? override.toUpperCase() : call.verb;
  const isOperation = verb.toLowerCase() in document.paths[template];
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  if (!headers['x-request-id']) return 'no X-Request-Id';
  if (inside.test(text)) return `reveals internals: ${inside.exec(text)![0]}`;
  if (verb === 'HEAD' || (verb === 'OPTIONS' && status === 200) || status === 304)
    return text === '' ? '' : 'has a body';
  const type = String(headers['content-type']);
  if (status >= 400) {
    if (type !== 'application/json; charset=utf-8') return `fails as ${type}`;
    const answer = JSON.parse(text) as { ResponseStatus?: { ErrorCode?: unknown; StackTrace?: unknown } };
    const { ErrorCode, StackTrace } = answer.ResponseStatus ?? {};
    if (typeof ErrorCode !== 'string' || StackTrace !== null) return `has no clean ResponseStatus: ${text}`;
    if (!isOperation) return [400, 401, 404, 405].includes(status) ? '' : `${status} for an undocumented verb`;
    if (status === 404 && call.mayMiss && text.includes('path does not exist')) return '';
    return documented.differencesAt(template, verb, status, answer).join('\n');
  }
  if (!isOperation) return `${verb} has ${status}`;
  if (!type.startsWith('application/json')) return status === 200 ? '' : `${status} as ${type}`;
  const lacks = /[?&]fields=/i.test(call.target) ? /required property/ : /^$/;
  const differences = documented.differencesAt(template, verb, status, JSON.parse(text));
  return differences.filter((difference) => !lacks.test(difference)).join('\n');
}

async function fuzz(operation: DescribedOperation, times: number): Promise<void> {
  const property = fc.asyncProperty(
    callsOf(operation, new Values(document)),
    callersOf(operation),
    async (call, caller) => {
      const answer = await answerTo(call, caller);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 200 && call.verb === operation.verb) succeeded.add(operation.operationId);
      const wrong = wrongWith(call, answer, operation);
      if (wrong) throw new Error(`${operation.operationId}: ${wrong}`);
    },
  );
  await fc.assert(property, { seed, numRuns: times, endOnFailure: false });
}

it('answers any call of any operation as the OpenAPI document says, and never with a 5xx', async () => {
  const operations = operationsIn(document).filter(({ operationId }) => !only || operationId === only);
  const failures: string[] = [];
  const attempt = async (operation: DescribedOperation, times: number): Promise<void> => {
    await fuzz(operation, Math.ceil(times)).catch((error: unknown) => {
      const { message, cause } = error as Error & { cause?: Error };
      failures.push(`${cause?.message.slice(0, 1000)}\n${message.slice(0, 1200)}`);
    });
  };
  for (const operation of operations) await attempt(operation, runs);
  // Repeat the reads, because the first calls have written hostile rows.
  for (const operation of operations.filter(({ verb }) => verb === 'GET')) await attempt(operation, runs / 4);
  const calls = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  const reached = `${operations.length} operations, ${succeeded.size} of them with success`;
  console.log(`${reached}, ${calls} calls (seed ${seed}): ${counts.join(', ')}`);
  expect(failures).toEqual([]);
  expect(succeeded.size).toBeGreaterThan(operations.length * (runs < 40 ? 0.7 : 0.8));
});
