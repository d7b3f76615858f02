import sql, { join, type Sql } from 'sql-template-tag';
import { scratchDb, type ScratchDb } from '../../../test/support/database/scratch-db.js';
import { runCall } from '../../context/call-context.js';
import { guid } from '../../record/field-types.js';
import { Flag, Guid, Int32, Int64, ListOf, Text } from '../../record/fields.js';
import { columns } from '../schema/columns.js';
import { Table } from '../schema/table.js';

@Table('copies')
class Copy {
  @Int32({ key: 'generated' }) CopyId!: number;
  @Text(100) Title!: string;
  @Int64() Count!: Int64;
  @Flag({ default: true }) InPrint!: boolean;
  @Guid() Code!: Guid | null;
  @ListOf(guid) Tags!: string[];
}

let scratch: ScratchDb;
beforeAll(async () => {
  scratch = await scratchDb({ tables: [Copy] });
});
afterAll(() => scratch.close());

describe('a change of locked rows', () => {
  const large = { Count: '9007199254740993', Tags: ['e'.repeat(32)] };
  const copies = (ids: readonly number[]): Sql =>
    sql`SELECT ${columns(Copy, 'c')} FROM copies c WHERE c.CopyId IN (${join(ids)}) ORDER BY c.CopyId`;

  it('writes only the values that differ from the locked rows, which may be in column or in-process form', async () => {
    const { db } = scratch;
    const made = await db.tx(() => db.insertAll(Copy, [{ Title: 'Held' }, large, large]));
    const ids = made.map(({ CopyId }) => CopyId);
    await runCall({ userId: null, operationName: 'holdCopies', requestId: 'r-1' }, () =>
      db.tx(async () => {
        const [one, two] = await db.lock<Copy>(copies(ids.slice(0, 2)));
        const three = await db.lockRow(Copy, { CopyId: ids[2] });
        await db.updateHeld(Copy, [one, two, three!], { ...large, InPrint: true, Code: null });
      }),
    );
    expect(await db.all(copies(ids))).toMatchObject(ids.map(() => ({ Count: large.Count, InPrint: 1, Code: null })));
    const [{ Changes }] = await db.all<{ Changes: string }>(sql`SELECT Changes FROM audit WHERE RequestId = 'r-1'`);
    expect(JSON.parse(Changes)).toEqual([
      { Record: 'Copy', Id: String(ids[0]), Action: 'Update', Before: { Count: 0, Tags: [] }, After: large },
    ]);
  });

  it('refuses to change a column of locked rows that was not read, because the audit needs its old value', async () => {
    const { db } = scratch;
    const change = db.tx(() => db.updateHeld(Copy, [{ CopyId: 1 }], { Title: 'New' }));
    await expect(change).rejects.toThrow('copies: Title changes and was not read.');
  });
});
