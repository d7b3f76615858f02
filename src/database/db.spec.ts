import sql from 'sql-template-tag';
import { Conflict, Invalid } from '../errors/errors.js';
import { DateTime, Decimal, Double, Flag, Guid, Int32, Int64, ListOf, Text } from '../record/fields.js';
import { guid } from '../record/field-types.js';
import { runCall } from '../context/call-context.js';
import { Table } from './schema/table.js';
import { columns, columnsOf } from './schema/columns.js';
import { pageOf, totalOf } from './lists/list-query.js';
import { fieldsOf } from '../record/metadata.js';
import { scratchDb, type ScratchDb } from '../../test/support/database/scratch-db.js';

@Table('authors', { unique: [['Name', 'Born']] })
class Author {
  @Int32({ key: 'generated' }) AuthorId!: number;
  @Text(50, { required: true }) Name!: string;
  @Int32() Born!: number;
  @Text(20, { secret: true }) Pin!: string;
  @Text(20) SSN!: string;
}

@Table('books', { indexes: [['Title']] })
class Book {
  @Int64({ key: 'generated' }) BookId!: Int64;
  @Int32({ references: 'Author.AuthorId' }) AuthorId!: number;
  @Text(100) Title!: string;
  @Text(2000) Summary!: string;
  @Text(100_000, { nullable: true }) Body!: string | null;
  @Int64() Copies!: Int64;
  @Decimal(18, 4) Price!: Decimal;
  @Double() Weight!: number;
  @Flag({ default: true }) InPrint!: boolean;
  @Guid() Code!: Guid | null;
  @DateTime() Published!: DateTime | null;
  @ListOf(guid) Tags!: string[];
  @Text(50, { computed: true }) AuthorName!: string;
}

@Table('counters')
class Counter {
  @Int32({ key: true }) CounterId!: number;
  @Int32() Value!: number;
}

let scratch: ScratchDb;
beforeAll(async () => {
  // Transactions that wait for each other must not time out on a slow machine.
  scratch = await scratchDb({ tables: [Author, Book, Counter], settings: { REQUEST_DEADLINE: '30' } });
});
beforeEach(() => scratch.db.tx(() => scratch.db.execute(sql`DELETE FROM counters`)));
afterAll(() => scratch.close());

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

describe('a value', () => {
  it('reads values exactly as stored, int64 and decimal included', async () => {
    const { db } = scratch;
    const written = await db.tx(async () => {
      const { AuthorId } = await db.insert(Author, { Name: '🖋 Ann', Born: 1900 });
      return db.insert(Book, {
        AuthorId,
        Title: 'T ',
        Copies: '9007199254740993',
        Price: '-900719925474099311',
        Weight: 0.1,
        Code: 'a'.repeat(32),
        Published: '2026-01-02T03:04:05.1234567',
        Tags: ['b'.repeat(32)],
      });
    });
    expect(written).toMatchObject({ Copies: '9007199254740993', InPrint: true, Body: null, Summary: '' });
    const { AuthorId, BookId } = written;
    const book = sql`SELECT ${columns(Book, 'b')} FROM books b WHERE b.BookId = ${BookId}`;
    const [row] = await db.all<Book>(book);
    expect(row).toEqual({
      ...written,
      InPrint: 1,
      Copies: '9007199254740993',
      Price: '-900719925474099311',
      Tags: JSON.stringify(['b'.repeat(32)]),
    });
    expect(row.Weight).toBe(0.1);
    expect(await collect(db.rows<Book>(book))).toEqual([row]);
    expect(
      await db.one(
        sql`SELECT SUM(b.Copies) AS Copies, COUNT(*) AS N FROM books b WHERE b.Copies = ${9007199254740993n}`,
      ),
    ).toEqual({
      Copies: '9007199254740993',
      N: 1,
    });
    expect(
      await db.one(sql`SELECT SUM(a.Born) AS Born, AVG(b.Weight) AS W FROM authors a CROSS JOIN books b
        WHERE a.AuthorId = ${AuthorId} AND b.BookId = ${BookId}`),
    ).toEqual({ Born: 1900, W: 0.1 });
  });

  it('stores an unset reference as NULL', async () => {
    const { db } = scratch;
    const book = await db.tx(() => db.insert(Book, { Title: 'Anonymous' }));
    expect(book.AuthorId).toBe(0);
    expect(await db.one(sql`SELECT b.AuthorId FROM books b WHERE b.BookId = ${book.BookId}`)).toEqual({
      AuthorId: null,
    });
  });

  it('gives each of many new rows a different generated key', async () => {
    const { db } = scratch;
    const made = await db.tx(() =>
      db.insertAll(
        Author,
        Array.from({ length: 1234 }, (_, index) => ({ Name: `n${index}`, Born: index })),
      ),
    );
    const stored = await db.all<Author>(
      sql`SELECT a.AuthorId, a.Name FROM authors a WHERE a.Name LIKE 'n%' ORDER BY a.AuthorId`,
    );
    expect(stored).toEqual(made.map(({ AuthorId, Name }) => ({ AuthorId, Name })));
  });
});

describe('a write', () => {
  it('refuses a write outside a transaction', async () => {
    const { db } = scratch;
    const outside = 'A write outside db.tx.';
    await expect(db.insert(Author, { Name: 'x' })).rejects.toThrow(outside);
    await expect(db.update(Author, { AuthorId: 1 }, { Name: 'x' })).rejects.toThrow(outside);
    await expect(db.remove(Author, { AuthorId: 1 })).rejects.toThrow(outside);
    await expect(db.lockRow(Author, { AuthorId: 1 })).rejects.toThrow(outside);
    await expect(db.execute(sql`DELETE FROM books`)).rejects.toThrow(outside);
    await expect(db.all(sql`DELETE FROM books`)).rejects.toThrow(outside);
    await expect(collect(db.rows(sql`DELETE FROM books`))).rejects.toThrow(outside);
    let late: Promise<unknown> | undefined;
    await db.tx(async () => {
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(() => db.insert(Author, { Name: 'late' }));
    });
    await expect(late).rejects.toThrow(outside);
  });

  it('writes only the columns that differ, and adds one audit row for each transaction', async () => {
    const { db } = scratch;
    const call = { userId: 'c'.repeat(32), operationName: 'renameAuthor', requestId: 'r-1' };
    await runCall(call, () =>
      db.tx(async () => {
        const { AuthorId } = await db.insert(Author, { Name: 'Old', Pin: '1234', SSN: '999' });
        await db.tx(() => db.update(Author, { AuthorId }, { Name: 'New', Born: 0, Pin: '99' }));
        expect(await db.update(Author, { AuthorId }, { Name: 'New' })).toMatchObject({ Name: 'New' });
        expect(await db.update(Author, { AuthorId: 99_999 }, { Name: 'New' })).toBeUndefined();
        expect(await db.remove(Author, { AuthorId })).toMatchObject({ Name: 'New', Pin: '99' });
        expect(await db.remove(Author, { AuthorId })).toBeUndefined();
      }),
    );
    const [entry, ...others] = await db.all<{ Changes: string }>(sql`SELECT * FROM audit WHERE RequestId = 'r-1'`);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ UserId: call.userId, Operation: call.operationName, Record: 'Author' });
    expect(JSON.parse(entry.Changes)).toMatchObject([
      { Record: 'Author', Action: 'Insert', After: { Name: 'Old', Pin: '***', SSN: '***' } },
      { Action: 'Update', Before: { Name: 'Old', Pin: '***' }, After: { Name: 'New', Pin: '***' } },
      { Action: 'Delete', Before: { Name: 'New' } },
    ]);
    expect(entry.Changes).not.toMatch(/1234|999|"99"/);
  });

  it('rolls a failed transaction back', async () => {
    const { db } = scratch;
    await expect(
      db.tx(async () => {
        await db.insert(Author, { Name: 'Ghost' });
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await db.all(sql`SELECT 1 AS One FROM authors a WHERE a.Name = 'Ghost'`)).toEqual([]);
  });

  it('names the fields of a violated constraint', async () => {
    const { db } = scratch;
    const twice = () => db.tx(() => db.insertAll(Author, [{ Name: 'Twin' }, { Name: 'Twin' }]));
    const errors = [{ FieldName: 'Name' }, { FieldName: 'Born' }];
    await expect(twice()).rejects.toMatchObject({ status: 409, errors });
    const sameKey = db.tx(() => db.execute(sql`INSERT INTO counters (CounterId, Value) VALUES (42, 1), (42, 2)`));
    await expect(sameKey).rejects.toMatchObject({ status: 409, errors: [{ FieldName: 'CounterId' }] });
    const orphan = db.tx(() => db.insert(Book, { Title: 'o', AuthorId: 77_777 }));
    await expect(orphan).rejects.toMatchObject({ code: 'Unknown', errors: [{ FieldName: 'AuthorId' }] });
    const { AuthorId } = await db.tx(async () => {
      const author = await db.insert(Author, { Name: 'Parent' });
      await db.insert(Book, { AuthorId: author.AuthorId });
      return author;
    });
    await expect(db.tx(() => db.remove(Author, { AuthorId }))).rejects.toBeInstanceOf(Conflict);
    const { BookId } = await db.tx(() => db.insert(Book, { Title: 'Orphan' }));
    await expect(db.tx(() => db.update(Book, { BookId }, { AuthorId: 88_888 }))).rejects.toBeInstanceOf(Invalid);
    await expect(db.all(sql`SELECT nothing FROM nowhere WHERE x = ${'private'}`)).rejects.toThrow(/^((?!private).)*$/s);
  });

  it('continues the transaction after the caller catches a violated constraint', async () => {
    const { db } = scratch;
    await db.tx(async () => {
      await db.insert(Author, { Name: 'Solo' });
      await expect(db.insert(Author, { Name: 'Solo' })).rejects.toBeInstanceOf(Conflict);
      await db.insert(Author, { Name: 'Duo' });
    });
    expect(await db.all(sql`SELECT a.Name FROM authors a WHERE a.Name IN ('Solo', 'Duo') ORDER BY a.Name`)).toEqual([
      { Name: 'Duo' },
      { Name: 'Solo' },
    ]);
  });
});

describe('a parallel transaction', () => {
  it('isolates parallel transactions, and loses no acknowledged write', async () => {
    const { db } = scratch;
    const other = await scratch.another();
    await db.tx(() => db.insert(Counter, { CounterId: 1 }));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 ? db : other).tx(async () => {
          const on = index % 2 ? db : other;
          const counter = await on.lock<Counter>(sql`SELECT c.Value FROM counters c WHERE c.CounterId = 1`);
          await new Promise((resolve) => setTimeout(resolve, 2));
          await on.update(Counter, { CounterId: 1 }, { Value: counter[0].Value + 1 });
          if (index % 5 === 0) throw new Error('changed my mind');
        }),
      ),
    );
    const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(done).toBe(48);
    expect(await db.one(sql`SELECT c.Value FROM counters c WHERE c.CounterId = 1`)).toEqual({ Value: done });
  });

  it('makes a transaction wait for a row that another transaction has locked', async () => {
    const { db } = scratch;
    const other = await scratch.another();
    await db.tx(() => db.insert(Counter, { CounterId: 3 }));
    const add = (on: typeof db) =>
      on.tx(async () => {
        const counter = await on.lockRow(Counter, { CounterId: 3 });
        await new Promise((resolve) => setTimeout(resolve, 5));
        await on.update(Counter, { CounterId: 3 }, { Value: counter!.Value + 1 });
      });
    await Promise.all([add(db), add(other), add(db), add(other)]);
    expect(await db.tx(() => db.lockRow(Counter, { CounterId: 3 }))).toEqual({ CounterId: 3, Value: 4 });
    expect(await db.tx(() => db.lockRow(Counter, { CounterId: 99_999 }))).toBeUndefined();
  });

  it('finds a row that a parallel transaction has just added, instead of inserting it twice', async () => {
    const { db } = scratch;
    for (let CounterId = -10; CounterId < 0; CounterId++) {
      const add = (Value: number) => db.tx(() => db.upsertAll(Counter, [{ CounterId, Value }]));
      const done = await Promise.all(Array.from({ length: 8 }, (_, index) => add(index)));
      expect(done.map(({ inserted }) => inserted).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    }
  });

  it('restarts a transaction that upserts a new row without all required values', async () => {
    let attempts = 0;
    const change = scratch.db.tx(() => {
      attempts++;
      return scratch.db.upsertAll(Author, [{ AuthorId: 4711, Born: 1900 }]);
    });
    await expect(change).rejects.toMatchObject({ status: 409 });
    expect(attempts).toBeGreaterThan(1);
  });

  it('does not read the uncommitted rows of another transaction', async () => {
    const { db } = scratch;
    let seen: unknown;
    await db.tx(async () => {
      await db.insert(Counter, { CounterId: 2 });
      seen = await (await scratch.another()).all(sql`SELECT c.CounterId FROM counters c WHERE c.CounterId = 2`);
    });
    expect(seen).toEqual([]);
    expect(await db.all(sql`SELECT c.CounterId FROM counters c WHERE c.CounterId = 2`)).toHaveLength(1);
  });

  it('restarts a transaction after a deadlock', async () => {
    const { db } = scratch;
    await db.tx(() => db.insertAll(Counter, [{ CounterId: 10 }, { CounterId: 11 }]));
    const isServer = scratch.config.database.kind === 'mysql';
    let attempts = 0;
    const hooks: string[] = [];
    let [holding, bothHold] = [0, (): void => undefined];
    const crossed = new Promise<void>((resolve) => (bothHold = resolve));
    const cross = (first: number, second: number) =>
      db.tx(async () => {
        attempts++;
        db.afterCommit(() => void hooks.push(`${first}`));
        for (const CounterId of [first, second]) {
          const [counter] = await db.lock<Counter>(
            sql`SELECT c.Value FROM counters c WHERE c.CounterId = ${CounterId}`,
          );
          if (++holding === 2) bothHold();
          // SQLite runs the two transactions one after the other.
          if (isServer) await crossed;
          await db.update(Counter, { CounterId }, { Value: counter.Value + 1 });
        }
      });
    await Promise.all([cross(10, 11), cross(11, 10)]);
    expect(await db.all(sql`SELECT c.Value FROM counters c WHERE c.CounterId IN (10, 11)`)).toEqual([
      { Value: 2 },
      { Value: 2 },
    ]);
    expect(hooks.sort()).toEqual(['10', '11']);
    if (isServer) expect(attempts).toBeGreaterThan(2);
  });
});

describe('a list', () => {
  it('applies the conditions, order and page of a list', async () => {
    const { db } = scratch;
    await db.tx(async () => {
      await db.insertAll(
        Counter,
        [5, 3, 9, 3].map((Value, index) => ({ CounterId: index + 1, Value })),
      );
    });
    const query = {
      columns: columnsOf(Counter, 'c'),
      from: sql`counters c`,
      where: sql`c.Value < ${9}`,
      order: [sql`c.CounterId`],
      key: [sql`c.CounterId`],
    };
    const list = (options: object) => db.list(Counter, query, { orderBy: [], total: false, ...options });
    const ids = async (options: object) => (await collect(list(options))).map(({ CounterId }) => CounterId);
    expect(await ids({})).toEqual([1, 2, 4]);
    expect(await ids({ orderBy: [{ field: 'Value', descending: true }] })).toEqual([1, 2, 4]);
    expect(await ids({ orderBy: [{ field: 'Value', descending: false }], skip: 1, take: 1 })).toEqual([4]);
    expect(await ids({ skip: 2 })).toEqual([4]);
    expect(await list({ take: 1, total: true }).total()).toEqual({ rows: 3, isEstimate: false });
    expect(await list({}).total()).toBeUndefined();
  });

  it('lists each row that meets any of several conditions once, in pages and in the whole list', async () => {
    const { db } = scratch;
    await db.tx(async () => {
      await db.insertAll(
        Counter,
        Array.from({ length: 40 }, (_, index) => ({ CounterId: index + 1, Value: (index * 7) % 10 })),
      );
    });
    const query = {
      columns: columnsOf(Counter, 'c'),
      from: sql`counters c`,
      where: sql`c.CounterId <> ${8}`,
      anyOf: [sql`c.Value < ${4}`, sql`c.Value BETWEEN ${2} AND ${5}`, sql`c.CounterId = ${8}`],
      order: [{ descending: sql`c.Value` }, sql`c.CounterId`],
      key: [sql`c.CounterId`],
    };
    const rows = await db.all<Counter>(sql`SELECT c.CounterId AS CounterId, c.Value AS Value FROM counters c`);
    const expected = rows
      .filter(({ CounterId, Value }) => CounterId !== 8 && Value < 6)
      .sort((a, b) => b.Value - a.Value || a.CounterId - b.CounterId)
      .map(({ CounterId }) => CounterId);
    const list = (options: object) => db.list(Counter, query, { orderBy: [], total: true, ...options });
    const ids = async (options: object) => (await collect(list(options))).map(({ CounterId }) => CounterId);
    expect(await ids({})).toEqual(expected);
    expect(await list({ take: 1 }).total()).toEqual({ rows: expected.length, isEstimate: false });
    expect(await ids({ skip: 3 })).toEqual(expected.slice(3));
    for (let skip = 0; skip <= expected.length; skip += 4)
      expect(await ids({ skip, take: 4 })).toEqual(expected.slice(skip, skip + 4));
    const upwards = { orderBy: [{ field: 'Value', descending: false }], take: 3 };
    const zeros = rows.filter(({ Value }) => Value === 0).map(({ CounterId }) => CounterId);
    expect(await ids(upwards)).toEqual(zeros.slice(0, 3));
  });

  it('joins only the tables that a list needs', async () => {
    const { db } = scratch;
    const query = {
      columns: { ...columnsOf(Counter, 'c'), Value: sql`o.Value` },
      from: sql`counters c`,
      joins: {
        n: sql`LEFT JOIN counters n ON n.CounterId = c.CounterId`,
        o: sql`LEFT JOIN counters o ON o.CounterId = n.CounterId`,
      },
      order: [sql`c.CounterId`],
      key: [sql`c.CounterId`],
    };
    const textOf = (options: object, statementOf = pageOf) =>
      statementOf(
        query,
        { orderBy: [], total: true, ...options },
        { textMatch: () => ({ operator: '=', pattern: '' }) },
      ).sql;
    const fields = (name: string) => fieldsOf(Counter).filter((field) => field.name === name);
    expect(textOf({ fields: fields('CounterId') })).not.toContain('JOIN');
    expect(textOf({ fields: fields('Value') }).match(/LEFT JOIN/g)).toHaveLength(2);
    expect(textOf({}, totalOf)).not.toContain('JOIN');
    const filters = [{ field: fields('Value')[0], test: 'isNull', wanted: true }];
    expect(textOf({ filters }, totalOf).match(/LEFT JOIN/g)).toHaveLength(2);
    expect(textOf({ take: 1 })).toMatch(/FROM counters c ORDER BY .* JOIN counters c LEFT JOIN/s);
    await db.tx(() => db.insertAll(Counter, [{ CounterId: 1 }, { CounterId: 2 }, { CounterId: 3 }]));
    expect(
      await collect(db.list(Counter, query, { orderBy: [], total: false, fields: fields('Value'), take: 2 })),
    ).toHaveLength(2);
  });
});
