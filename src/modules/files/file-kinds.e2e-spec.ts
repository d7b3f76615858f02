import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { pdf, upload } from '../../../test/support/data/files.js';
import { person, seedPeople } from '../../../test/support/data/people.js';

let app: TestApp;
let agent: { Authorization: string };

beforeAll(async () => {
  app = await startApp({ FILE_LIMIT: '300000' });
  await seedPeople(app, [{ ContactId: 1, AgentId: person.own, Name: 'Ada' }]);
  agent = await app.as('Agent', person.own);
});
afterAll(() => app.close());

const send = (content: Buffer) =>
  app.http
    .post('/v1/Files')
    .set({ ...agent, 'Content-Type': 'application/octet-stream' })
    .send(content);
const sendForm = (content: Buffer, name: string) => app.http.post('/v1/Files').set(agent).attach('file', content, name);
const download = (id: string) =>
  app.http
    .get(`/v1/Files/${id}`)
    .set(agent)
    .buffer(true)
    .parse((response, done) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
    });

const ftyp = (...brands: string[]): Buffer => {
  const box = Buffer.from(`....ftyp${brands[0]}\0\0\0\0${brands.join('')}`, 'latin1');
  box.writeUInt32BE(box.length);
  return Buffer.concat([box, Buffer.alloc(600)]);
};
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const big = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const late = (before: string, after = 'startxref\n9\n%%EOF\n'): Buffer =>
  latin(`${before}%PDF-1.4\n%\u00e2\u00e3\u0000\n${after}`);
const little = (text: string): Buffer => Buffer.from(text, 'utf16le');
const long = 'Grüße\r\n'.repeat(40_000);

it.each<[told: string, content: Buffer, type: string, charset: string | null]>([
  ['a PDF behind a blank line', late('\r\n'), 'application/pdf', null],
  [
    'a PDF behind a byte order mark and a blank',
    Buffer.concat([Buffer.from('\uFEFF '), late('')]),
    'application/pdf',
    null,
  ],
  ['a PDF behind the commands of a printer', late('\u001b%-12345X@PJL SET\r\n'), 'application/pdf', null],
  ['a PDF behind headers of a mail', late('Content-Type: application/pdf\r\n\r\n'), 'application/pdf', null],
  ['a PDF behind NULs', late('\0'.repeat(1000)), 'application/pdf', null],
  ['a PDF with line ends behind its end', late('\n', `%%EOF${'\n'.repeat(500)}`), 'application/pdf', null],
  ['a HEIC photo', ftyp('heic', 'mif1', 'heic'), 'image/heic', null],
  ['a photo whose first brand is mif1', ftyp('mif1', 'heic'), 'image/heif', null],
  ['text', Buffer.from('Grüße'), 'text/plain', 'utf-8'],
  ['text with a byte order mark', Buffer.from('\uFEFFGrüße'), 'text/plain', 'utf-8'],
  ['text in UTF-16 of Windows', little('\uFEFFGrüße 😀\r\n'), 'text/plain', 'utf-16le'],
  ['text in big-endian UTF-16', big('\uFEFFGrüße'), 'text/plain', 'utf-16be'],
  ['long text in UTF-16', little(`\uFEFF${long.slice(0, 140_000)}`), 'text/plain', 'utf-16le'],
  [
    'text in Windows-1252',
    latin('Gr\u00fc\u00dfe, \u0080 5 \u0096 6 \u0093so\u0094\r\n'),
    'text/plain',
    'windows-1252',
  ],
  ['a table in Windows-1252', latin('Name;Stra\u00dfe\r\nAda;H\u00f6he\t1\r\n'), 'text/plain', 'windows-1252'],
  ['text in Latin-1 that is long', latin(long.slice(0, 290_000)), 'text/plain', 'windows-1252'],
  ['text that has a tag later', Buffer.from('a <b>'), 'text/plain', 'utf-8'],
])('stores %s unchanged, and sends it with its type', async (_told, content, type, charset) => {
  const file = await upload(app, agent, content, 'sent.bin');
  const { AttachmentId } = file;
  await app.http
    .post('/v1/Dropbox/Documents')
    .set(agent)
    .send({ AttachmentId, TableName: 'Contact', RecordId: 1 })
    .expect(200);
  expect(file.MimeType).toBe(charset && charset !== 'utf-8' ? `${type}; charset=${charset}` : type);
  const answer = await download(AttachmentId).expect(200);
  expect(content.equals(answer.body as Buffer)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': charset ? `${type}; charset=${charset}` : type,
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(/^attachment; /),
  });
});

const page = '<html><script>1</script>';
it.each<[told: string, content: Buffer]>([
  ['HTML behind a form feed', Buffer.from(`\f${page}`)],
  ['HTML behind a next line', Buffer.from(`\u0085${page}`)],
  ['HTML behind a next line in Latin-1', latin(`\u0085${page}\u00e9`)],
  ['HTML behind a no-break space in Latin-1', latin(`\u00a0${page}`)],
  ['HTML behind a zero-width space', Buffer.from(`\u200B${page}`)],
  ['HTML behind a soft hyphen', Buffer.from(`\u00AD${page}`)],
  ['HTML behind a direction mark', Buffer.from(`\u202E \u2066${page}`)],
  ['HTML behind two byte order marks', Buffer.from(`\uFEFF\uFEFF${page}`)],
  ['HTML behind a variation selector', Buffer.from(`\uFE0F${page}`)],
  ['HTML behind a Hangul filler', Buffer.from(`\u3164${page}`)],
  ['HTML behind a private character', Buffer.from(`\uE000${page}`)],
  ['HTML behind many blanks', Buffer.from(`${'\n \f'.repeat(60_000)}${page}`)],
  ['HTML in UTF-16', little(`\uFEFF \f${page}`)],
  ['HTML in big-endian UTF-16', big(`\uFEFF\u0085${page}`)],
  ['HTML in Windows-1252', latin(`${page}\u00e9`)],
  ['XML in UTF-16', little('\uFEFF<?xml version="1.0"?><a/>')],
  ['a PDF behind HTML', late(page)],
  ['a PDF behind 1,100 bytes', late('\0'.repeat(1100))],
  ['a PDF behind a blank line without its end', late('\n', '')],
  ['a program that contains a PDF', Buffer.concat([latin('MZ'), late('\u0001\u0002')])],
  ['UTF-16 without a byte order mark', little('Ada Gold')],
  ['UTF-16 with half a character', little('\uFEFFAda').subarray(0, 7)],
  ['UTF-16 with a lone surrogate', little('\uFEFFa\uD800b')],
  ['UTF-16 with a control character', little('\uFEFFa\u001Bb')],
  ['Windows-1252 with a control character', latin('Gr\u00fc\u001b[2J')],
  ['a byte that Windows-1252 does not have', latin('Gr\u00fc\u0081')],
  ['a film', ftyp('isom', 'mp42')],
])('refuses %s', async (_told, content) => {
  await send(content).expect(415);
  await sendForm(content, 'note.txt').expect(415);
});

it.each([
  ['my %22best%22 photo.pdf', 'my best photo.pdf'],
  ['%22quoted%22.pdf', 'quoted.pdf'],
  ['two%0D%0Alines.pdf', 'twolines.pdf'],
  ['two%0d%0alines.pdf', 'twolines.pdf'],
  ['100%.pdf', '100%.pdf'],
  ['100%25.pdf', '100%25.pdf'],
  ['a%20b.pdf', 'a%20b.pdf'],
  ['%2e%2e%2fup.pdf', '%2e%2e%2fup.pdf'],
  ['Größe %22 für.pdf', 'Größe  für.pdf'],
  ['%22', 'file.pdf'],
])('stores the name %s, which a browser sends in a form, as %s', async (sent, name) => {
  const { body } = await sendForm(pdf(), sent).expect(200);
  expect(body.Files).toMatchObject([{ FileName: name }]);
});
