'use strict';

// Records the responses of a demo to every request of a collection. Runs the collection on two copies of one database:
// values that differ (tokens, random ids, the time of day) are replaced by samples.
const { spawn, spawnSync } = require('node:child_process');
const { copyFileSync, cpSync, mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const Database = require('better-sqlite3');
const newman = require('newman');

const built = join(__dirname, '..', 'dist', 'src');
/** CLOCK of the demo. */
const clock = '2026-11-20T15:00:00';
/** The jobs that change what the requests read. */
const heldJobs = ['mails', 'text messages', 'webhooks', 'appointment reminders', 'due activities', 'close of day'];
/** Most records of a list or file in an example. */
const shown = 2;

/** The responses by request name, as Postman examples. */
async function examplesOf(collection) {
  const folder = mkdtempSync(join(tmpdir(), 'agency-postman-'));
  try {
    const databases = ['one', 'other'].map((name) => join(folder, `${name}.sqlite`));
    const filled = spawnSync(process.execPath, [join(built, 'cli/main.js'), 'demo'], { env: settings(databases[0]) });
    if (filled.status !== 0) throw new Error(String(filled.stderr));
    holdJobs(databases[0]);
    copyFileSync(databases[0], databases[1]);
    cpSync(`${databases[0]}.files`, `${databases[1]}.files`, { recursive: true });
    const one = await answersOf(databases[0], collection);
    const other = await answersOf(databases[1], collection);
    return new Map([...one].map(([name, answer]) => [name, example(answer, other.get(name))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Takes the leases of the jobs, as another instance would. Otherwise an example would depend on whether a message was
 * sent, or an appointment closed, before the next request.
 */
function holdJobs(database) {
  const db = new Database(database);
  const hold = db.prepare(
    "INSERT INTO job (Name, Holder, HeldUntil, LastError) VALUES (?, 'examples', '9999-01-01T00:00:00.0000000', '')",
  );
  for (const name of heldJobs) hold.run(name);
  db.close();
}

function settings(database) {
  return {
    PATH: process.env.PATH,
    PORT: '0',
    CLOCK: clock,
    // With quiet hours, the times of messages would depend on the hour at which this script runs.
    QUIET_HOURS: 'none',
    DATABASE_URL: `sqlite:${database}`,
    JWT_SECRET: 'a secret of the examples, of more than 32 bytes',
    FIELD_KEY: '0123456789abcdef'.repeat(4),
  };
}

/** The responses by request name. Throws an Error with the output of the service. */
async function answersOf(database, collection) {
  const service = spawn(process.execPath, [join(built, 'main.js')], {
    env: settings(database),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  service.stderr.on('data', (text) => (said += text));
  try {
    const baseUrl = await new Promise((resolve, reject) => {
      service.once('close', () => reject(new Error('The service did not start.')));
      service.stdout.on('data', (text) => {
        const address = /"url":"([^"]+)"/.exec(text);
        if (address) resolve(address[1]);
      });
    });
    const run = await new Promise((resolve, reject) =>
      newman.run({ collection, envVar: [{ key: 'baseUrl', value: baseUrl }], reporters: [] }, (error, summary) =>
        error ? reject(error) : resolve(summary.run),
      ),
    );
    if (run.failures.length > 0) {
      const failures = run.failures.map(({ source, error }) => `${source?.name}: ${error.test}: ${error.message}`);
      throw new Error(`The collection does not run on the demo:\n${failures.join('\n')}`);
    }
    return new Map(run.executions.map(({ item, response }) => [item.name, response]));
  } catch (error) {
    throw new Error(`${error.message}\nThe service said:\n${said}`);
  } finally {
    service.kill();
  }
}

function example(one, other) {
  const type = one.headers.get('Content-Type');
  const isJson = type.startsWith('application/json');
  return {
    name: `${one.code} ${one.status}`,
    status: one.status,
    code: one.code,
    _postman_previewlanguage: isJson ? 'json' : 'text',
    header: [{ key: 'Content-Type', value: type }],
    cookie: [],
    body: isJson
      ? JSON.stringify(steady(one.json(), other.json()), null, 2)
      : one
          .text()
          .split(/(?<=\n)/, shown + 1)
          .join(''),
  };
}

/** A value with samples for the parts that differ, and with the first records of every list. */
function steady(one, other) {
  if (Array.isArray(one)) {
    const few = typeof one[0] === 'object' ? one.slice(0, shown) : one;
    return few.map((value, index) => steady(value, other?.[index]));
  }
  if (one !== null && typeof one === 'object')
    return Object.fromEntries(Object.entries(one).map(([name, value]) => [name, steady(value, other?.[name])]));
  return one === other ? one : sampleLike(one);
}

function sampleLike(value) {
  if (typeof value !== 'string') return value;
  if (/^[0-9a-f]{32}$/.test(value)) return '3f2c8a6d4b1e4f7a9c0d5e6b7a8c9d01';
  return /^\d{4}-\d{2}-\d{2}T/.test(value) ? value.replace(/^[\d:.T-]+/, `${clock}.0000000`) : '…';
}

module.exports = { answersOf, examplesOf };
