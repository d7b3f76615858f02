import { createHmac, createSecretKey } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Database from 'better-sqlite3';
import { createPool, type ResultSetHeader } from 'mysql2';
import { own } from '../src/cli/demo/filling.js';
import { Contact } from '../src/modules/contacts/contact.entity.js';
import { EventType } from '../src/modules/eventtypes/event-type.entity.js';
import { Permission, Role } from '../src/modules/roles/role.entity.js';
import { fieldsOf } from '../src/record/metadata.js';
import { cell, locksSince, shown, shownContactRows, succeeded } from './floor-answers.js';
import { writes, type Row, type Values, type Work } from './floor-writes.js';
import { branchOf, columnsOf, contactColumns, namesOfContact, visibleContacts } from './queries.js';

/**
 * A hand-written server, whose calls show the lowest possible cost: node:http and the driver, without error handling,
 * formats, exact numbers or a log. Its reads have the bodies that the service sends. Settings: DATABASE_URL, FIELD_KEY;
 * SESSION=1 also reads the session, in one query.
 */
const url = process.env.DATABASE_URL!;
const withSession = process.env.SESSION === '1';
const secret = createSecretKey(Buffer.from(process.env.JWT_SECRET!));

interface Source {
  all(sql: string, values?: Values): Promise<Row[]> | Row[];
  /** Runs the work in a transaction. */
  tx<T>(work: (open: Work) => Promise<T>): Promise<T>;
  stream(sql: string): AsyncIterable<Row> | Iterable<Row>;
}

function open(): Source {
  return url.startsWith('sqlite:') ? sqlite(url.slice('sqlite:'.length)) : mysql();
}

function sqlite(file: string): Source {
  const database = new Database(file);
  database.pragma('synchronous = FULL');
  const prepared = new Map<string, Database.Statement<unknown[], Row>>();
  const statement = (sql: string): Database.Statement<unknown[], Row> => {
    let found = prepared.get(sql);
    if (!found) prepared.set(sql, (found = database.prepare<unknown[], Row>(sql)));
    return found;
  };
  const all = (sql: string, values: Values = []): Row[] => statement(sql).all(...values);
  const work: Work = {
    rows: async (sql, values) => all(sql, values),
    write: async (sql, values = []) => {
      const { lastInsertRowid, changes } = statement(sql).run(...values);
      return Number(lastInsertRowid) - changes + 1;
    },
    lock: '',
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(does: (open: Work) => Promise<T>): Promise<T> => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const answer = await does(work);
      database.exec('COMMIT');
      return answer;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  };
  return {
    all,
    tx: (does) => {
      const turn = last.then(() => inTurn(does));
      last = turn.catch(() => undefined);
      return turn;
    },
    stream: (sql) => statement(sql).iterate(),
  };
}

function mysql(): Source {
  const callbacks = createPool({ uri: url, connectionLimit: 16, supportBigNumbers: true });
  callbacks.on('connection', (connection) => {
    connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  });
  const pool = callbacks.promise();
  const once = async <T>(does: (open: Work) => Promise<T>): Promise<T> => {
    const connection = await pool.getConnection();
    try {
      await connection.query('START TRANSACTION');
      const answer = await does({
        rows: async (sql, values) => (await connection.query(sql, values))[0] as Row[],
        write: async (sql, values) => (await connection.query<ResultSetHeader>(sql, values))[0].insertId,
        lock: ' FOR UPDATE',
      });
      await connection.query('COMMIT');
      return answer;
    } catch (error) {
      await connection.query('ROLLBACK');
      throw error;
    } finally {
      connection.release();
    }
  };
  return {
    all: async (sql, values) => (await pool.query(sql, values))[0] as Row[],
    async tx(does) {
      for (;;)
        try {
          return await once(does);
        } catch (error) {
          if ((error as { code?: string }).code !== 'ER_LOCK_DEADLOCK') throw error;
        }
    },
    stream: (sql) => callbacks.query(sql).stream() as AsyncIterable<Row>,
  };
}

const source = open();
const whose = `SELECT u.UserId, u.Disabled, r.RoleCode, a.AgentId FROM sessions s JOIN users u ON u.UserId = s.UserId
  LEFT JOIN user_roles r ON r.UserId = u.UserId LEFT JOIN agents a ON a.UserId = u.UserId
  WHERE s.SessionId = ? AND s.EndedAt IS NULL AND s.ExpiresAt > ?`;

/** Whether the bearer token is signed and its session is open. */
async function isKnown({ headers }: IncomingMessage): Promise<boolean> {
  const token = (headers.authorization ?? '').slice('Bearer '.length);
  const [head, body, signature] = token.split('.');
  if (createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url') !== signature) return false;
  const { sid } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { sid: string };
  const rows = await source.all(whose, [sid, new Date().toISOString()]);
  return rows.length > 0 && !rows[0].Disabled;
}

function json(response: ServerResponse, answer: unknown): void {
  const text = JSON.stringify(answer);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

async function csv(response: ServerResponse, sql: string): Promise<void> {
  response.setHeader('Content-Type', 'text/csv');
  const since = locksSince();
  const names = fieldsOf(Contact).map(({ name }) => name);
  let text = `${names.join()}\r\n`;
  for await (const row of source.stream(sql)) {
    const [contact] = shownContactRows([row], since);
    text += `${names.map((name) => cell(contact[name])).join()}\r\n`;
    if (text.length < 32_768) continue;
    if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
    text = '';
  }
  response.end(text);
}

const shownEventTypes = shown(EventType);
const shownRoles = shown(Role);
const shownPermissions = shown(Permission);
const eventTypes = `SELECT ${columnsOf(EventType, 'e')} FROM event_types e WHERE e.IsActive = 1
  ORDER BY e.EventCategory, e.EventTypeName, e.EventTypeId`;
const role = `SELECT ${columnsOf(Role, 'r')} FROM roles r WHERE r.RoleId = ?`;
const permissions = `SELECT ${columnsOf(Permission, 'p')} FROM role_permissions g
  JOIN permissions p ON p.PermissionId = g.PermissionId WHERE g.RoleId = ? ORDER BY p.SortOrder, p.PermissionId`;

/** Reads the branch of the caller, then the keys of the page with its rows and their names. */
async function page(take: number): Promise<Row[]> {
  const agents = (await source.all(branchOf(own.agent))).map(({ AgentId }) => Number(AgentId));
  return source.all(`SELECT ${contactColumns} FROM (${visibleContacts(own.agent, agents, take)}) v
    JOIN contacts c ON c.ContactId = v.ContactId ${namesOfContact} ORDER BY c.LastContact DESC, c.ContactId DESC`);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (withSession && !(await isKnown(request))) {
    response.statusCode = 401;
    response.end();
    return;
  }
  const [path, query = ''] = request.url!.split('?');
  if (request.method === 'POST') {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
    const body = JSON.parse(text) as Record<string, unknown>;
    json(response, await source.tx((open) => writes[path](open, body)));
    return;
  }
  const take = Number(new URLSearchParams(query).get('take'));
  const id = Number(path.slice(path.lastIndexOf('/') + 1));
  if (path === '/v1/EventType')
    json(response, { ResponseStatus: succeeded, EventType: shownEventTypes(await source.all(eventTypes)) });
  else if (path.startsWith('/v1/Roles/')) {
    const [found] = shownRoles(await source.all(role, [id]));
    json(response, { ...found, Permissions: shownPermissions(await source.all(permissions, [id])) });
  } else if (path === '/v1/ActivityTracker/All')
    json(response, { ResponseStatus: succeeded, Contact: shownContactRows(await page(take), locksSince()) });
  else
    await csv(
      response,
      `SELECT ${contactColumns} FROM contacts c ${namesOfContact} WHERE c.Deleted IS NULL OR c.Deleted = 0
        ORDER BY c.LastContact DESC, c.ContactId DESC`,
    );
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    if (!request.destroyed || request.complete) process.stderr.write(`${String(error)}\n`);
    response.statusCode = 500;
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`{"url":"http://127.0.0.1:${port}"}\n`);
});
