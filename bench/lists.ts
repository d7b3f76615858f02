import { own } from '../src/cli/demo/filling.js';
import { execute, select } from './data.js';
import { bearer, once } from './load.js';
import type { Result } from './report.js';
import type { Server } from './servers.js';

interface Table {
  name: string;
  /** The numeric key. A copy has this key plus the highest key. */
  key: string;
  /** SQL for the columns that differ in a copy. {id}: the key of the copy. {most}: the highest key before. */
  becomes: Readonly<Record<string, string>>;
  where?: string;
}

/** The note of a copy is empty, because a note is encrypted for its row and cannot be decrypted in another row. */
const noNote = "''";
const year = (column: string): string => `CONCAT(2020 + {id} % 10, SUBSTR(${column}, 5))`;
const named = (name: string, key: string, column: string): Table => ({
  name,
  key,
  becomes: { [column]: `CONCAT(SUBSTR(${column}, 1, 100), ' ', {id})` },
});

/**
 * `grow` doubles these tables together, so that each copy of a contact has copies of the contact's rows.
 */
const contacts: readonly Table[] = [
  {
    name: 'contact_terms',
    key: 'ContactId',
    // Change the terms of whole values in a copy, so that the copy is no duplicate of the contact.
    becomes: { Term: "CASE WHEN Term LIKE '=%' THEN CONCAT(SUBSTR(Term, 1, 50), {most}) ELSE Term END" },
    // Copy only the terms of whole values, which duplicates need, and short terms, which the measured search needs.
    where: "Term LIKE '=%' OR (Term LIKE '*%' AND LENGTH(Term) < 5)",
  },
  { name: 'activities', key: 'ContactId', becomes: { ActivityId: 'ActivityId + {activities}', Note: noNote } },
  {
    name: 'contacts',
    key: 'ContactId',
    becomes: { ContactGUID: 'CONCAT(SUBSTR(ContactGUID, 1, 22), SUBSTR(10000000000 + {id}, 2))' },
  },
];

const audited = 50_000;
const changes = `CONCAT('[{"Record":"Contact","Id":"', 1 + {id} % ${audited},
  '","Action":"Update","Before":{"Tags":"one"},"After":{"Tags":"two"}}]')`;

const others: readonly Table[] = [
  {
    name: 'appointments',
    key: 'AppointmentId',
    becomes: {
      ...{ AgentId: '1 + {id} % {agents}', StartDate: year('StartDate'), EndDate: year('EndDate') },
      Note: noNote,
    },
  },
  {
    name: 'audit',
    key: 'AuditId',
    becomes: { Record: "'Contact'", RecordId: `CONCAT(1 + {id} % ${audited})`, Changes: changes },
  },
  named('counties', 'CountyID', 'County'),
  named('districts', 'DistrictID', 'DistrictName'),
  named('schools', 'SchoolID', 'SchoolName'),
];

/** Doubles the tables of the measured lists by copying their rows, until each table has this many rows. */
export async function grow(url: string, rows: number): Promise<void> {
  while ((await number(url, 'SELECT COUNT(*) AS Value FROM contacts')) < rows) {
    const most = await number(url, 'SELECT MAX(ContactId) AS Value FROM contacts');
    // The contacts come first, because foreign keys refer to them.
    for (const table of [...contacts].reverse()) await copy(url, table, most);
  }
  for (const table of others)
    while ((await number(url, `SELECT COUNT(*) AS Value FROM ${table.name}`)) < rows)
      await copy(url, table, await number(url, `SELECT MAX(${table.key}) AS Value FROM ${table.name}`));
  const tables = [...contacts, ...others].map(({ name }) => name).join(', ');
  await execute(url, [url.startsWith('sqlite:') ? 'ANALYZE' : `ANALYZE TABLE ${tables}`]);
}

async function copy(url: string, { name, key, becomes, where }: Table, most: number): Promise<void> {
  const [row] = await select<object>(url, `SELECT * FROM ${name} LIMIT 1`);
  const values: Partial<Record<string, string>> = { ...becomes, [key]: '{id}' };
  const given: Partial<Record<string, string>> = {
    ...{ id: `(${key} + ${most})`, most: String(most) },
    agents: String(await number(url, 'SELECT MAX(AgentId) AS Value FROM agents')),
    activities: String(await number(url, 'SELECT MAX(ActivityId) AS Value FROM activities')),
  };
  const columns = Object.keys(row);
  const made = columns.map((column) =>
    (values[column] ?? column).replaceAll(/\{(\w+)\}/g, (text, word: string) => given[word] ?? text),
  );
  await execute(url, [
    `INSERT INTO ${name} (${columns.join(', ')}) SELECT ${made.join(', ')} FROM ${name}
      WHERE ${key} <= ${most}${where === undefined ? '' : ` AND (${where})`}`,
  ]);
}

async function number(url: string, query: string): Promise<number> {
  return (await select<{ Value: number }>(url, query))[0].Value;
}

interface ListRead {
  list: string;
  path: string;
  users: readonly User[];
}

type User = 'admin' | 'agent' | 'desk';

const calls = 30;
const day = 86_400_000;
const everyone: readonly User[] = ['admin', 'agent'];

/** Measures the first page of each list, one call after the other. */
export async function firstPages(
  databaseUrl: string,
  { url }: Server,
  wanted: (work: string) => boolean,
): Promise<Result[]> {
  const results: Result[] = [];
  const works = (await listsOf(databaseUrl)).flatMap(({ list, path, users }) =>
    users.map((user) => ({ work: `first page: ${list}, ${user}`, path, user })),
  );
  for (const { work, path, user } of works.filter((one) => wanted(one.work))) {
    const headers = await bearer(url, user);
    const target = url + (path === calendar ? await calendarOf(url, headers) : path);
    const times: number[] = [];
    for (let call = 0; call < calls; call++) times.push(1000 * (await once(target, headers)));
    results.push({ work, unit: 'ms', rounds: { service: times }, isCost: true });
  }
  return results;
}

const calendar = '/calendar';

async function listsOf(databaseUrl: string): Promise<ListRead[]> {
  const [{ ContactId }] = await select<{ ContactId: number }>(
    databaseUrl,
    `SELECT ContactId FROM contacts WHERE AgentId = ${own.agent} AND Deleted = 0 AND ContactId < ${audited} LIMIT 1`,
  );
  const [{ LocationId }] = await select<{ LocationId: string }>(
    databaseUrl,
    "SELECT l.LocationId FROM user_locations l JOIN users u ON u.UserId = l.UserId WHERE u.UserName LIKE 'desk@%'",
  );
  const date = (days: number): string => new Date(Date.now() + days * day).toISOString().slice(0, 10);
  const contact = `/v1/Contacts/${ContactId}`;
  return [
    { list: 'activities', path: `${contact}/Activities?take=50`, users: everyone },
    { list: 'appointments', path: `/v1/Appointments/${date(-15)}/${date(15)}?take=50`, users: everyone },
    { list: 'calendar', path: calendar, users: ['agent'] },
    {
      list: 'reception customers',
      path: `/v1/CustomerCheckins/Customers?LocationId=${LocationId}&Search=mar`,
      users: ['admin', 'desk'],
    },
    { list: 'history', path: `${contact}/History?take=50`, users: everyone },
    { list: 'duplicates', path: '/v1/Contacts/Duplicates?take=50', users: everyone },
    ...['Schools', 'Districts', 'Counties'].map((name) => ({
      ...{ list: `look-ups ${name}`, path: `/v1/${name}?take=50`, users: ['agent'] as const },
    })),
    { list: 'leftbehind', path: `/v1/Agents/${own.agent}/LeftBehind`, users: everyone },
  ];
}

async function calendarOf(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}/v1/Appointments/Calendar`, { method: 'POST', headers });
  const { Calendar } = (await answer.json()) as { Calendar: { Address: string }[] };
  return new URL(Calendar[0].Address).pathname;
}
