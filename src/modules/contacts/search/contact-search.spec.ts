import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsedValues } from '../../../database/schema/parsed-phones.js';
import type { ContactNumbers, StoredContact } from '../contact.entity.js';
import type { Country } from '../../../record/values/phone.js';
import { comparedName } from './name-words.js';
import { endingOf, lookUpsOf, matchOf, sameAs, termsOf, withName, withPhone } from './search-terms.js';
import { SortedTerms } from './writing/sorted-terms.js';
import { TermPlaces } from './writing/term-places.js';
import { TermRuns } from './writing/term-runs.js';

describe('search terms', () => {
  const nobody = {
    ...{ Name: null, FirstName: null, LastName: null, BusinessName: null, EmailWork: null, EmailPersonal: null },
    ...{ Phone: null, PhoneAlt: null, DateOfBirth: null, Deleted: false },
  };
  type Person = Omit<Parameters<typeof termsOf>[0], keyof ContactNumbers>;
  const phones = ['Phone', 'PhoneAlt'].map((field) => ({
    field,
    e164: `${field}E164`,
    extension: `${field}Extension`,
  }));
  /** The person as its row is stored. */
  const stored = (person: Person, country: Country = 'US'): Parameters<typeof termsOf>[0] =>
    ({ ...person, ...parsedValues(phones, { ...person }, country) }) as Parameters<typeof termsOf>[0];
  const ada = { ...nobody, Name: 'Ada Łovelace-King', EmailWork: 'Ada.K@Example.com', Phone: '555-0100' };

  const terms = (person: Person, country?: Country): string[] =>
    termsOf(stored(person, country)).map(({ Term }) => Term);
  /** For each word of a search, the number of the contact's terms that it finds: 1 if the contact matches. */
  const finds = (search: string, person: Person, country: Country = 'US'): number[] =>
    lookUpsOf(search, country).map(
      ({ from, to, shared }) =>
        termsOf(stored(person, country)).filter(
          ({ Term, Shared }) => (to === undefined ? Term === from : Term >= from && Term < to) && Shared < shared,
        ).length,
    );

  it('gives a contact a search term of name and birth date, by which duplicates are found', () => {
    const born = { ...nobody, Name: ' Ána Łee', DateOfBirth: '1967-04-12T00:00:00.0000000' };
    expect(terms(born)).toContain('=#1967-04-12 ana lee');
    expect(sameAs(stored(born))).toEqual([]);
  });

  it('the search terms are prefixes of words, long words, suffixes of digits, and whole addresses and numbers', () => {
    expect(terms({ ...nobody, Name: 'Ana O’Neil 3rd', Phone: '55-512' })).toEqual([
      ...['*a', '*an', '*ana', '*o', '*on', '*one', '*onei', '*oneil', '*3', '*3r', '=55512'],
      ...['3rd', '512', '5512', '55512'],
    ]);
    expect(terms({ ...nobody, Name: 'Constantinopel' }).slice(-2)).toEqual(['*constantinop', 'constantinopel']);
  });

  it.each([
    ['ada'],
    ['ADA'],
    ['Ad'],
    ['a'],
    ['łovelace'],
    ['king'],
    ['love-king'.replace('love', 'łove')],
    ['ada.k@example.com'],
    ['exam'],
    ['555-0100'],
    ['(555)'],
    ['5550'],
    ['100'],
    ['com 010 ada'],
  ])('finds one term of the contact by each word of the search %s', (search) => {
    expect(finds(search, ada).every((count) => count === 1)).toBe(true);
  });

  it.each([['da'], ['lace'], ['k@ample'], ['00'], ['5'], ['555-0101'], ['ada x']])(
    'does not find the contact Ada Lovelace by the search %s',
    (search) => {
      expect(finds(search, ada)).toContain(0);
    },
  );

  it('finds a contact once even if several of its words match the search', () => {
    const maria = { ...nobody, Name: 'Maria Marianez Marin Mar', Phone: '2102105', PhoneAlt: '210' };
    for (const search of ['mari', 'maria', 'marian', 'mar', 'm', '210', '2102', '2105'])
      expect(finds(search, maria)).toEqual([1]);
  });

  it('a search ignores diacritics, letter case and apostrophes', () => {
    const contact = { ...nobody, BusinessName: 'Ångström & D’Ávila', LastName: 'Şahin' };
    for (const search of ['angs', 'ÅNGS', "d'avila", 'davila', 'DÁVILA', 'sahin', '&  şAH'])
      expect(finds(search, contact)).toEqual(finds(search, contact).map(() => 1));
    expect(lookUpsOf(' & - ', 'US')).toEqual([]);
  });

  it('the search terms of a deleted contact begin with an exclamation mark', () => {
    const deleted = { ...ada, Deleted: true };
    expect(finds('ada', deleted)).toEqual([0]);
    expect(terms(deleted).every((term) => term.startsWith('!'))).toBe(true);
    for (const { from, shared } of lookUpsOf('adam ada k 010', 'US', { Deleted: true })) {
      expect(from).toMatch(/^!/);
      expect(shared).toBeLessThanOrEqual(from.length);
    }
  });

  it('finds contacts with the same e-mail address or the same telephone digits', () => {
    expect(sameAs(stored(ada)).map(({ from }) => from)).toEqual(['=ada.k@example.com', '=5550100']);
    expect(terms({ ...nobody, PhoneAlt: '(555) 0100', EmailPersonal: ' ADA.K@example.com ' })).toEqual(
      expect.arrayContaining(sameAs(stored(ada)).map(({ from }) => from)),
    );
    expect(sameAs(stored({ ...nobody, Phone: '12' }))).toEqual([]);
  });

  it('gives no contact a search term that is too long for the index', () => {
    const long = {
      ...nobody,
      Name: 'x'.repeat(200),
      EmailWork: `${'é'.repeat(240)}@example.com`,
      Phone: '1'.repeat(50),
    };
    for (const term of terms({ ...long, Deleted: true })) expect([...term].length).toBeLessThanOrEqual(64);
    for (const search of ['x'.repeat(100), '1'.repeat(50)]) expect(finds(search, long)).toEqual([1]);
  });

  it.each(['(505) 555-0142', '+1 505 555 0142', '15055550142', '505.555.0142 x12'])(
    'finds the whole telephone number 505-555-0142 as %s',
    (phone) => {
      expect(sameAs(stored({ ...nobody, Phone: '505-555-0142' }))).toEqual([withPhone(phone, 'US')]);
      expect(endingOf(phone, 4, 'US')).toBe('0142');
    },
  );

  it.each<[string, string, Country?]>([
    ['505-555-0142 x12', '505 555 0142'],
    ['505-555-0142', '505-555-0142 ext. 12'],
    ['505-555-0142', '(505) 555-0142 (x12)'],
    ['505-555-0142, ext. 12', '+1 505 555 0142;ext=12'],
    ['(505) 555-0142', '011 1 505 555 0142'.slice(4)],
    ['011 44 20 7946 0018', '+44 20 7946 0018'],
    ['+44 (0)20 7946 0018', '0044 20 7946 0018'],
    ['(+44) 20 7946 0018', '+44 (0)20 7946 0018'],
    ['(+65) 6123 4567', '+65 6123 4567'],
    ['\u202A505-555-0142\u202C', '\u200E505 555 0142'],
    ['020 7946 0018', '+44 20 7946 0018', 'GB'],
    ['+44 20 7946 0018', '020 7946 0018', 'GB'],
    ['00 44 20 7946 0018', '020 7946 0018', 'GB'],
    ['1-505-555-0142', '505.555.0142'],
    ['555-0146', '555 0146'.replace(' ', '')],
  ])('finds a contact with the number %j, also as a duplicate, by %j', (written, typed, country = 'US') => {
    const contact = { ...nobody, Phone: written };
    expect(finds(typed, contact, country)).toEqual([1]);
    expect(finds(written, { ...nobody, PhoneAlt: typed }, country)).toEqual([1]);
    expect(sameAs(stored(contact, country))).toEqual([withPhone(typed, country)]);
  });

  it.each([
    ['+44 20 7946 0018', '505 794 6001'],
    ['(+65) 6123 4567', '+1 612 345 67'],
    ['505-555-0142 x12', '505 555 0143'],
  ])('does not find the number %j by %j', (written, typed) => {
    expect(finds(typed, { ...nobody, Phone: written })).toContain(0);
    expect(sameAs(stored({ ...nobody, Phone: written }))).not.toEqual([withPhone(typed, 'US')]);
  });

  it.each(['0142', '5550142', '505', '15055550142', '505 555', '1234'])(
    'finds 505-555-0142 x1234 by its digits %s',
    (typed) => {
      expect(new Set(finds(typed, { ...nobody, Phone: '505-555-0142 x1234' }))).toEqual(new Set([1]));
    },
  );

  it('searches for words beside a telephone number, and for groups of digits one by one', () => {
    const from = (search: string): string[] => lookUpsOf(search, 'US').map((word) => word.from);
    expect(from('maria 505 555 0142 x12 lopez')).toEqual(['*maria', '5055550142', '*lopez']);
    expect(from('505 555 0142 maria')).toEqual(['5055550142', '*maria']);
    expect(from('305 480')).toEqual(['305', '480']);
    expect(from('24 7 gym')).toEqual(['*24', '*7', '*gym']);
    expect(from('+44 20 79')).toEqual(['442079']);
    expect(from('0044 20 79')).toEqual(['442079']);
  });

  const spellings = ["'", '’', '‘', 'ʻ', 'ʼ', '´', '′', '＇', '`', '', '\u200D’'];
  it.each([
    ['Ka', 'imi'],
    ['Ts', 'osie'],
    ['O', 'Brien'],
    ['D', 'Angelo'],
  ])('finds and compares the name %s’%s with every apostrophe and without one', (before, after) => {
    for (const stored of spellings)
      for (const typed of spellings) {
        const name = `${before}${stored}${after}`;
        expect([name, typed, finds(`${before}${typed}${after}`, { ...nobody, LastName: name })]).toEqual([
          name,
          typed,
          [1],
        ]);
        expect(comparedName(`${before}${typed}${after}`)).toBe(comparedName(name));
      }
    const born = spellings.map((mark) =>
      terms({ ...nobody, Name: `Ana ${before}${mark}${after}`, DateOfBirth: '1967-04-12' }),
    );
    expect(new Set(born.map((all) => all.find((term) => term.startsWith('=#')))).size).toBe(1);
  });

  it.each([
    ['López', 'lopez'],
    ["O'Neil", 'ONEIL'],
    ['Łovelace-King', 'lovelace king'],
  ])('treats the last names %s and %s as equal', (name, typed) => {
    expect(comparedName(name)).toBe(comparedName(typed));
  });

  it.each([
    ['24 7 gym', true],
    ['24 7', true],
    ['łó', true],
    ['+49 30 123 4567', true],
    ['4567 gym', true],
    ['567', true],
    ['(505) 555-0142 x9', true],
    ['505 555 0142', true],
    ['OWNER@gym.example', true],
    ['567 4567', true],
    ['34567', false],
    ['123 4567', false],
    ['4567 30', false],
    ['555 0142', false],
    ['0142 505', false],
    ['owner', false],
    ['gym.example', false],
    ['owner@gym', false],
    ['lo 505', false],
  ])(
    'a search for %j by a receptionist, who must not see whole numbers and addresses, finds the contact: %j',
    (search, isFound) => {
      const gym = { ...nobody, Name: 'Łów', BusinessName: '24 7 Gym', EmailWork: 'Owner@gym.example' };
      expect(matchOf(search, 4, 'US')({ ...gym, Phone: '+49 30 1234567', PhoneAlt: '505-555-0142 x12' })).toBe(isFound);
    },
  );
});

describe('whole names', () => {
  type Named = Partial<Record<'Name' | 'FirstName' | 'LastName' | 'BusinessName', string>>;
  const finds = (search: string, names: Named): boolean => {
    const full = [names.FirstName, names.LastName].filter(Boolean).join(' ');
    const contact = { Name: full || names.BusinessName, ...names };
    const terms = termsOf(contact as unknown as StoredContact).map(({ Term }) => Term);
    return terms.includes(withName(search).from);
  };
  const kim = { FirstName: '民秀', LastName: '金' };
  const kimInOne = { Name: '金民秀' };
  const namgung = { FirstName: '민수', LastName: '남궁' };

  it.each<[string, Named]>([
    ...['金', '民秀', '金民秀', '金 民秀', '民秀 金', '金民', '金　民秀'].map((search): [string, Named] => [
      search,
      kim,
    ]),
    ...['金', '金民', '金民秀', '金 民秀'].map((search): [string, Named] => [search, kimInOne]),
    ...['남궁', '남궁민', '남궁 민수', '민수'].map((search): [string, Named] => [search, namgung]),
    ['남궁민수'.normalize('NFD'), namgung],
    ['田中', { FirstName: '太郎', LastName: '田中' }],
    ['ガ', { FirstName: 'アンナ', LastName: 'ガ' }],
    ['佐々木', { FirstName: '希', LastName: '佐々木' }],
    ['li', { FirstName: 'Wei', LastName: 'Li' }],
    ['LÊ', { FirstName: 'Anh', LastName: 'Le' }],
    ...['wu', 'BO', 'wu bo', 'wubo', 'Bo Wu', 'bowu'].map((search): [string, Named] => [search, { Name: 'Wu Bo' }]),
    ...['Wu', 'Bo', 'wubo'].map((search): [string, Named] => [search, { FirstName: 'Bo', LastName: 'Wu' }]),
    ['HP', { BusinessName: 'HP' }],
    ['3m', { BusinessName: '3M' }],
  ])('%s is a whole name of %j', (search, names) => expect(finds(search, names)).toBe(true));

  it.each<[string, Named]>([
    ['民', kim],
    ['秀', kimInOne],
    ['남', namgung],
    ['Li', { FirstName: 'Lisa', LastName: 'Lindner' }],
    ['Co', { BusinessName: 'Acme Co' }],
    ['de', { FirstName: 'Ana', LastName: 'de la Cruz' }],
    ['東', { BusinessName: '東京商事' }],
    ['jo', { FirstName: 'Jonathan', LastName: 'King' }],
  ])('%s is no whole name of %j', (search, names) => expect(finds(search, names)).toBe(false));

  it('lists no whole name of a contact whose names are long', () => {
    const terms = termsOf({ FirstName: 'Ada', LastName: 'Lovelace', Name: 'Ada Lovelace' } as StoredContact);
    expect(terms.filter(({ Term }) => Term.startsWith('@'))).toEqual([]);
  });
});

describe('sorted terms', () => {
  const people = ['Ada King', 'Ada Lovelace', 'Grace Hopper', 'Jörg Müller', 'Zoë 𝒵 Zimmer', 'zoe'].sort();
  const contactOf = (Name: string, at: number) =>
    ({
      ContactId: 10 + at,
      NameKey: Name,
      Name,
      Phone: `555-010${at}`,
      EmailWork: `p${at}@example.com`,
    }) as StoredContact;

  type Row = [term: string, name: string, id: number, shared: number];

  function placesOf(...all: (readonly [term: string, place: number])[]): TermPlaces {
    const places = new TermPlaces();
    for (const [term, place] of all) places.add(term, place);
    return places;
  }

  /** The rows that all statements together insert. */
  async function rowsOf(terms: SortedTerms): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const { statement } of terms.inserts())
      for (let at = 0; at < statement.values.length; at += 4) rows.push(statement.values.slice(at, at + 4) as Row);
    return rows;
  }

  async function sorted(most: number, contacts = people.map(contactOf)): Promise<Row[]> {
    const terms = new SortedTerms(most);
    for (const contact of contacts) await terms.add(contact);
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
    await terms.add(contactOf('Ada King', 0));
    const first = await rowsOf(terms);
    expect(await rowsOf(terms)).toEqual([]);
    await terms.add(contactOf('Ada King', 0));
    expect(await rowsOf(terms)).toEqual(first);
    await terms.close();
  });

  it('TermRuns keeps the terms in an unlinked file, so that a killed process leaves no file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sorted-terms-'));
    const runs = await TermRuns.open(1, folder);
    await runs.add(placesOf(['*a', 1], ['*a', 2]));
    await runs.add(placesOf(['*b', 3]));
    expect(readdirSync(folder)).toEqual([]);
    const found: [string, readonly number[]][] = [];
    for await (const part of runs.parts()) found.push(...part.sorted());
    await runs.close();
    rmSync(folder, { recursive: true });
    expect(found).toEqual([
      ['*a', [1, 2]],
      ['*b', [3]],
    ]);
    await expect(TermRuns.open(1, folder)).rejects.toThrow('TMPDIR');
  });

  it('TermRuns cuts parts of about the same size, even if each run contains other letters', async () => {
    const most = 100;
    const runs = await TermRuns.open(most);
    for (let run = 0; run < 40; run++) {
      const name = (at: number): string => `*${String.fromCharCode(97 + run / 2)}${run}${at}`;
      await runs.add(placesOf(...Array.from({ length: most }, (_, at) => [name(at), run * most + at] as const)));
    }
    const sizes: number[] = [];
    for await (const part of runs.parts()) sizes.push(part.size);
    await runs.close();
    expect(sizes.reduce((sum, size) => sum + size)).toBe(40 * most);
    expect(Math.max(...sizes)).toBeLessThan(2 * most);
  });
});
