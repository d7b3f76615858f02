import type { ChildProcess } from 'node:child_process';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { demoPassword, startDemo } from '../../../../test/support/app/demo-app.js';
import { signedIn, type TestApp } from '../../../../test/support/app/app.js';
import { archiveOf } from '../../../../test/support/clients/workbook-file.js';
import { cliSettings } from '../../../../test/support/processes/cli.js';
import { startProcess } from '../../../../test/support/processes/service-process.js';

// Files that are made to stop the service, sent to the built service while another user calls it.

type Auth = Record<'Authorization', string>;

let demo: TestApp;
let service: ChildProcess;
let url: string;
let agent: Auth;
let other: Auth;

beforeAll(async () => {
  demo = await startDemo();
  ({ child: service, url } = await startProcess({ ...cliSettings(demo.database), REQUESTS_PER_USER: '0' }));
  agent = await signedIn({ http: request(url) }, 'agent@demo.test', demoPassword);
  other = await signedIn({ http: request(url) }, 'other@demo.test', demoPassword);
});
afterAll(async () => {
  service.kill();
  await demo.close();
});

const mebibyte = 1024 ** 2;
const send = (content: Buffer, type = 'application/octet-stream', as = agent): Promise<Response> =>
  fetch(`${url}/v1/Imports`, {
    method: 'POST',
    headers: { ...as, 'Content-Type': type },
    body: new Uint8Array(content),
  });

/**
 * Calls the service as another user, one call after the other, until `work` ends; returns the number of calls. The
 * pauses leave the processor to the work.
 */
async function meanwhile(work: Promise<unknown>): Promise<number> {
  const state = { isOver: false };
  void work.catch(() => undefined).finally(() => (state.isOver = true));
  for (let calls = 0; ; calls++) {
    const response = await fetch(`${url}/v1/EventType`, { headers: other });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    if (state.isOver) return calls;
    await sleep(20);
  }
}

async function messageOf(response: Response): Promise<string> {
  return ((await response.json()) as { ResponseStatus: { Message: string } }).ResponseStatus.Message;
}

/** A row of a sheet with the cells of `xml`. */
const row = (line: number, xml: string): string => `<row r="${line}">${xml}</row>`;
const sheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const header = row(1, '<c r="A1" t="inlineStr"><is><t>LastName</t></is></c>');
const usual = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<R><Relationship Id="a" Target="worksheets/s.xml"/></R>',
  'xl/worksheets/s.xml': sheet(header + row(2, '<c r="A2"><v>1</v></c>')),
};
/** A workbook with other parts than the usual ones. */
const workbook = (parts: Partial<Record<string, string>>): Promise<Buffer> => archiveOf({ ...usual, ...parts });
const ofSheet = (rows: string): Promise<Buffer> => workbook({ 'xl/worksheets/s.xml': sheet(rows) });
const ofTexts = (texts: string): Promise<Buffer> => workbook({ 'xl/sharedStrings.xml': `<sst>${texts}</sst>` });
const ofStyles = (formats: string, styles = ''): Promise<Buffer> =>
  workbook({ 'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>` });
const format = (id: number, code: string): string => `<numFmt numFmtId="${id}" formatCode="${code}"/>`;
const many = (count: number, xml: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => xml(at)).join('');
/** An archive whose directory has `count` entries, which all are the same file of no bytes. */
function entries(count: number): Buffer {
  const local = Buffer.alloc(31);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(1, 26);
  local.write('a', 30);
  const entry = Buffer.alloc(47);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(1, 28);
  entry.write('a', 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(entry.length * count, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, ...Array.from({ length: count }, () => entry), end]);
}

it.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ['33 million nested tags', () => workbook({ 'xl/worksheets/s.xml': '<a>'.repeat(33e6) }), '100 levels deep'],
  ['100 MB of sheets', () => workbook({ 'xl/workbook.xml': `<w>${'<sheet/>'.repeat(12.5e6)}</w>` }), '10000 sheets'],
  ['100 MB of shared texts', () => ofTexts('<si/>'.repeat(20e6)), '1000000 texts'],
  [
    'a million attributes',
    () => workbook({ 'xl/worksheets/s.xml': `<a ${many(1e6, (at) => `a${at}="" `)}/>` }),
    '100 attributes',
  ],
  [
    'a cell of 100 MB of escapes',
    () => ofSheet(header + row(2, `<c r="A2" t="inlineStr"><is><t>${'_x000D_'.repeat(14e6)}</t></is></c>`)),
    'more than 32767 characters',
  ],
  ['a shared text of 10 MB', () => ofTexts(`<si><t>${'_x000D_'.repeat(1.4e6)}</t></si>`), 'more than 32767 characters'],
  [
    'a number format of 60,000 brackets',
    () => ofStyles(format(200, '['.repeat(60_000)), '<xf numFmtId="200"/>'.repeat(8)),
    '255 characters',
  ],
  ['70,000 number formats', () => ofStyles(many(7e4, (at) => format(at, '['.repeat(200)))), '65536 number formats'],
  ['100,000 styles', () => ofStyles('', '<xf numFmtId="200"/>'.repeat(1e5)), '65536 styles'],
  ['a row 500,000,000', () => ofSheet(header + row(5e8, '<c r="A500000000"><v>1</v></c>')), 'row beyond 1048576'],
  ['a row 1e15', () => ofSheet('<row r="1e15"><c><v>1</v></c></row>'), 'wrong number of a row'],
  ['a row -1', () => ofSheet('<row r="-1"><c><v>1</v></c></row>'), 'wrong number of a row'],
  ['rows that go backwards', () => ofSheet(row(3, '') + row(2, '')), 'wrong number of a row'],
  ['two million empty rows', () => ofSheet('<row/>'.repeat(2e6)), 'row beyond 1048576'],
  ['a cell in a far column', () => ofSheet(row(1, '<c r="ZZZ1"><v>1</v></c>')), '500 columns'],
  ['a cell in no column', () => ofSheet(row(1, '<c r="1"><v>1</v></c>')), 'cell with a wrong name'],
  ['a cell of another row', () => ofSheet(row(1, '<c r="A2"><v>1</v></c>')), 'cell with a wrong name'],
  ['16,385 columns', () => ofSheet(`<row r="1">${'<c><v>1</v></c>'.repeat(16_385)}</row>`), '500 columns'],
  ['25 million cells in a row', () => ofSheet(header + row(2, '<c/>'.repeat(25e6))), 'row of more than 16384 cells'],
  ['11 million values in a cell', () => ofSheet(header + row(2, `<c>${'<v/>'.repeat(11e6)}</c>`)), '10000000 elements'],
  ['a comment of 10 MB', () => ofSheet(`<!--${'x'.repeat(10e6)}-->`), 'more than 64 KiB'],
  ['an attribute of 10 MB', () => workbook({ 'xl/workbook.xml': `<w a="${'x'.repeat(10e6)}"/>` }), 'more than 64 KiB'],
  [
    'an external entity',
    () => workbook({ 'xl/workbook.xml': '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]><w>&e;</w>' }),
    'document type',
  ],
  ['an unknown entity', () => workbook({ 'xl/workbook.xml': '<w>&secret;</w>' }), 'damaged'],
  ['60,000 entries of one file', () => entries(60_000), '10000 parts'],
  ['a CSV of one line of 24 MB', () => Buffer.alloc(24e6, 'a'), 'a row has more than 1 MiB'],
  ['24 MB of commas', () => Buffer.alloc(24e6, ','), '500 columns'],
  ['24 MB of quotes', () => Buffer.alloc(24e6, '"'), 'not valid CSV'],
  ['a quote that is never closed', () => Buffer.from(`LastName,Title\n"${'x,y\n'.repeat(6e6)}`), 'missing quote'],
  ['two million rows of a comma', () => Buffer.from(`LastName,Title\n${',\n'.repeat(2e6)}`), '1048576 rows'],
  [
    'a workbook of 50,000 rows with the last of 500 cells',
    () => ofSheet(header + many(5e4, (at) => row(at + 2, `<c r="SF${at + 2}" t="b"><v>1</v></c>`))),
    '5000000 cells',
  ],
  ['24 MB of zeros', () => Buffer.alloc(24e6), 'neither CSV nor a workbook'],
  ['binary data', () => Buffer.concat([Buffer.from('LastName\n'), Buffer.alloc(1e6, '\u0001\u0000')]), 'neither CSV'],
])('refuses %s, and serves others', async (_, make, why) => {
  const sent = make();
  const answer = send(await sent);
  await meanwhile(answer);
  const response = await answer;
  expect(response.status).toBe(400);
  expect(await messageOf(response)).toContain(why);
});

it.each<[string, () => Buffer | Promise<Buffer>, string, object]>([
  [
    'two million merged cells, and serves others by turns',
    () =>
      workbook({
        'xl/worksheets/s.xml': sheet(`${header}</sheetData>${'<mergeCell ref="A1:B2"/>'.repeat(2e6)}<sheetData>`),
      }),
    '',
    { Rows: 0 },
  ],
  [
    'sizes behind the data, shared formulas and texts in parts',
    async () => {
      const zip = new ZipFile();
      const cells = '<c r="A2" t="str"><f t="shared" ref="A2:A3" si="0">B2&amp;"x"</f><v>Lov<!---->elace</v></c>';
      const parts = { ...usual, 'xl/worksheets/s.xml': sheet(header + row(2, cells)) };
      for (const [name, xml] of Object.entries(parts)) zip.addReadStream(Readable.from([Buffer.from(xml)]), name);
      zip.end();
      return buffer(zip.outputStream);
    },
    'Lovelace',
    { Rows: 1 },
  ],
  ['lines that end with CR alone', () => Buffer.from('LastName,Title\rLovelace,Ms\rByron,\r'), 'Lovelace', { Rows: 2 }],
  ['24 MB of line ends', () => Buffer.from(`LastName\nLovelace\n${'\n'.repeat(24e6)}`), 'Lovelace', { Rows: 1 }],
  ['UTF-16 without a mark', () => Buffer.from('LastName\nŁukasz\n', 'utf16le'), 'Łukasz', { Rows: 1 }],
  [
    'a cell with 32,767 characters that are all escaped',
    () => ofSheet(header + row(2, `<c r="A2" t="inlineStr"><is><t>${'_x0041_'.repeat(32_767)}</t></is></c>`)),
    'A'.repeat(200),
    { Rows: 1, Invalid: 1 },
  ],
])('reads %s', async (_, make, Example, counts) => {
  const answer = send(await make());
  const calls = await meanwhile(answer);
  const response = await answer;
  expect(response.status).toBe(200);
  const { Imports } = (await response.json()) as { Imports: object[] };
  expect(Imports).toMatchObject([
    { ...counts, Columns: expect.arrayContaining([expect.objectContaining({ Example })]) },
  ]);
  // A blocked process serves the first of the calls that wait for it, and then the upload.
  if (_.includes('by turns')) expect(calls).toBeGreaterThan(2);
});

it('refuses the encoding UTF-7, which hides markup in ASCII', async () => {
  const response = await send(Buffer.from('LastName\n+ADw-b+AD4-\n'), 'text/csv; charset=utf-7');
  expect(response.status).toBe(415);
});

it('lets further uploads wait behind a slow workbook, and refuses more of a user than have a place', async () => {
  const slow = send(await ofSheet(header + many(400, (at) => row(at + 2, '<c/>'.repeat(1e4)))), undefined, other);
  // Larger files would take so long on a busy machine that the service closes the connections of the refused ones.
  const text = Buffer.alloc(mebibyte, 'a');
  const others = Array.from({ length: 20 }, () => send(text));
  const answers = Promise.all(others);
  await meanwhile(answers);
  const statuses = (await answers).map(({ status }) => status);
  expect([...new Set(statuses)].sort()).toEqual([200, 429]);
  const refused = (await answers).find(({ status }) => status === 429)!;
  expect(refused.headers.get('Retry-After')).toBe('10');
  expect(await messageOf(refused)).toContain('8 of your imports are running: wait until one has ended');
  expect((await slow).status).toBe(200);
  // A place is free again.
  expect((await send(Buffer.from('LastName\nLovelace\n'))).status).toBe(200);
});
