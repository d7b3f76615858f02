import { setTimeout as sleep } from 'node:timers/promises';
import sql, { join, type Sql } from 'sql-template-tag';
import { Module } from '@nestjs/common';
import { ModulesContainer, DiscoveryService, NestFactory } from '@nestjs/core';
import fc from 'fast-check';
import { Conflict, Invalid } from '../errors/errors.js';
import { DateTime, Decimal, Double, Flag, Guid, Int32, Int64, ListOf, Text } from '../record/fields.js';
import { guid } from '../record/field-types.js';
import { currentCall, runCall } from '../context/call-context.js';
import { nextTurn } from '../context/turns.js';
import { Table } from './schema/table.js';
import { columns, columnsOf } from './schema/columns.js';
import { pageOf, totalOf } from './lists/list-query.js';
import { fieldsOf } from '../record/metadata.js';
import { noOptions } from '../record/lists/list-options.js';
import { scratchDb, type ScratchDb } from '../../test/support/database/scratch-db.js';
import { until } from '../../test/support/time/until.js';
import { turnsOf } from '../../test/support/time/turns.js';
import { Db } from './db.js';
import { ChangeLog, type AuditPart, type Change } from './audit/change-log.js';
import { schemaOf } from './start/schema-of.js';
import { Schema } from './schema/schema.js';
import { rowsToken, TableRows } from './table-rows.js';
import { Tables } from './tables.module.js';
import { StreamSlots } from './transactions/stream-slots.js';
import { rowMaker } from './driver/row-maker.js';
import { anyKey } from './sql/conditions.js';
import type { Config } from '../config/config.js';
import { FieldCipher } from './encryption/field-cipher.js';

describe('Db', () => {
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

    it('writes the changes of a large transaction in parts while it runs, and rolls them back with it', async () => {
      const { db } = scratch;
      const call = { userId: null, operationName: 'addBooks', requestId: 'r-parts' };
      const entries = () =>
        db.all<{ AuditId: Int64; Changes: string }>(sql`SELECT AuditId, Changes FROM audit
          WHERE RequestId = 'r-parts' ORDER BY AuditId`);
      const work = (fails: boolean) =>
        runCall(call, () =>
          db.tx(async () => {
            const books = Array.from({ length: 100 }, () => ({ Summary: 'x'.repeat(1900) }));
            const before = (await entries()).length;
            await db.insertAll(Book, books);
            expect(await entries()).toHaveLength(before);
            await db.insert(Author, { Name: 'Last' });
            expect((await entries()).length).toBeGreaterThan(before + 1);
            if (fails) throw new Error('stop');
          }),
        );
      await expect(work(true)).rejects.toThrow('stop');
      expect(await entries()).toEqual([]);
      await work(false);
      const parts = await entries();
      expect(parts.flatMap(({ Changes }) => JSON.parse(Changes) as unknown[])).toHaveLength(101);
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
      await expect(db.all(sql`SELECT nothing FROM nowhere WHERE x = ${'private'}`)).rejects.toThrow(
        /^((?!private).)*$/s,
      );
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

    it('reads the key of a record beside the fields that a client asks for', async () => {
      const { db } = scratch;
      const counters = [1, 2].map((CounterId) => ({ CounterId, Value: CounterId + 6 }));
      await db.tx(() => db.insertAll(Counter, counters));
      const key = [sql`c.CounterId`];
      const query = { columns: columnsOf(Counter, 'c'), from: sql`counters c`, order: key, key };
      const fields = fieldsOf(Counter).filter(({ name }) => name === 'Value');
      expect(await collect(db.list(Counter, query, { orderBy: [], total: false, fields }))).toEqual(counters);
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
});

describe('streams', () => {
  @Table('letters')
  class Letter {
    @Int32({ key: 'generated' }) LetterId!: number;
    @Text(500) Body!: string;
  }

  const many = 20_000;
  /** A deadline in milliseconds that even a busy machine can meet. */
  const deadline = 3000;
  let scratch: ScratchDb;
  let db: Db;
  beforeAll(async () => {
    scratch = await scratchDb({
      tables: [Letter],
      settings: { DATABASE_POOL: '4', REQUEST_DEADLINE: String(deadline / 1000) },
    });
    ({ db } = scratch);
    await db.tx(() =>
      db.insertAll(
        Letter,
        Array.from({ length: many }, (_, index) => ({ Body: `${index} `.repeat(50) })),
      ),
    );
  });
  afterAll(() => scratch.close());

  const letters = sql`SELECT l.LetterId, l.Body FROM letters l ORDER BY l.LetterId`;
  const wide = sql`SELECT l.LetterId, l.Body FROM letters l
  CROSS JOIN (SELECT 1 AS One UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5) five`;

  describe('rows', () => {
    it('streams all rows in order while other calls run', async () => {
      let turns = 0;
      const turn = (): void => {
        turns++;
        others = setImmediate(turn);
      };
      let others = setImmediate(turn);
      const ids: number[] = [];
      for await (const { LetterId } of db.rows<Letter>(letters)) ids.push(LetterId);
      clearImmediate(others);
      expect(ids).toEqual(Array.from({ length: many }, (_, index) => index + 1));
      expect(turns).toBeGreaterThan(3);
    });

    it('keeps the memory flat while a slow reader reads a stream', async () => {
      const before = process.memoryUsage().rss;
      let most = 0;
      let count = 0;
      for await (const row of db.rows<Letter>(wide)) {
        if (!row.Body) throw new Error('no body');
        if (++count % 5000 === 0) {
          await sleep(20);
          most = Math.max(most, process.memoryUsage().rss);
        }
      }
      expect(count).toBe(5 * many);
      expect((most - before) / 2 ** 20).toBeLessThan(120);
    });

    it('releases the connection of a stream when the reader leaves', async () => {
      for (let round = 0; round < 12; round++) {
        for await (const row of db.rows<Letter>(wide)) if (row.LetterId > 0) break;
      }
      const iterator = db.rows<Letter>(wide)[Symbol.asyncIterator]();
      await iterator.next();
      await iterator.return();
      expect(await db.one(sql`SELECT COUNT(*) AS N FROM letters l`)).toEqual({ N: many });
      await expect(
        (async () => {
          for await (const row of db.rows<Letter>(letters)) throw new Error(`stop at ${row.LetterId}`);
        })(),
      ).rejects.toThrow('stop at 1');
      expect((await db.all(sql`SELECT l.LetterId FROM letters l LIMIT 3`)).length).toBe(3);
    });

    it('waits for a slow reader of a stream for longer than the deadline of the database', async () => {
      let count = 0;
      for await (const row of db.rows<Letter>(wide))
        if (++count === 10) await sleep(row.LetterId > 0 ? 1.2 * deadline : 0);
      expect(count).toBe(5 * many);
    });

    it('leaves connections for other calls while readers of streams are slow', async () => {
      const slow = Array.from({ length: 2 }, () => db.rows<Letter>(wide)[Symbol.asyncIterator]());
      await Promise.all(slow.map((iterator) => iterator.next()));
      await db.tx(() => db.update(Letter, { LetterId: 1 }, { Body: 'changed' }));
      expect(await db.one(sql`SELECT l.Body FROM letters l WHERE l.LetterId = 1`)).toEqual({ Body: 'changed' });
      for (const iterator of slow) await iterator.return();
    });

    it('reads short lists without a slot, and names the limit that a long list has reached', async () => {
      const slow = Array.from({ length: 2 }, () => db.rows<Letter>(wide)[Symbol.asyncIterator]());
      await Promise.all(slow.map((iterator) => iterator.next()));
      const count = async (rows: AsyncIterable<Letter>): Promise<number> => {
        let counted = 0;
        for await (const { LetterId } of rows) counted += Number(LetterId > 0);
        return counted;
      };
      const first = (rows: number) => sql`SELECT l.LetterId, l.Body FROM letters l WHERE l.LetterId <= ${rows}`;
      expect(await count(db.rows<Letter>(first(200)))).toBe(200);
      await expect(count(db.rows<Letter>(first(201)))).rejects.toThrow(/reading 2 long lists/);
      // A long list waits for its slot before its query is sent. The database would reject this query, so no
      // error shows that it was not sent.
      const refused = sql`SELECT x.Nothing FROM letters x`;
      await expect(count(db.rows<Letter>(refused, { isLong: true }))).rejects.toThrow(/reading 2 long lists/);
      await expect(count(db.rows<Letter>(refused))).rejects.toThrow('The database refused a statement');
      for (const iterator of slow) await iterator.return();
      for (const expected of [{}, { isLong: true }, { start: () => first(201) }]) {
        expect(await count(db.rows<Letter>(first(201), expected))).toBe(201);
        expect(await count(db.rows<Letter>(first(3), expected))).toBe(3);
      }
      expect(scratch.get(StreamSlots).inUse).toBe(0);
    });

    it('reads only the start of a whole list while every slot is in use', async () => {
      const slow = Array.from({ length: 2 }, () => db.rows<Letter>(wide)[Symbol.asyncIterator]());
      await Promise.all(slow.map((iterator) => iterator.next()));
      const opened = jest.spyOn(db['dialect'], 'open');
      const letterId = sql`l.LetterId`;
      const upTo = (most: number) => {
        const columns = { LetterId: letterId, Body: sql`l.Body` };
        const order = [letterId];
        const where = sql`l.LetterId <= ${most}`;
        return db.list(Letter, { columns, from: sql`letters l`, where, order, key: order }, noOptions);
      };
      expect((await upTo(200).rows.open()).first).toHaveLength(200);
      await expect(upTo(201).rows.open()).rejects.toThrow(/reading 2 long lists/);
      expect(opened).not.toHaveBeenCalled();
      for (const iterator of slow) await iterator.return();
      const { first, rest } = await upTo(201).rows.open();
      expect(first).toHaveLength(201);
      rest?.close();
      expect(opened).toHaveBeenCalledTimes(1);
      opened.mockRestore();
      await until(() => scratch.get(StreamSlots).inUse === 0);
    });

    it('reads the short list of a user before most long lists of another that wait for a slot', async () => {
      const slow = Array.from({ length: 2 }, () => db.rows<Letter>(wide)[Symbol.asyncIterator]());
      await Promise.all(slow.map((iterator) => iterator.next()));
      // Each read takes a whole turn of the event loop.
      let now = performance.now();
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 20));
      const users: string[] = [];
      const all = db['dialect'].all.bind(db['dialect']);
      const read = jest.spyOn(db['dialect'], 'all').mockImplementation((...statement) => {
        users.push(String(currentCall()?.userId));
        return all(...statement);
      });
      const open = (userId: string, rows: number) =>
        runCall({ userId, operationName: 'list', requestId: '' }, () => {
          const first = sql`SELECT l.LetterId, l.Body FROM letters l WHERE l.LetterId <= ${rows}`;
          return db.rows<Letter>(first, { start: () => first }).open();
        });
      const waiting = Array.from({ length: 20 }, () => open('a', 201));
      expect((await open('b', 3)).first).toHaveLength(3);
      expect(users.indexOf('b')).toBeLessThan(4);
      expect(scratch.get(StreamSlots).inUse).toBe(2);
      await until(() => users.length === 21);
      read.mockRestore();
      clock.mockRestore();
      for (const iterator of slow) await iterator.return();
      for (const list of waiting) (await list).rest?.close();
      await until(() => scratch.get(StreamSlots).inUse === 0);
    });

    it('reads the first rows of a list in several turns of the event loop if one turn is too short', async () => {
      const page = 'page '.repeat(250);
      const large = sql`SELECT l.LetterId, REPLACE(l.Body, ' ', ${page}) AS Body FROM letters l
        WHERE l.LetterId <= 200`;
      const { result, turns } = await turnsOf(() => db.rows<Letter>(large).open());
      const { first, rest } = result;
      expect(first).toHaveLength(200);
      expect(first[199].Body).toHaveLength(page.length * 50 + 150);
      expect(rest).toBeUndefined();
      expect(turns).toBeGreaterThan(4);
      expect(scratch.get(StreamSlots).inUse).toBe(0);
    });

    it('reads each further part of a long list in a separate turn of the event loop', async () => {
      await runCall({ userId: 'a', operationName: 'list', requestId: '' }, async () => {
        const { rest } = await db.rows<Letter>(wide).open();
        let turns = 0;
        for (let other = 0; other < 5; other++) void nextTurn().then(() => turns++);
        await rest!.next();
        expect(turns).toBe(5);
        rest!.close();
      });
      await until(() => scratch.get(StreamSlots).inUse === 0);
    });

    it('limits the long lists of each user to four', async () => {
      const other = await scratchDb({
        tables: [Letter],
        settings: { DATABASE_POOL: '12', REQUEST_DEADLINE: String(deadline / 1000) },
      });
      const Body = 'x'.repeat(400);
      await other.db.tx(() =>
        other.db.insertAll(
          Letter,
          Array.from({ length: 5000 }, () => ({ Body })),
        ),
      );
      const as = <T>(userId: string, work: () => Promise<T>): Promise<T> =>
        runCall({ userId, operationName: 'list', requestId: '' }, work);
      const open = Array.from({ length: 5 }, () => other.db.rows<Letter>(letters)[Symbol.asyncIterator]());
      const [a, b, c, d, fifth] = open;
      await as('somebody', () => Promise.all([a, b, c, d].map((iterator) => iterator.next())));
      await expect(as('somebody', () => fifth.next())).rejects.toMatchObject({
        status: 429,
        message: expect.stringMatching(/^You already have 4 long lists open/) as string,
      });
      const others = other.db.rows<Letter>(letters)[Symbol.asyncIterator]();
      expect((await as('another', () => others.next())).done).toBe(false);
      for (const iterator of [...open, others]) await iterator.return();
      await other.close();
    });

    it('reports the error of a wrong query', async () => {
      const broken = async () => {
        for await (const row of db.rows(sql`SELECT x.Nothing FROM letters x`)) throw new Error(String(row));
      };
      await expect(broken()).rejects.toThrow('The database refused a statement');
      await expect(broken()).rejects.toThrow('The database refused a statement');
      await expect(broken()).rejects.toThrow('The database refused a statement');
      expect(await db.one(sql`SELECT COUNT(*) AS N FROM letters l`)).toEqual({ N: many });
    });

    it('reads the writes of its own transaction', async () => {
      await db.tx(async () => {
        await db.update(Letter, { LetterId: 2 }, { Body: 'mine' });
        for await (const row of db.rows<Letter>(
          sql`SELECT l.LetterId, l.Body FROM letters l WHERE l.LetterId < 4 ORDER BY l.LetterId`,
        )) {
          if (row.LetterId === 2) expect(row.Body).toBe('mine');
          await db.update(Letter, { LetterId: row.LetterId }, { Body: `seen ${row.LetterId}` });
        }
      });
      expect(await db.one(sql`SELECT l.Body FROM letters l WHERE l.LetterId = 3`)).toEqual({ Body: 'seen 3' });
    });
  });
});

describe('EntityWriter', () => {
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

    it('writes only the values that differ from the locked rows, in column or in-process form', async () => {
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

    it('refuses to change a column of locked rows that was not read: the audit needs its old value', async () => {
      const { db } = scratch;
      const change = db.tx(() => db.updateHeld(Copy, [{ CopyId: 1 }], { Title: 'New' }));
      await expect(change).rejects.toThrow('copies: Title changes and was not read.');
    });
  });
});

describe('change log', () => {
  const changeOf = (index: number, Action = 'Insert'): Change => ({
    ...{ Record: 'School', Id: String(index), Action },
    After: { SchoolName: 'x'.repeat(100) },
  });

  const rest = (log: ChangeLog): AuditPart[] => {
    const parts: AuditPart[] = [];
    for (let part = log.take('any'); part; part = log.take('any')) parts.push(part);
    return parts;
  };

  it('divides the changes into parts of 64 KB, which have every change in full', () => {
    const log = new ChangeLog();
    const parts: AuditPart[] = [];
    for (let index = 0; index < 5000; index++) {
      log.add(changeOf(index));
      const part = log.take('finished');
      if (part) parts.push(part);
      expect(log.take('finished')).toBeUndefined();
    }
    parts.push(...rest(log));
    expect(log.count).toBe(5000);
    expect(parts.length).toBeGreaterThan(8);
    for (const part of parts) expect(part.text().length).toBeLessThan(65_536 + 200);
    const listed = parts.flatMap((part) => [part.first.Id, ...[...part.furtherRecords()].map((each) => each.RecordId)]);
    expect(listed).toEqual(Array.from({ length: 5000 }, (_, index) => String(index)));
    expect(parts.flatMap((part) => part.stored())).toEqual(listed.map((id) => changeOf(Number(id))));
  });

  it('finishes a part with one change of any length, and lists a record once for each part', () => {
    const log = new ChangeLog();
    const long = { ...changeOf(1), After: { SchoolName: 'x'.repeat(200_000) } };
    for (const change of [long, changeOf(2, 'Update'), changeOf(2, 'Update'), changeOf(1, 'Update')]) log.add(change);
    expect(log.take('finished')?.stored()).toEqual([long]);
    const [last, ...others] = rest(log);
    expect(others).toEqual([]);
    expect([...last.furtherRecords()]).toEqual([{ Record: 'School', RecordId: '1' }]);
  });

  it('keeps audited reads, and drops the personal values of all parts', () => {
    const log = new ChangeLog();
    const personal = { ...changeOf(2), Personal: { Owner: 'Contact:2', After: { Phone: '1'.repeat(70_000) } } };
    log.add({ Record: 'Contact', Id: '1', Action: 'ReadSSN' });
    log.add(personal);
    expect(log.take('finished')?.personal()).toHaveLength(1);
    log.add(personal);
    log.forgetValues();
    log.add(personal);
    log.add({ Record: 'Contact', Id: '3', Action: 'ReadSSN' });
    expect(log.disclosures().map(({ Id }) => Id)).toEqual(['1', '3']);
    expect(rest(log).flatMap((part) => part.personal())).toEqual([]);
  });

  it('leaves out the changes of unrecorded work, also after work that fails', async () => {
    const log = new ChangeLog();
    await log.unrecorded(async () => log.add(changeOf(1)));
    const failing = log.unrecorded(() => Promise.reject(new Error('failed')));
    await expect(failing).rejects.toThrow('failed');
    log.add(changeOf(2));
    expect(rest(log).flatMap((part) => part.stored())).toEqual([changeOf(2)]);
  });
});

describe('tables', () => {
  @Table('pets', { noun: 'pet', order: ['PetName'] })
  class Pet {
    @Int32({ key: 'generated' }) PetId!: number;
    @Text(50) PetName!: string;
  }

  @Table('owners')
  class Owner {
    @Int32({ key: 'generated' }) OwnerId!: number;
  }

  @Module({ providers: [{ provide: Db, useValue: {} }], exports: [Db] })
  class NoDatabase {}

  describe('Tables.forFeature', () => {
    it('provides the rows of a table with a noun, and declares every table to the schema', async () => {
      const [pets, owners] = [Tables.forFeature(Pet), Tables.forFeature(Owner)].map((tables) => ({
        ...{ ...tables, imports: [NoDatabase] },
      }));
      class Pets {}
      const module = { module: Pets, imports: [pets, owners] };
      const app = await NestFactory.createApplicationContext(module, { logger: false });
      expect(app.get<unknown>(rowsToken(Pet), { strict: false })).toBeInstanceOf(TableRows);
      expect(() => app.get(rowsToken(Owner), { strict: false })).toThrow();
      expect(Schema.of(new DiscoveryService(app.get(ModulesContainer))).entities).toEqual([Owner, Pet]);
      expect((await schemaOf(module)).entities).toEqual([Owner, Pet]);
      await app.close();
    });

    it('refuses rows that have no noun or a key of several fields', () => {
      @Table('visits', { noun: 'visit' })
      class Visit {
        @Int32({ key: true }) PetId!: number;
        @Int32({ key: true }) OwnerId!: number;
      }
      const why = 'can be injected if its @Table has a noun and its key is one field.';
      expect(() => new TableRows({} as Db, Owner)).toThrow(`The rows of owners ${why}`);
      expect(() => new TableRows({} as Db, Visit)).toThrow(`The rows of visits ${why}`);
    });
  });

  it('@Table refuses an `order` by a field that the record lacks', () => {
    class Toy {
      @Int32({ key: 'generated' }) ToyId!: number;
    }
    expect(() => {
      Table('toys', { order: ['ToyName'] })(Toy);
    }).toThrow('Toy has no field ToyName, and its `order` names it.');
  });

  it('a schema refuses two entities of one name, which the audit could not tell apart', () => {
    const other = { Pet: class Pet {} }.Pet;
    Int32({ key: 'generated' })(other.prototype, 'Id');
    Table('other_pets')(other);
    expect(() => new Schema([Pet, other])).toThrow('Two entities have the same name: Pet.');
  });
});

describe('row maker', () => {
  describe('rowMaker', () => {
    it('rowMaker makes the same rows as assigning each value by name, for any names', () => {
      const column = fc.tuple(
        fc.string({ unit: 'binary' }).filter((name) => name !== '__proto__'),
        fc.boolean(),
      );
      const list = fc.array(fc.tuple(column, fc.oneof(fc.string(), fc.integer(), fc.constant(null))));
      fc.assert(
        fc.property(list, (cells) => {
          const columns = cells.map(([[name, isConverted]]) => ({ name, isConverted }));
          const row = rowMaker(columns, (value) => [value])(cells.map(([, value]) => value));
          const named = cells.map(([[name, isConverted], value]) => [name, isConverted ? [value] : value] as const);
          expect(row).toEqual(Object.fromEntries(named));
        }),
      );
    });

    it('rowMaker keeps a separate function for each list of columns', () => {
      for (let round = 0; round < 2; round++)
        for (let column = 0; column < 600; column++) {
          const columns = [{ name: `c${column}`, isConverted: column % 2 === 0 }];
          expect(rowMaker(columns, String)([column])).toEqual({ [`c${column}`]: column % 2 ? column : `${column}` });
        }
    });
  });
});

describe('conditions', () => {
  describe('anyKey', () => {
    it('anyKey uses an IN list for the column with the most different values', () => {
      const { sql: text, values } = anyKey(
        [sql`a`, sql`b`],
        [
          [1, 'x'],
          [2, 'x'],
          [3, 'y'],
        ],
      );
      expect(text).toBe('((a IN (?,?) AND b = ?) OR (a IN (?) AND b = ?))');
      expect(values).toEqual([1, 2, 'x', 3, 'y']);
    });

    it('anyKey uses a single IN list for keys of one column', () => {
      expect(anyKey([sql`a`], [[1], [2]]).sql).toBe('((a IN (?,?)))');
    });
  });
});

describe('FieldCipher', () => {
  const cipherWith = (byte: number, ...old: number[]): FieldCipher =>
    new FieldCipher({
      fieldKey: Buffer.alloc(32, byte),
      fieldKeysOld: old.map((former) => Buffer.alloc(32, former)),
    } as unknown as Config);

  describe('FieldCipher', () => {
    const cipher = cipherWith(1);
    const stored = cipher.encrypt('123-45-6789 ü', 'contacts.SSN:7');

    it('FieldCipher decrypts its own text, and encrypts differently each time', () => {
      expect(cipher.decrypt(stored, 'contacts.SSN:7')).toBe('123-45-6789 ü');
      expect(cipher.encrypt('123-45-6789 ü', 'contacts.SSN:7')).not.toBe(stored);
      expect(cipher.decrypt(cipher.encrypt('', 'c'), 'c')).toBe('');
    });

    it('FieldCipher refuses a value of another context, of another key, and with changed bytes', () => {
      expect(() => cipher.decrypt(stored, 'contacts.SSN:8')).toThrow();
      expect(() => cipherWith(2).decrypt(stored, 'contacts.SSN:7')).toThrow(/is encrypted with the key/);
      const [id, encrypted] = stored.split('.');
      const bytes = Buffer.from(encrypted, 'base64url');
      bytes[14] ^= 1;
      expect(() => cipher.decrypt(`${id}.${bytes.toString('base64url')}`, 'contacts.SSN:7')).toThrow();
      expect(() => cipher.decrypt('nonsense', 'contacts.SSN:7')).toThrow();
    });

    it('FieldCipher refuses a value that differs only in the spare bits of its last character', () => {
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      // The value has 28 bytes of nonce and tag and one byte of text, so its last character has four spare bits, all
      // zero.
      const short = cipher.encrypt('1', 'c');
      const respelt = short.slice(0, -1) + alphabet[alphabet.indexOf(short.at(-1)!) + 1];
      const bytesOf = (text: string): Buffer => Buffer.from(text.split('.')[1], 'base64url');
      expect(bytesOf(respelt)).toEqual(bytesOf(short));
      expect(() => cipher.decrypt(respelt, 'c')).toThrow();
    });

    it('FieldCipher decrypts with a former key, and encrypts with the current one', () => {
      const rotated = cipherWith(2, 3, 1);
      expect(rotated.decrypt(stored, 'contacts.SSN:7')).toBe('123-45-6789 ü');
      const again = rotated.encrypt('123-45-6789 ü', 'contacts.SSN:7');
      expect(cipherWith(2).decrypt(again, 'contacts.SSN:7')).toBe('123-45-6789 ü');
      expect(() => cipher.decrypt(again, 'contacts.SSN:7')).toThrow(/is encrypted with the key/);
    });

    it('FieldCipher names the key without revealing it', () => {
      expect(stored).toMatch(/^[0-9a-f]{8}\.[\w-]+$/);
      expect(cipherWith(2).encrypt('x', 'c').slice(0, 8)).not.toBe(stored.slice(0, 8));
    });
  });
});
