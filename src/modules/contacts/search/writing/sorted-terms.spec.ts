import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredContact } from '../../contact.entity.js';
import { SortedTerms } from './sorted-terms.js';
import { TermRuns } from './term-runs.js';

const people = ['Ada King', 'Ada Lovelace', 'Grace Hopper', 'Jörg Müller', 'Zoë 𝒵 Zimmer', 'zoe'].sort();
const contactOf = (Name: string, at: number) =>
  ({ ContactId: 10 + at, Name, Phone: `555-010${at}`, EmailWork: `p${at}@example.com` }) as StoredContact;

type Row = [term: string, name: string, id: number, owner: number | null, shared: number];

/** The rows that all statements together insert. */
async function rowsOf(terms: SortedTerms): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { statement } of terms.inserts())
    for (let at = 0; at < statement.values.length; at += 5) rows.push(statement.values.slice(at, at + 5) as Row);
  return rows;
}

async function sorted(most: number, contacts = people.map(contactOf)): Promise<Row[]> {
  const terms = new SortedTerms(most);
  for (const contact of contacts) await terms.add(contact, contact.ContactId % 2 === 0 ? 7 : null);
  const rows = await rowsOf(terms);
  await terms.close();
  return rows;
}

it.each([1, 20, 60, 100])(
  'SortedTerms inserts the same rows in the order of the key with %i terms in memory',
  async (most) => {
    const rows = await sorted(1000);
    expect(rows).toHaveLength(new Set(rows.map(([term, , id]) => `${term} ${id}`)).size);
    const keys = rows.map(([term, name, id]) => JSON.stringify([term, name, id]));
    expect(rows.map(([term]) => term)).toEqual(rows.map(([term]) => term).sort());
    expect(await sorted(most)).toEqual(rows);
    expect(new Set(keys).size).toBe(keys.length);
  },
);

it('SortedTerms inserts the contacts of a term in the order in which they were added', async () => {
  const rows = await sorted(1);
  expect(rows.filter(([term]) => term === '*example').map(([, name]) => name)).toEqual(people);
});

it('SortedTerms accepts further terms after the first ones were inserted', async () => {
  const terms = new SortedTerms(10);
  await terms.add(contactOf('Ada King', 0), 1);
  const first = await rowsOf(terms);
  expect(await rowsOf(terms)).toEqual([]);
  await terms.add(contactOf('Ada King', 0), 1);
  expect(await rowsOf(terms)).toEqual(first);
  await terms.close();
});

it('TermRuns keeps the terms in an unlinked file, so that a killed process leaves no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sorted-terms-'));
  const runs = await TermRuns.open(1, folder);
  await runs.add(new Map([['*a', [1, 2]]]));
  await runs.add(new Map([['*b', [3]]]));
  expect(readdirSync(folder)).toEqual([]);
  const found: [string, readonly number[]][] = [];
  for await (const part of runs.parts()) found.push(...part);
  await runs.close();
  rmSync(folder, { recursive: true });
  expect(found).toEqual([
    ['*a', [1, 2]],
    ['*b', [3]],
  ]);
  await expect(TermRuns.open(1, folder)).rejects.toThrow('ENOENT');
});

it('TermRuns cuts parts of about the same size, even if each run contains other letters', async () => {
  const most = 100;
  const runs = await TermRuns.open(most);
  for (let run = 0; run < 40; run++) {
    const name = (at: number): string => `*${String.fromCharCode(97 + run / 2)}${run}${at}`;
    await runs.add(new Map(Array.from({ length: most }, (_, at) => [name(at), [run * most + at]])));
  }
  const sizes: number[] = [];
  for await (const part of runs.parts()) sizes.push([...part.values()].flat().length);
  await runs.close();
  expect(sizes.reduce((sum, size) => sum + size)).toBe(40 * most);
  expect(Math.max(...sizes)).toBeLessThan(2 * most);
});
