import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { startApp, type TestApp } from '../support/app/app.js';
import { sheetsOf } from '../support/clients/workbook.js';
import { Contact } from '../../src/modules/contacts/contact.entity.js';
import { EventType } from '../../src/modules/eventtypes/event-type.entity.js';
import { plainCell } from '../../src/record/writers/csv.js';
import { startDemo } from '../support/app/demo-app.js';
import { examplesOf } from './examples.js';

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('workbooks', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await app.db.tx(() =>
      app.db.insertAll(EventType, [
        { EventTypeId: 1, EventTypeName: '=1+1', EventCategory: 'Service' },
        { EventTypeId: 2, EventTypeName: '007', EventCategory: 'Outreach' },
        { EventTypeId: 3, EventTypeName: 'Text', EventCategory: 'Outreach' },
      ]),
    );
  });
  afterAll(() => app.close());

  async function call(path: string, request: RequestInit = {}, role: 'Worker' | 'Administrator' = 'Worker') {
    const headers = { ...(request.headers as Record<string, string> | undefined), ...(await app.as(role)) };
    return fetch(app.url + path, { ...request, headers });
  }
  const sheetOf = async (answer: Response) => sheetsOf(Buffer.from(await answer.arrayBuffer()))[0];

  it('a workbook has the rows of the list, and supports list options', async () => {
    const answer = await call('/v1/EventType.xlsx?EventTypeIdIn=1,2,3');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(/^attachment; filename="event-types-[\d-]{10}\.xlsx"$/) as string,
      'cache-control': 'private, no-cache',
    });
    expect(await sheetOf(answer)).toEqual([
      ['EventTypeId', 'EventTypeName', 'EventCategory', 'IsActive'],
      [2, '007', 'Outreach', true],
      [3, 'Text', 'Outreach', true],
      [1, '=1+1', 'Service', true],
    ]);
    const part = 'EventCategory=Outreach&orderByDesc=EventTypeId&fields=EventTypeName,EventTypeId&skip=1&take=5';
    expect(await sheetOf(await call(`/v1/EventType?format=xlsx&${part}`))).toEqual([
      ['EventTypeName', 'EventTypeId'],
      ['007', 2],
    ]);
    expect(await sheetOf(await call('/v1/EventType.xlsx?EventTypeId=9'))).toHaveLength(1);
  });

  it('a workbook has one row for a single record', async () => {
    const [names, ...rows] = await sheetOf(await call('/v1/Roles/1', { headers: { Accept: type } }));
    expect(names.slice(0, 4)).toEqual(['RoleId', 'TenantId', 'Code', 'Name']);
    expect(rows.map((cells) => cells.slice(0, 4))).toEqual([[1, undefined, 'Worker', 'Worker']]);
  });

  it('a workbook has an ETag, and HEAD answers only its headers', async () => {
    const { headers } = await call('/v1/EventType.xlsx', { method: 'HEAD' });
    expect(headers.get('content-type')).toBe(type);
    const known = { 'If-None-Match': headers.get('etag')! };
    expect((await call('/v1/EventType.xlsx', { headers: known })).status).toBe(304);
    expect((await call('/v1/EventType.csv', { headers: known })).status).toBe(200);
  });

  it('a write and its replay can answer with a workbook', async () => {
    const add = (EventTypeName: string) =>
      call(
        '/v1/EventType?format=xlsx',
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'workbook' },
          body: JSON.stringify({ EventTypeName, EventCategory: 'Service' }),
        },
        'Administrator',
      );
    const first = await sheetOf(await add('Visit'));
    expect(first[1].slice(1)).toEqual(['Visit', 'Service', true]);
    expect(await sheetOf(await add('Visit'))).toEqual(first);
    const refused = await add('Fax');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([422, 'application/json; charset=utf-8']);
    expect(refused.headers.get('content-disposition')).toBeNull();
  });
});

describe('the workbooks of a demo', () => {
  let demo: TestApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  it('have no JSON in a cell, in every list and record that the document describes', async () => {
    const admin = await demo.as('Administrator');
    const { body: document } = await demo.http.get('/openapi.json').expect(200);
    const found: string[] = [];
    let sheets = 0;
    for (const { operation, verb, path } of examplesOf(document)) {
      if (verb !== 'get') continue;
      const answer = await fetch(`${demo.url}${path}${path.includes('?') ? '&' : '?'}format=xlsx`, { headers: admin });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.headers.get('content-type') !== type) continue;
      sheets++;
      for (const cell of sheetsOf(bytes).flat(2))
        if (typeof cell === 'string' && /^(\[.*\]|\{.*\})$/s.test(cell))
          found.push(`${operation}: ${cell.slice(0, 60)}`);
    }
    expect(found).toEqual([]);
    expect(sheets).toBeGreaterThan(50);
  });
});

describe('LibreOffice', () => {
  const soffice = process.env.TEST_SOFFICE ?? '/usr/bin/soffice';
  /** LibreOffice's CSV filter: UTF-8, cell content as shown. */
  const shown = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true';

  /** Lists with every field type, an empty list, a single record, and a cell with a long list. */
  const paths: Readonly<Record<string, string>> = {
    contacts: '/v1/Contacts',
    agents: '/v1/Agents',
    checkins: '/v1/CustomerCheckins',
    sums: '/v1/SecuritiesSummary/Branch/2026-01-01/2026-06-30',
    documents: '/v1/PolicyDocuments',
    none: '/v1/Contacts?ContactId=2000000000',
    role: '/v1/Roles/3',
  };

  /** A cell has at most 32,767 characters; a longer text ends with a note. */
  const held = 32_700;

  const isJson = (cell: string): boolean => /^[[{]/.test(cell);
  const timeZone = 'America/Chicago';

  /** A cell of the service's CSV as a spreadsheet shows it: times are local times, and days are days. */
  function asShown(cell: string): string {
    const [, day, time, milliseconds, suffix] =
      /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{3})\d{4}(Z|\+00:00)?$/.exec(cell) ?? [];
    if (day && !suffix) return day;
    if (day && day >= '1900-03-01') {
      const local = new Date(`${day}T${time}Z`).toLocaleString('sv-SE', { timeZone });
      return `${local}${milliseconds === '.000' ? '' : milliseconds}`;
    }
    if (['true', 'false'].includes(cell)) return cell.toUpperCase();
    return plainCell(cell).slice(0, held);
  }

  const tables = (csv: string): string[][] => parse(csv, { relax_column_count: true, bom: true });

  (existsSync(soffice) ? describe : describe.skip)('LibreOffice (at TEST_SOFFICE or /usr/bin/soffice)', () => {
    let app: TestApp;
    let folder: string;
    beforeAll(async () => {
      app = await startDemo(60, { TIME_ZONE: timeZone });
      folder = mkdtempSync(join(tmpdir(), 'agency-sheets-'));
    });
    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      await app.close();
    });

    /** Opens files in LibreOffice and saves them in another format. */
    async function convert(format: string, to: string, files: readonly string[]): Promise<void> {
      const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
      await promisify(execFile)(soffice, [
        ...[profile, '--headless', '--convert-to', format, '--outdir', to],
        ...files,
      ]);
    }

    it('saves a workbook of which an import changes nothing, around the change of summer time too', async () => {
      const admin = await app.as('Administrator');
      const times = ['2026-03-08T07:59:59.1234567', '2026-11-01T06:30:00.0000000', '2026-11-01T07:30:00.5000000'];
      await app.db.tx(() =>
        app.db.insertAll(
          Contact,
          [...times, '1899-05-01T10:00:00.0000000'].map((DateCreated) => ({ Name: 'Saved', AgentId: 1, DateCreated })),
        ),
      );
      const answer = await fetch(`${app.url}/v1/Contacts.xlsx`, { headers: admin });
      const file = join(folder, 'brought-back.xlsx');
      writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
      await convert('xlsx', join(folder, 'saved'), [file]);
      const saved = readFileSync(join(folder, 'saved', 'brought-back.xlsx'));
      const { body } = await app.http.post('/v1/Imports').set(admin).attach('file', saved, 'saved.xlsx').expect(200);
      const [shown] = body.Imports as { ImportId: string; Rows: number }[];
      const { body: lines } = await app.http.get(`/v1/Imports/${shown.ImportId}/Rows`).set(admin).expect(200);
      expect(lines.Rows).toEqual([]);
      expect(shown).toMatchObject({ Unchanged: shown.Rows, Updated: 0, Doubtful: 0, Invalid: 0 });
    });

    it('shows the same values for a workbook and the CSV of the same list', async () => {
      const admin = await app.as('Administrator');
      const bytesOf = async (path: string, format: string): Promise<Buffer> => {
        const answer = await fetch(`${app.url}${path}${path.includes('?') ? '&' : '?'}format=${format}`, {
          headers: admin,
        });
        expect([path, answer.status]).toEqual([path, 200]);
        return Buffer.from(await answer.arrayBuffer());
      };
      // LibreOffice drops \r in CSV; the unit test of workbooks covers it.
      const contact = {
        AgentId: 1,
        FirstName: '=1+1',
        LastName: '-2',
        Phone: '0042',
        Name: 'a "b", <&> 😀',
        AdditionalInformation: ' a  "b", <&>\n_x000D_ 😀 ',
      };
      const dates = { DateOfBirth: '1899-01-01' };
      await app.http
        .post('/v1/Contacts')
        .set(admin)
        .send({ ...contact, ...dates, TotalDebtAmount: 0.1 })
        .expect(200);
      for (const [name, path] of Object.entries(paths))
        writeFileSync(join(folder, `${name}.xlsx`), await bytesOf(path, 'xlsx'));
      await convert(
        shown,
        folder,
        Object.keys(paths).map((name) => join(folder, `${name}.xlsx`)),
      );
      for (const [name, path] of Object.entries(paths)) {
        const expected = tables((await bytesOf(path, 'csv')).toString()).map((row) => row.map(asShown));
        const sheet = tables(readFileSync(join(folder, `${name}.csv`), 'utf8')).map((row) =>
          row.map((cell) => cell.replace(/^\[Shortened: .*?\] /, '').slice(0, held)),
        );
        // A workbook has the columns in the reading order of the record; CSV has the order of the interface.
        const [names] = sheet;
        expect({ name, columns: [...names].sort() }).toEqual({ name, columns: [...expected[0]].sort() });
        const places = expected[0].map((column) => names.indexOf(column));
        const read = sheet.map((row) => places.map((at) => row[at]));
        // CSV has lists and records as JSON; a workbook has them as text for people.
        const compared = read.map((row, at) =>
          row.map((cell, column) => (isJson(expected[at][column]) && !isJson(cell) ? expected[at][column] : cell)),
        );
        expect({ name, read: compared }).toEqual({ name, read: expected });
      }
    });
  });
});
