import { Int32, Text } from './fields.js';
import { inReadingOrder, ReadAs, readingOf } from './reading.js';
import { answeredSchema } from './schema.js';

@ReadAs({ columns: 'Name, Phone', groups: { Person: 'Name,\n  Phone', Ids: 'Id' } })
class Person {
  @Int32() Id!: number;
  @Text(10) Phone!: string;
  @Text(10, { title: 'What to call them' }) Name!: string;
}

class Patient extends Person {
  @Text(10) Ward!: string;
}

it('reads a record, and one that extends it, in the stated order, other fields last', () => {
  expect(inReadingOrder(Patient).map(({ name }) => name)).toEqual(['Name', 'Phone', 'Id', 'Ward']);
  expect(readingOf(Patient)).toEqual({
    columns: ['Name', 'Phone'],
    groups: { Person: ['Name', 'Phone'], Ids: ['Id'] },
  });
});

it('tells the pages and the documentation', () => {
  const { properties, ...schema } = answeredSchema(Person);
  expect(schema).toMatchObject({
    description: expect.stringContaining('Person: Name, Phone. Ids: Id.'),
    'x-columns': ['Name', 'Phone'],
    'x-groups': { Person: ['Name', 'Phone'], Ids: ['Id'] },
  });
  expect(properties).toMatchObject({ Name: { title: 'What to call them' } });
});

it('refuses a field that the record does not have, and one that is in two groups', () => {
  const wrong = { columns: 'Name', groups: { Person: 'Name, Shoe' } };
  expect(() => ReadAs(wrong)(Person)).toThrow('Person has no field Shoe.');
  const twice = { columns: 'Name', groups: { Person: 'Name', Ids: 'Id, Name' } };
  expect(() => ReadAs(twice)(Person)).toThrow('Name of Person is in two groups.');
});
