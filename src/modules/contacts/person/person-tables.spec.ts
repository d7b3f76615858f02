import '../../../app.module.js';
import { Table } from '../../../database/schema/table.js';
import { Tables } from '../../../database/schema/tables.module.js';
import type { Class } from '../../../record/field-types.js';
import { Int32 } from '../../../record/fields.js';
import { PersonService } from './person.service.js';

const start = (): void => PersonService.prototype.onModuleInit();

@Table('strays')
class Stray {
  @Int32({ key: 'generated' }) StrayId!: number;
  @Int32({ references: 'Contact.ContactId' }) ContactId!: number;
}

@Table('lost')
class Lost {
  @Int32({ key: 'generated' }) LostId!: number;
  @Int32({ references: 'Contact.ContactID' }) ContactId!: number;
}

/** Adds a table for one test. */
function alsoStated(table: Class): void {
  const stated = Tables.all();
  jest.spyOn(Tables, 'all').mockReturnValue([...stated, table]);
}
afterEach(() => jest.restoreAllMocks());

it('finds `ofPerson` in the @Table of every entity of the service that refers to a contact', () => {
  expect(start).not.toThrow();
  expect(() => Tables.checked()).not.toThrow();
});

it('refuses to start with a table that refers to a contact and declares no `ofPerson`', () => {
  alsoStated(Stray);
  expect(start).toThrow('The table strays refers to a contact: state `ofPerson` in the @Table of Stray.');
});

it('the error about a misspelt reference names its entity and field', () => {
  alsoStated(Lost);
  expect(() => Tables.checked()).toThrow('Lost.ContactId refers to Contact.ContactID: no module states a table');
});
