import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { Import, ImportLog, ImportRow } from '../../modules/imports/import.entity.js';
import type { DemoFiles } from './paperwork/files.js';
import type { Filling } from './filling.js';

const open = { ImportId: '6f0f6a3b0c1d4e5f8a9b0c1d2e3f4a5b', AttachmentId: '0d5a9c2e7b614f3a8c1e5d7f9b2a4c60' };
const ofOther = { ImportId: '2c7d9e4f1a0b4c6d8e5f3a1b9c8d7e60', AttachmentId: '3f8c0d7a2b954e6c1d4f5a6b7c8d9e01' };
const done = { ImportId: '7a1e5d0c9b8f4a3e2d1c0b9a8f7e6d5c', AttachmentId: '1e6bad3f8c725a4b9d2f6e80ac3b5d71' };

/**
 * Writes two imports of an agent, one that waits to be run and one that was run and can be undone, and one of another
 * agent.
 */
export async function fillImports(
  filling: Filling,
  files: DemoFiles,
  [UserId, otherUserId]: readonly [string, string],
): Promise<void> {
  const { calendar, db } = filling;
  const contact = await db.one<{ ContactId: number; Department: string | null; AgentId: number }>(
    sql`SELECT c.ContactId AS ContactId, c.Department AS Department, c.AgentId AS AgentId FROM contacts c
      JOIN agents a ON a.AgentId = c.AgentId WHERE a.UserId = ${UserId} AND c.Deleted = 0 AND c.Locked = 0
      AND c.Department IS NOT NULL ORDER BY c.ContactId LIMIT 1`,
  );
  const { ContactId, Department } = contact!;
  const texts = {
    open: 'First Name,Last Name,E-mail Address\r\nIda,Rhodes,ida.rhodes@example.com\r\n',
    done: `ContactId,Department\r\n${ContactId},${Department}\r\n`,
  };
  const [first, last] = [texts.done, texts.open].map((text) => Buffer.from(text));
  const type = { MimeType: 'application/octet-stream' };
  await files.fill([
    { ...type, AttachmentId: done.AttachmentId, FileName: 'done.csv', UploadedAt: calendar.daysAgo(2), content: first },
    { ...type, AttachmentId: open.AttachmentId, FileName: 'open.csv', UploadedAt: calendar.daysAgo(1), content: last },
    {
      ...type,
      AttachmentId: ofOther.AttachmentId,
      FileName: 'open.csv',
      UploadedAt: calendar.daysAgo(1),
      content: last,
    },
  ]);
  const Options = {
    ...{ Map: {}, Dates: null, Decimal: null, Encoding: 'utf-8' },
    ...({ Blank: 'keep', Match: 'key', Zeros: 'ask' } as const),
  };
  const shared = { Into: 'contacts', Rows: 1, Unchanged: 0, Doubtful: 0, Invalid: 0, Options, UserId, Charset: '' };
  const Sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
  const waiting = {
    ...({ ...shared, FileName: 'contacts.csv', State: 'Previewed', Inserted: 1, Updated: 0 } as const),
    Columns: [
      { Column: 'First Name', Field: 'FirstName', Example: 'Ida', Asks: '' },
      { Column: 'Last Name', Field: 'LastName', Example: 'Rhodes', Asks: '' },
      { Column: 'E-mail Address', Field: 'EmailWork', Example: 'ida.rhodes@example.com', Asks: '' },
    ],
    ...{ CreatedAt: calendar.daysAgo(1), Sha256: Sha256(last) },
  };
  const logs = { open: open.ImportId, done: done.ImportId };
  await filling.put(ImportLog, [
    { LogId: logs.done, CreatedAt: calendar.daysAgo(2) },
    { LogId: logs.open, CreatedAt: calendar.daysAgo(1) },
  ]);
  await filling.put(Import, [
    {
      ...{ ...shared, ...done, FileName: 'departments.csv', State: 'Done', Inserted: 0, Updated: 1 },
      Columns: [
        { Column: 'ContactId', Field: 'ContactId', Example: String(ContactId), Asks: '' },
        { Column: 'Department', Field: 'Department', Example: Department!, Asks: '' },
      ],
      ...{ CreatedAt: calendar.daysAgo(2), Sha256: Sha256(first), LogId: logs.done },
    },
    { ...waiting, ...open, LogId: logs.open },
    { ...waiting, ...ofOther, UserId: otherUserId },
  ]);
  const row = { Line: 2, ErrorCode: '', Message: '', StoredFrom: '', StoredTo: '' };
  const added = { ...row, LogId: logs.open, Action: 'Insert', Key: '', From: '' } as const;
  await filling.put(ImportRow, [
    {
      ...row,
      RowId: 1,
      LogId: logs.done,
      Action: 'Update',
      Key: String(ContactId),
      Field: 'Department',
      From: '',
      To: Department!,
    },
    { ...added, RowId: 2, Field: 'FirstName', To: 'Ida' },
    { ...added, RowId: 3, Field: 'LastName', To: 'Rhodes' },
    { ...added, RowId: 4, Field: 'EmailWork', To: 'ida.rhodes@example.com' },
  ]);
}
