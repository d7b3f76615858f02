import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { demoPassword, startDemo } from '../../../test/support/app/demo-app.js';
import { signedIn, type TestApp } from '../../../test/support/app/app.js';
import { openTemporaryFiles } from '../../../test/support/data/files.js';
import { cliSettings } from '../../../test/support/processes/cli.js';
import { startProcess } from '../../../test/support/processes/service-process.js';
import { until } from '../../../test/support/time/until.js';

// Imports that clients and the operator interrupt, sent to the built service.

type Service = Awaited<ReturnType<typeof startProcess>>;
interface Shown {
  ImportId: string;
  State: string;
}

const folder = mkdtempSync(join(tmpdir(), 'agency-interrupted-'));
let demo: TestApp;
let service: Service;
let agent: Record<'Authorization', string>;

const start = async (): Promise<void> => {
  service = await startProcess({ ...cliSettings(demo.database), TMPDIR: folder, SHUTDOWN_GRACE: '1' });
  agent = await signedIn({ http: request(service.url) }, 'agent@demo.test', demoPassword);
};
beforeAll(async () => {
  demo = await startDemo();
  await start();
});
afterAll(async () => {
  service.child.kill();
  await once(service.child, 'close');
  await demo.close();
  rmSync(folder, { recursive: true });
});

const lines = (count: number): string =>
  `FirstName,LastName\n${Array.from({ length: count }, (_, at) => `First${at},Last${at}\n`).join('')}`;
const send = (body: string): Promise<Response> =>
  fetch(`${service.url}/v1/Imports`, { method: 'POST', headers: { ...agent, 'Content-Type': 'text/csv' }, body });
const imports = async (): Promise<Shown[]> => {
  const response = await fetch(`${service.url}/v1/Imports`, { headers: agent });
  return ((await response.json()) as { Imports: Shown[] }).Imports;
};
const open = (): number => openTemporaryFiles(folder, service.child.pid);

/** Sends the beginning of an upload, and returns its connection. */
async function begin() {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = ['POST /v1/Imports HTTP/1.1', 'Host: agency', `Authorization: ${agent.Authorization}`];
  socket.write([...head, 'Content-Type: text/csv', 'Content-Length: 1000000', '', 'LastName\n'].join('\r\n'));
  return socket;
}

it('frees the place and the temporary file of a client that leaves during its upload', async () => {
  const before = await imports();
  const sockets = await Promise.all(Array.from({ length: 8 }, begin));
  await until(() => open() === 8);
  expect((await send(lines(1))).status).toBe(429);
  for (const socket of sockets) socket.destroy();
  await until(() => open() === 0);
  expect(await imports()).toEqual(before);
  const all = await Promise.all(Array.from({ length: 8 }, (_, at) => send(lines(at + 1))));
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
  expect(readdirSync(folder)).toEqual([]);
});

it.each(['SIGTERM', 'SIGKILL'] as const)('has no import and no file of a preview that %s ends', async (signal) => {
  const before = await imports();
  const answer = send(lines(30_000)).catch(() => undefined);
  await until(() => open() === 1);
  service.child.kill(signal);
  await once(service.child, 'close');
  expect((await answer)?.status ?? 503).toBe(503);
  expect(readdirSync(folder)).toEqual([]);
  await start();
  expect(await imports()).toEqual(before);
  expect((await send(lines(2))).status).toBe(200);
});
