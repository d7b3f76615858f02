import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { loadConfig } from '../../src/config/config.js';
import type { Db } from '../../src/database/db.js';
import { openDatabase } from '../../src/database/start/connect.js';
import { cliSettings } from '../support/processes/cli.js';
import { startMailServer, type MailServer } from '../support/servers/mail-server.js';
import { until } from '../support/time/until.js';
import { sent } from './ledger-writes.js';

/** A mail or an event that arrived. id: Message-ID or webhook-id. */
interface Arrival {
  what: string;
  id: string;
}

/** Milliseconds until a receiver confirms a mail or an event. A test can kill the service in this time. */
const confirmation = 30;

/** A mail server and a receiver of events, which record what arrives. */
export class Outgoing {
  private readonly events: Arrival[] = [];

  private constructor(
    private readonly mails: MailServer,
    private readonly receiver: Server,
  ) {
    mails.delay = confirmation;
    receiver.on('request', (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { type, data } = JSON.parse(body) as { type: string; data: { Id: string } };
        this.events.push({ what: `${type} ${data.Id}`, id: String(request.headers['webhook-id']) });
        void sleep(confirmation).then(() => response.writeHead(204).end());
      });
    });
  }

  static async started(): Promise<Outgoing> {
    const receiver = createServer().listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    return new Outgoing(await startMailServer(), receiver);
  }

  /** Settings of the service that sends to these receivers. */
  get settings(): Record<string, string> {
    return { SMTP_URL: this.mails.url, MAIL_FROM: 'office@example.com', WEBHOOK_ALLOW: '127.0.0.0/8' };
  }

  /** Creates a webhook for the receiver of events. */
  async subscribe(service: string, Authorization: string): Promise<void> {
    const Url = `http://127.0.0.1:${(this.receiver.address() as AddressInfo).port}/hook`;
    const answer = await fetch(`${service}/v1/Webhooks`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization },
      body: JSON.stringify({ Url, Events: ['visit.created', 'contact.created'] }),
    });
    if (!answer.ok) throw new Error(`No webhook: ${answer.status} ${await answer.text()}`);
  }

  async close(): Promise<void> {
    this.receiver.closeAllConnections();
    this.receiver.close();
    await this.mails.close();
  }

  /**
   * Waits until the service has sent all mails and events, and prints one line about them. Returns those that are
   * missing, that belong to no stored change, and that arrived under two ids.
   */
  async settle(name: string, DATABASE_URL: string) {
    const expected = await withDb(DATABASE_URL, async (db) => {
      await until(() => isDone(db), undefined, 60_000);
      const found: string[] = [];
      for (const [what, query] of Object.entries(sent))
        for (const { Mark } of await db.all<{ Mark: unknown }>(query)) found.push(`${what} ${String(Mark)}`);
      return found;
    });
    const mails = this.mails.received.map(({ to, headers }) => ({
      what: `mail ${to}`,
      id: headers.get('message-id')!,
    }));
    const arrivals = [...mails, ...this.events];
    const { lost, baseless, doubled, again } = compare(expected, arrivals);
    process.stdout.write(
      `outgoing ${name}: of ${expected.length} mails and events, lost ${lost.length}, without a change ` +
        `${baseless.length}, under two ids ${doubled.length}, repeated with the same id ${again}\n`,
    );
    return { lost, baseless, doubled };
  }
}

/** again: the number of arrivals that repeat an earlier arrival with the same id. */
export function compare(expected: readonly string[], arrivals: readonly Arrival[]) {
  const ids = new Map<string, Set<string>>();
  for (const { what, id } of arrivals) ids.set(what, (ids.get(what) ?? new Set()).add(id));
  const wanted = new Set(expected);
  const distinct = new Set(arrivals.map(({ what, id }) => `${what} ${id}`));
  return {
    lost: expected.filter((what) => !ids.has(what)),
    baseless: [...ids.keys()].filter((what) => !wanted.has(what)),
    doubled: [...ids].flatMap(([what, of]) => (of.size > 1 ? what : [])),
    again: arrivals.length - distinct.size,
  };
}

/** Ends the job leases of a killed process and the waits before retries, which would last up to a minute. */
export async function endHolds(DATABASE_URL: string): Promise<void> {
  await withDb(DATABASE_URL, (db) =>
    db.tx(async () => {
      await db.execute(sql`UPDATE job SET HeldUntil = LastRun`);
      for (const table of [sql`messages`, sql`webhook_deliveries`])
        await db.execute(sql`UPDATE ${table} SET NextTryAt = CreatedAt WHERE State = 'Pending'`);
    }),
  );
}

async function isDone(db: Db): Promise<boolean> {
  for (const table of [sql`messages`, sql`webhook_deliveries`])
    if (await db.exists(sql`${table} WHERE State = 'Pending'`)) return false;
  return true;
}

async function withDb<T>(DATABASE_URL: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db } = await openDatabase(loadConfig(cliSettings(DATABASE_URL)));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
