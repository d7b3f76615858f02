import { comparedName, endingOf, lookUpsOf, matchOf, sameAs, termsOf, withPhone } from './search-terms.js';

const nobody = {
  ...{ Name: null, FirstName: null, LastName: null, BusinessName: null, EmailWork: null, EmailPersonal: null },
  ...{ Phone: null, PhoneAlt: null, DateOfBirth: null, Deleted: false },
};
const ada = { ...nobody, Name: 'Ada Łovelace-King', EmailWork: 'Ada.K@Example.com', Phone: '555-0100' };

const terms = (contact: Parameters<typeof termsOf>[0]): string[] => termsOf(contact).map(({ Term }) => Term);
/** For each word of a search, the number of the contact's terms that it finds. It must be 1 if the contact matches. */
const finds = (search: string, contact: Parameters<typeof termsOf>[0]): number[] =>
  lookUpsOf(search).map(
    ({ from, to, shared }) =>
      termsOf(contact).filter(
        ({ Term, Shared }) => (to === undefined ? Term === from : Term >= from && Term < to) && Shared < shared,
      ).length,
  );

it('gives a contact a search term of name and birth date, by which duplicates are found', () => {
  const born = { ...nobody, Name: ' Ána Łee', DateOfBirth: '1967-04-12T00:00:00.0000000' };
  expect(terms(born)).toContain('=#1967-04-12 ana lee');
  expect(sameAs(born)).toEqual([]);
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
  expect(lookUpsOf(' & - ')).toEqual([]);
});

it('the search terms of a deleted contact begin with an exclamation mark', () => {
  const deleted = { ...ada, Deleted: true };
  expect(finds('ada', deleted)).toEqual([0]);
  expect(terms(deleted).every((term) => term.startsWith('!'))).toBe(true);
  for (const { from, shared } of lookUpsOf('adam ada k 010', { Deleted: true })) {
    expect(from).toMatch(/^!/);
    expect(shared).toBeLessThanOrEqual(from.length);
  }
});

it('finds contacts with the same e-mail address or the same telephone digits', () => {
  expect(sameAs(ada).map(({ from }) => from)).toEqual(['=ada.k@example.com', '=5550100']);
  expect(terms({ ...nobody, PhoneAlt: '(555) 0100', EmailPersonal: ' ADA.K@example.com ' })).toEqual(
    expect.arrayContaining(sameAs(ada).map(({ from }) => from)),
  );
  expect(sameAs({ ...nobody, Phone: '12' })).toEqual([]);
});

it('gives no contact a search term that is too long for the index', () => {
  const long = { ...nobody, Name: 'x'.repeat(200), EmailWork: `${'é'.repeat(240)}@example.com`, Phone: '1'.repeat(50) };
  for (const term of terms({ ...long, Deleted: true })) expect([...term].length).toBeLessThanOrEqual(64);
  for (const search of ['x'.repeat(100), '1'.repeat(50)]) expect(finds(search, long)).toEqual([1]);
});

it.each(['(505) 555-0142', '+1 505 555 0142', '15055550142', '505.555.0142 x12'])(
  'finds the whole telephone number 505-555-0142 as %s',
  (phone) => {
    expect(sameAs({ ...nobody, Phone: '505-555-0142' })).toEqual([withPhone(phone)]);
    expect(endingOf(phone, 4)).toBe('0142');
  },
);

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
    expect(matchOf(search, 4)({ ...gym, Phone: '+49 30 1234567', PhoneAlt: '505-555-0142 x12' })).toBe(isFound);
  },
);
