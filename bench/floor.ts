import { createHmac, createSecretKey } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Database from 'better-sqlite3';
import { createPool } from 'mysql2';
import { contactNames, namesOfContact, visibleContacts } from './queries.js';

/**
 * What the same reads cost at the least: node:http, the driver and nothing else. No errors, no formats, no exact
 * numbers, no
 * log. Settings: DATABASE_URL; SESSION=1 also asks whose session it is, in one query.
 */
const url = process.env.DATABASE_URL!;
const withSession = process.env.SESSION === '1';
const secret = createSecretKey(Buffer.from(process.env.JWT_SECRET!));

type Row = Record<string, string | number | null>;
type Values = (string | number)[];

interface Source {
  all(sql: string, values?: Values): Promise<Row[]> | Row[];
  stream(sql: string): AsyncIterable<Row> | Iterable<Row>;
}

function open(): Source {
  if (url.startsWith('sqlite:')) {
    const database = new Database(url.slice('sqlite:'.length), { readonly: true });
    const prepared = new Map<string, Database.Statement<unknown[], Row>>();
    const statement = (sql: string): Database.Statement<unknown[], Row> => {
      let found = prepared.get(sql);
      if (!found) prepared.set(sql, (found = database.prepare<unknown[], Row>(sql)));
      return found;
    };
    return { all: (sql, values = []) => statement(sql).all(...values), stream: (sql) => statement(sql).iterate() };
  }
  const pool = createPool({ uri: url, connectionLimit: 16, supportBigNumbers: true });
  return {
    all: (sql, values = []) =>
      new Promise((resolve, reject) => {
        pool.query(sql, values, (error, rows) => (error ? reject(error) : resolve(rows as Row[])));
      }),
    stream: (sql) => pool.query(sql).stream() as AsyncIterable<Row>,
  };
}

const source = open();
const whose = `SELECT u.UserId, u.Disabled, r.RoleCode, a.AgentId FROM sessions s JOIN users u ON u.UserId = s.UserId
  LEFT JOIN user_roles r ON r.UserId = u.UserId LEFT JOIN agents a ON a.UserId = u.UserId
  WHERE s.SessionId = ? AND s.EndedAt IS NULL AND s.ExpiresAt > ?`;

/** Whether the bearer token is signed and its session lives. */
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
  let text = '';
  for await (const row of source.stream(sql)) {
    const cells = Object.values(row).map((value) => {
      const cell = String(value ?? '');
      return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    });
    text += `${cells.join(',')}\r\n`;
    if (text.length < 32_768) continue;
    if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
    text = '';
  }
  response.end(text);
}

const eventTypes = `SELECT EventTypeId, EventTypeName, EventCategory, IsActive FROM event_types WHERE IsActive = 1
  ORDER BY EventCategory, EventTypeName, EventTypeId`;
const permissions = `SELECT p.* FROM role_permissions g JOIN permissions p ON p.PermissionId = g.PermissionId
  WHERE g.RoleId = ? ORDER BY p.SortOrder, p.PermissionId`;

/** The keys of the page first, then its rows with their names. */
function page(take: number): string {
  return `SELECT c.*, ${contactNames}
    FROM (${visibleContacts} ORDER BY c.LastContact DESC, c.ContactId DESC LIMIT ${take}) v
    JOIN contacts c ON c.ContactId = v.ContactId ${namesOfContact} ORDER BY c.LastContact DESC, c.ContactId DESC`;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (withSession && !(await isKnown(request))) {
    response.statusCode = 401;
    response.end();
    return;
  }
  const [path, query = ''] = request.url!.split('?');
  const take = Number(new URLSearchParams(query).get('take'));
  const id = Number(path.slice(path.lastIndexOf('/') + 1));
  if (path === '/v1/EventType') json(response, { ResponseStatus: null, EventType: await source.all(eventTypes) });
  else if (path.startsWith('/v1/Roles/')) {
    const [role] = await source.all('SELECT * FROM roles WHERE RoleId = ?', [id]);
    json(response, { ...role, Permissions: await source.all(permissions, [id]) });
  } else if (path === '/v1/ActivityTracker/All')
    json(response, { ResponseStatus: null, Contact: await source.all(page(take)) });
  else
    await csv(
      response,
      `SELECT c.*, ${contactNames} FROM contacts c ${namesOfContact} WHERE c.Deleted = 0
        ORDER BY c.LastContact DESC, c.ContactId DESC`,
    );
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`{"url":"http://127.0.0.1:${port}"}\n`);
});
