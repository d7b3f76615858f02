import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../src/config/config.js';
import { openDatabase } from '../../src/database/start/connect.js';
import type { Db } from '../../src/database/db.js';
import { password, startApp } from '../support/app/app.js';
import { cliSettings } from '../support/processes/cli.js';
import { audited, invariants, kinds, most, seed } from './ledger-writes.js';

/**
 * ok: the service acknowledged the write. failed: it refused the write or the connection. unknown: the answer was lost,
 * or has the outcome `Unknown`.
 */
export type Outcome = 'ok' | 'failed' | 'unknown';

export interface Entry {
  outcome: Outcome;
  /** The status of the last answer; 0: no answer. */
  status: number;
  /** The outcome and the time of each attempt. */
  said?: string;
  /** How often the database contains the write. audits: its number of audit rows. */
  effects: number;
  audits: number;
}

/** text: the body of an answer other than 2xx, or the error of the connection. */
type Reply = Pick<Entry, 'outcome' | 'status'> & { text?: string };

/**
 * Returns a line for each wrong entry. An `ok` write must be stored once, a `failed` one never, `unknown` at most once.
 */
export function judge(entries: readonly Entry[]): { lost: string[]; doubled: string[]; broken: string[] } {
  const [lost, doubled, broken]: string[][] = [[], [], []];
  for (const [index, { outcome, status, said = '', effects, audits }] of entries.entries()) {
    const { path } = kinds[index % kinds.length];
    const what = `write ${index}: ${path} ${outcome} (${status}), ${effects} effects, ${audits} rows of audit ${said}`;
    if (outcome === 'ok' && effects === 0) lost.push(what);
    else if (effects > 1) doubled.push(what);
    else if ((outcome === 'failed' && effects > 0) || audits !== effects) broken.push(what);
  }
  return { lost, doubled, broken };
}

const patience = 20_000;
/** Milliseconds to wait after a refused connection, so that the restarting service gets processor time. */
const wayBack = 250;
const retryFor = 60_000;

/** Settings of the services under load, besides their DATABASE_URL. */
export const ledgerSettings = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  JWT_SECRET: 'test secret of more than 32 bytes, for tests',
  FIELD_KEY: '0123456789abcdef'.repeat(4),
  REQUESTS_PER_USER: '0',
  REQUESTS_PER_ADDRESS: '0',
};

/**
 * Writes over HTTP while a fault happens, and compares the answers with the database afterwards:
 *
 *     const ledger = await Ledger.open(DATABASE_URL);
 *     await ledger.start([url]);
 *     await ledger.more(100);
 *     ledger.fault();
 *     server.kill('SIGKILL');
 *     …
 *     await ledger.more(100);
 *     await ledger.stop();
 *     await ledger.settle('galera, writer killed');
 *
 * Every third write has an Idempotency-Key, and is retried with it until it succeeds.
 */
export class Ledger {
  /** The URLs of the instances; they may change during the load. */
  urls: readonly string[] = [];
  readonly entries: Entry[] = [];
  private readonly run = randomBytes(4).toString('hex');
  private readonly acknowledged: number[] = [];
  private readonly faults: number[] = [];
  private writers: Promise<void>[] = [];
  private stopped = false;
  private began = 0;
  /** The number of entries that earlier calls of `settle` have compared. */
  private compared = 0;
  /** The Authorization header of the writers. */
  authorization = '';

  private constructor(private readonly database: string) {}

  /** Migrates the database, and stores the records that the writes refer to. */
  static async open(DATABASE_URL: string): Promise<Ledger> {
    const app = await startApp({ DATABASE_URL });
    try {
      const user = { displayName: 'Ledger', roles: ['Administrator'], agentId: 0, password };
      await app.users.create('ledger@example.test', user);
      await seed(app);
    } finally {
      await app.close();
    }
    return new Ledger(DATABASE_URL);
  }

  /** Signs in and begins to write. pause: milliseconds between two writes of a writer. */
  async start(urls: readonly string[], { writers = 8, pause = 20 } = {}): Promise<void> {
    this.urls = urls;
    this.stopped = false;
    this.authorization = await this.signIn('ledger@example.test');
    this.began = Date.now();
    this.writers = Array.from({ length: writers }, async () => {
      while (!this.stopped) {
        const { status } = await this.write();
        await sleep(status === 0 ? wayBack : pause);
      }
    });
  }

  /** Returns the Authorization header of a user with the ledger's password. */
  async signIn(UserName: string): Promise<string> {
    const answer = await fetch(`${this.urls[0]}/v1/Auth/Login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ UserName, Password: password }),
    });
    if (!answer.ok) throw new Error(`Not signed in: ${answer.status} ${await answer.text()}`);
    return `Bearer ${((await answer.json()) as { BearerToken: string }).BearerToken}`;
  }

  /** Records the time of a fault. The recovery time is the longest pause between acknowledged writes from then on. */
  fault(): void {
    this.faults.push(Date.now());
  }

  /** Waits until `writes` more writes are acknowledged. Fails after `within` milliseconds. */
  async more(writes: number, within = 60_000): Promise<void> {
    const [wanted, until] = [this.acknowledged.length + writes, Date.now() + within];
    while (this.acknowledged.length < wanted) {
      if (Date.now() > until) {
        const last = this.entries.findLast(({ outcome, said }) => outcome !== 'ok' && said)?.said;
        throw new Error(`Not ${writes} more writes within ${within} ms: ${this.statuses()}; lately ${last}`);
      }
      await sleep(10);
    }
  }

  /** Stops the writers, and waits for the outcomes of their open calls. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.writers);
  }

  /** The number of writes for each last status. 0: no answer. */
  statuses(): string {
    const counts = new Map<number, number>();
    for (const { status } of this.entries) counts.set(status, (counts.get(status) ?? 0) + 1);
    return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');
  }

  /**
   * Compares all outcomes with the database, prints one line about those since the last comparison, and fails if
   * they differ.
   */
  async settle(name: string, DATABASE_URL = this.database): Promise<Record<Outcome, number>> {
    const { db } = await openDatabase(loadConfig(cliSettings(DATABASE_URL)));
    const violated: string[] = [];
    try {
      await this.count(db);
      for (const [what, query] of Object.entries(invariants))
        for (const row of await db.all(query)) violated.push(`not so: ${what}: ${JSON.stringify(row)}`);
    } finally {
      await db.close();
    }
    const { lost, doubled, broken } = judge(this.entries);
    const counts = { ok: 0, failed: 0, unknown: 0 };
    const recent = this.entries.slice(this.compared);
    for (const { outcome } of recent) counts[outcome]++;
    this.compared = this.entries.length;
    const { ok, failed, unknown } = counts;
    const recovered = this.faults.length > 0 ? `, recovered in ${(this.recovery() / 1000).toFixed(1)} s` : '';
    const faults = this.faults.splice(0).map((time) => this.at(time));
    process.stdout.write(
      `ledger ${name}: tried ${recent.length}, ok ${ok}, failed ${failed}, unknown ${unknown}, ` +
        `lost ${lost.length}, duplicated ${doubled.length}${recovered}\n`,
    );
    if (lost.length + doubled.length + broken.length + violated.length > 0)
      violated.push(`Something broke at ${faults.join(', ')} ms.`);
    expect({ lost, doubled, broken: [...broken, ...violated] }).toEqual({ lost: [], doubled: [], broken: [] });
    return counts;
  }

  /** The longest pause in milliseconds between two acknowledged writes after the first fault. */
  private recovery(): number {
    const [first] = this.faults;
    const times = [...this.faults, ...this.acknowledged.filter((time) => time > first)].sort((a, b) => a - b);
    return Math.max(0, ...times.slice(1).map((time, index) => time - times[index]));
  }

  private async count(db: Db): Promise<void> {
    for (const entry of this.entries) entry.effects = entry.audits = 0;
    const rows = async (query: Parameters<Db['all']>[0]): Promise<string[]> =>
      (await db.all<{ Mark: unknown }>(query)).map(({ Mark }) => String(Mark));
    for (const [place, kind] of kinds.entries())
      for (const mark of await rows(kind.effects))
        this.entries[(kind.number(mark) - 1) * kinds.length + place].effects++;
    for (const mark of await rows(audited(this.run))) this.entries[Number(mark.slice(this.run.length + 1))].audits++;
  }

  /** Milliseconds since the first write. */
  private at(time = Date.now()): number {
    return time - this.began;
  }

  private async write(): Promise<Entry> {
    const index = this.entries.length;
    if (index >= most * kinds.length) throw new Error(`More than ${most * kinds.length} writes.`);
    const entry = { outcome: 'unknown' as Outcome, status: 0, said: '', effects: 0, audits: 0 };
    this.entries.push(entry);
    const keyed = turnOf(index) % 3 === 0;
    const until = Date.now() + retryFor;
    let unknown = false;
    for (let attempt = 0; ; attempt++) {
      const from = this.at();
      const { outcome, status, text = '' } = await this.attempt(index, keyed, attempt);
      unknown ||= outcome === 'unknown';
      const said = `${entry.said}\n  ${from} to ${this.at()} ms: ${status} ${text}`;
      // A refusal does not show the outcome of an earlier attempt whose answer was lost.
      Object.assign(entry, { status, said, outcome: unknown && outcome === 'failed' ? 'unknown' : outcome });
      if (outcome === 'ok') this.acknowledged.push(Date.now());
      if (entry.outcome !== 'unknown' || !keyed || Date.now() > until) return entry;
      await sleep(200);
    }
  }

  private async attempt(index: number, keyed: boolean, attempt: number): Promise<Reply> {
    const kind = kinds[index % kinds.length];
    const mark = `${this.run}-${index}`;
    try {
      const answer = await fetch(this.urls[(turnOf(index) + attempt) % this.urls.length] + kind.path, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: this.authorization,
          'X-Request-Id': mark,
          ...(keyed && { 'Idempotency-Key': mark }),
        },
        body: JSON.stringify(kind.body(1 + Math.floor(index / kinds.length))),
        signal: AbortSignal.timeout(patience),
      });
      const text = await answer.text();
      if (answer.ok) return { outcome: 'ok', status: answer.status };
      const outcome = text.includes('"Outcome":"Unknown"') ? 'unknown' : 'failed';
      return { outcome, status: answer.status, text };
    } catch (error) {
      const { cause = error } = error as { cause?: { code?: string } };
      const refused = (cause as { code?: string }).code === 'ECONNREFUSED';
      return { outcome: refused ? 'failed' : 'unknown', status: 0, text: String(cause) };
    }
  }
}

/**
 * The number that decides the instance and the Idempotency-Key of a write. It shifts by one in each round of kinds, so
 * that every kind of write reaches every instance, with a key and without.
 */
function turnOf(index: number): number {
  return (index % kinds.length) + Math.floor(index / kinds.length);
}
