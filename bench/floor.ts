import { createServer, type ServerResponse } from 'node:http';
import Database from 'better-sqlite3';
import { createPool } from 'mysql2';

/**
 * What the same reads cost at the least: node:http, the driver and nothing else. No sign-in, no errors, no formats, no
 * exact numbers. Argument: DATABASE_URL.
 */
const url = process.argv[2];

type Row = Record<string, string | number | null>;
type Query = (sql: string) => AsyncIterable<Row> | Iterable<Row>;

function open(): Query {
  if (url.startsWith('sqlite:')) {
    const database = new Database(url.slice('sqlite:'.length), { readonly: true });
    return (sql) => database.prepare<[], Row>(sql).iterate();
  }
  const pool = createPool({ uri: url, connectionLimit: 16, supportBigNumbers: true });
  return (sql) => pool.query(sql).stream() as AsyncIterable<Row>;
}

const query = open();
const contacts = 'SELECT * FROM contacts ORDER BY ContactId';

async function json(response: ServerResponse, name: string, sql: string): Promise<void> {
  response.setHeader('Content-Type', 'application/json');
  let text = `{"ResponseStatus":null,"${name}":[`;
  let separator = '';
  for await (const row of query(sql)) {
    text += separator + JSON.stringify(row);
    separator = ',';
    if (text.length < 32_768) continue;
    if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
    text = '';
  }
  response.end(`${text}]}`);
}

async function csv(response: ServerResponse, sql: string): Promise<void> {
  response.setHeader('Content-Type', 'text/csv');
  let text = '';
  for await (const row of query(sql)) {
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

const answers: Partial<Record<string, (response: ServerResponse) => Promise<void>>> = {
  '/v1/EventType/1': (response) => json(response, 'EventType', 'SELECT * FROM event_types WHERE EventTypeId = 1'),
  '/v1/Agent/Dropdown': (response) =>
    json(
      response,
      'Agents',
      `SELECT a.AgentId, a.AgentName, a.AgentStatus, COALESCE(n.Contacts, 0) AS ContactCount FROM agents a LEFT JOIN
        (SELECT AgentId, COUNT(*) AS Contacts FROM contacts WHERE Deleted = 0 GROUP BY AgentId) n ON n.AgentId = a.AgentId
        ORDER BY a.AgentName`,
    ),
  '/v1/ActivityTracker/All?take=500': (response) => json(response, 'Contact', `${contacts} LIMIT 500`),
  '/v1/ActivityTracker/All.csv': (response) => csv(response, contacts),
};

const server = createServer((request, response) => void answers[request.url ?? '']?.(response));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
