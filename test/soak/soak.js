'use strict';

// Serves a demo database under a mixed load while garbage is collected all the time, stops and starts the service, and
// fails if a process ends by itself or a call gets a 5xx. Started as `npm start` does, the service must need less than
// 600 MB while it exports many contacts. It runs on the Node that runs this file:
//   node --expose-gc test/soak/soak.js [--seconds 60] [--starts 10] [--pause 20] [--many demo.sqlite]   after build
// --pause: milliseconds between two calls of each of four clients. --many: the file of a demo whose contacts are
// exported, instead of a new one with 20,000 contacts.
const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { parseArgs } = require('node:util');
const Database = require('better-sqlite3');

const root = join(__dirname, '../..');
const options = {
  seconds: { type: 'string', default: '60' },
  starts: { type: 'string', default: '10' },
  pause: { type: 'string', default: '20' },
  many: { type: 'string', default: '' },
};
const { values } = parseArgs({ options });
const [seconds, starts, pause] = [values.seconds, values.starts, values.pause].map(Number);

const folder = mkdtempSync(join(tmpdir(), 'agency-soak-'));
const environment = {
  PATH: process.env.PATH,
  DATABASE_URL: `sqlite:${join(folder, 'demo.sqlite')}`,
  LOG_LEVEL: 'error',
};
const password = 'demo agency pass phrase';
const counts = { calls: 0, statements: 0, starts: 0, exportedBytes: 0 };
const collecting = ['--expose-gc', '--require', join(__dirname, 'collect-often.js')];
/** In MB. */
const mostMemory = 600;

main().then(
  () => {
    rmSync(folder, { recursive: true });
    console.log(`Node ${process.version}: ${JSON.stringify(counts)}, no crash, no 5xx`);
  },
  (error) => {
    rmSync(folder, { recursive: true });
    console.error(`Node ${process.version}: ${JSON.stringify(counts)}: ${error.stack}`);
    process.exit(1);
  },
);

async function main() {
  dropStatements();
  demo(environment);
  for (; counts.starts < starts; counts.starts++) await served(collecting, environment, async () => undefined);
  await served(collecting, environment, load);
  const many = { ...environment, DATABASE_URL: `sqlite:${values.many || join(folder, 'many.sqlite')}` };
  if (!values.many) demo(many, '--contacts', '20000');
  await served([], many, exportAll);
}

function demo(env, ...more) {
  const filled = spawnSync(process.execPath, [join(root, 'dist/src/cli/main.js'), 'demo', ...more], { env });
  if (filled.status !== 0) throw new Error(`agency demo ended with ${filled.status}: ${filled.stderr}`);
}

/** Prepares statements without keeping them, in this process, and collects them. */
function dropStatements() {
  const database = new Database(':memory:');
  for (; counts.statements < 20_000; counts.statements++) {
    database.prepare(`SELECT ${counts.statements} AS n`).get();
    for (const _ of database.prepare('SELECT 1 UNION SELECT 2').iterate()) break;
    if (counts.statements % 200 === 0) globalThis.gc();
  }
  database.close();
}

async function served(nodeOptions, env, work) {
  const port = await freePort();
  const service = spawn(process.execPath, [...nodeOptions, join(root, 'dist/src/main.js')], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(service, 'exit').then(([code, signal]) => ({ code, signal }));
  const crashed = ended.then((end) => {
    throw new Error(`The service ended by itself: ${JSON.stringify(end)}`);
  });
  crashed.catch(() => undefined);
  try {
    const url = `http://127.0.0.1:${port}`;
    await Promise.race([ready(url), crashed]);
    await Promise.race([work(url, service.pid), crashed]);
  } finally {
    service.kill('SIGTERM');
  }
  const { code } = await ended;
  if (code !== 0) throw new Error(`The service ended with ${code} at SIGTERM.`);
}

async function ready(url) {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50))
    if (
      await fetch(`${url}/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
  throw new Error('The service was not ready within 60 s.');
}

/** Four clients, each with a mix of short reads, long lists, exports, searches, writes, imports and sign-ins. */
async function load(url) {
  const until = Date.now() + seconds * 1000;
  await Promise.all(
    ['admin', 'agent', 'upline', 'other'].map((user, seed) => client(url, `${user}@demo.test`, until, seed)),
  );
}

/** Exports all contacts as CSV and as JSON, and checks the largest memory that the process has had. */
async function exportAll(url, pid) {
  const headers = { Authorization: `Bearer ${await signIn(url, 'admin@demo.test')}` };
  for (const path of ['/v1/Contacts.csv', '/v1/Contacts']) {
    const answer = await fetch(url + path, { headers });
    if (!answer.ok) throw new Error(`GET ${path} got ${answer.status}.`);
    for await (const part of answer.body) counts.exportedBytes += part.length;
  }
  counts.peakMB = Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);
  if (counts.peakMB > mostMemory) throw new Error(`The export took ${counts.peakMB} MB.`);
}

async function client(url, user, until, seed) {
  let token = await signIn(url, user);
  let since = Date.now();
  for (let turn = seed; Date.now() < until; turn++) {
    if (Date.now() - since > 300_000) [token, since] = [await signIn(url, user), Date.now()];
    const { path, ...init } = call(turn, user);
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...init.headers };
    const answer = await fetch(url + path, { ...init, headers });
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`${init.method ?? 'GET'} ${path} got ${answer.status}.`);
    counts.calls++;
    await sleep(pause);
  }
}

async function signIn(url, UserName) {
  const body = JSON.stringify({ UserName, Password: password });
  const answer = await fetch(`${url}/v1/Auth/Login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(`${UserName} could not sign in: ${answer.status}.`);
  return (await answer.json()).BearerToken;
}

function call(turn, user) {
  const post = (path, body) => ({ path, method: 'POST', body: JSON.stringify(body) });
  const own = user.startsWith('admin') ? '/v1/Audit?take=50' : '/v1/SlotDistrictMyRequests';
  const calls = [
    { path: '/v1/EventType' },
    { path: '/v1/Contacts?Search=an&take=50' },
    { path: '/v1/ActivityTracker/Contacted.csv' },
    post('/v1/ProjectTeamMembers', {
      ProjectTeamMembers: [{ ProjectID: 1, ContactID: 1 + (turn % 500), MemberRole: 'x' }],
    }),
    { path: '/v1/ActivityTracker/All?take=500' },
    post('/v1/webix/gantt/tasks', { text: `task ${turn}`, duration: 2 }),
    { path: '/v1/Agent/Dropdown' },
    { path: own },
    { path: '/v1/CustomerCheckins' },
    user.startsWith('admin')
      ? {
          ...post('/v1/Sets/states?dryRun=true', ''),
          body: 'StateID,State\n1,A\n',
          headers: { 'Content-Type': 'text/csv' },
        }
      : { path: '/v1/Contacts.xlsx?take=200' },
    { path: '/v1/Smartsheets/Lines?take=100&include=total' },
    { path: '/v1/Nothing' },
  ];
  return calls[turn % calls.length];
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
