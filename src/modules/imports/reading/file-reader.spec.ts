import { FileReaderService, type StoredContent } from './file-reader.service.js';

/** A file that arrives in chunks of a length that no part has. */
function contentOf(bytes: Buffer): StoredContent {
  const read = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += 50_001) yield bytes.subarray(at, at + 50_001);
  };
  return { size: bytes.length, read };
}

// In UTF-8, the letters have two bytes, and the ends of parts cut some of them.
const cells = Array.from({ length: 3000 }, (_, at) => `${'é'.repeat(50)}${at}`);
const text = `Note1\n${cells.join('\n')}\n`;

it.each([
  ['utf-8', Buffer.from(text)],
  ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['windows-1252', Buffer.from(text, 'latin1')],
])('recognises %s in a file of several parts, and reads all letters', async (encoding, bytes) => {
  expect(bytes.length).toBeGreaterThan(2 * 65_536);
  const table = await new FileReaderService().read(contentOf(bytes), '');
  expect(table.encoding).toBe(encoding);
  expect(table.header).toEqual(['Note1']);
  expect(table.rows.map((row) => row.cells)).toEqual(cells.map((cell) => [cell]));
});

it('takes a file for Windows-1252 if only its last part is not UTF-8', async () => {
  const bytes = Buffer.concat([Buffer.from(text), Buffer.from('\xe9', 'latin1')]);
  const { encoding, rows } = await new FileReaderService().read(contentOf(bytes), '');
  expect([encoding, rows.at(-1)?.cells]).toEqual(['windows-1252', ['é']]);
});
