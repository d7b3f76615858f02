import { parse } from 'csv-parse/sync';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { plainCell } from '../../src/record/writers/csv.js';
import type { TestApp } from '../support/app/app.js';
import { startDemo } from '../support/app/demo-app.js';

const soffice = process.env.TEST_SOFFICE ?? '/usr/bin/soffice';
/** LibreOffice's CSV filter: UTF-8, cell content as shown. */
const shown = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true';

/** Lists with every field type, an empty list, a single record, and a cell with long JSON. */
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

/** A cell of the service's CSV as a spreadsheet shows it. */
function asShown(cell: string): string {
  const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{3})0000(?:Z|\+00:00)?$/.exec(cell);
  if (moment && moment[1] >= '1900-03-01') return `${moment[1]} ${moment[2]}${moment[3] === '.000' ? '' : moment[3]}`;
  if (['true', 'false'].includes(cell)) return cell.toUpperCase();
  return plainCell(cell).slice(0, held);
}

const tables = (csv: string): string[][] => parse(csv, { relax_column_count: true, bom: true });

(existsSync(soffice) ? describe : describe.skip)('LibreOffice (at TEST_SOFFICE or /usr/bin/soffice)', () => {
  let app: TestApp;
  let folder: string;
  beforeAll(async () => {
    app = await startDemo();
    folder = mkdtempSync(join(tmpdir(), 'agency-sheets-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await app.close();
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
    const contact = { AgentId: 1, FirstName: '=1+1', LastName: '-2', Phone: '0042', Name: ' a  "b", <&>\n_x000D_ 😀 ' };
    const dates = { DateOfBirth: '1899-01-01', LastContact: '2026-03-01T12:30:00.1234567Z' };
    await app.http
      .post('/v1/Contacts')
      .set(admin)
      .send({ ...contact, ...dates, TotalDebtAmount: 0.1 })
      .expect(200);
    for (const [name, path] of Object.entries(paths))
      writeFileSync(join(folder, `${name}.xlsx`), await bytesOf(path, 'xlsx'));
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const files = Object.keys(paths).map((name) => join(folder, `${name}.xlsx`));
    const options = ['--headless', '--convert-to', shown, '--outdir', folder, ...files];
    await promisify(execFile)(soffice, [profile, ...options]);
    for (const [name, path] of Object.entries(paths)) {
      const expected = tables((await bytesOf(path, 'csv')).toString()).map((row) => row.map(asShown));
      const read = tables(readFileSync(join(folder, `${name}.csv`), 'utf8')).map((row) =>
        row.map((cell) => cell.slice(0, held)),
      );
      expect({ name, read }).toEqual({ name, read: expected });
    }
  });
});
