import { AppModule } from '../../../app.module.js';
import { loadConfig } from '../../../config/config.js';
import { schemaOf } from '../../../database/start/schema-of.js';
import { Table } from '../../../database/schema/table.js';
import { Schema } from '../../../database/schema/schema.js';
import type { Class } from '../../../record/field-types.js';
import { Int32 } from '../../../record/fields.js';
import { PersonTables } from './person-tables.js';

const JWT_SECRET = 'test secret of more than 32 bytes, for tests';

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

let entities: readonly Class[];
const tables = (...more: Class[]): PersonTables => new PersonTables(new Schema([...entities, ...more]));

beforeAll(async () => {
  const config = loadConfig({ DATABASE_URL: 'mysql://u:p@localhost/none', JWT_SECRET, FIELD_KEY: 'ab'.repeat(32) });
  ({ entities } = await schemaOf(AppModule.forRoot(config)));
});

it('finds `ofPerson` in the @Table of every entity of the service that refers to a contact', () => {
  expect(tables().all.length).toBeGreaterThan(10);
});

it('refuses a table that refers to a contact and declares no `ofPerson`', () => {
  expect(() => tables(Stray)).toThrow('The table strays refers to a contact: state `ofPerson` in the @Table of Stray.');
});

it('the error about a misspelt reference names its entity and field', () => {
  expect(() => tables(Lost)).toThrow('Lost.ContactId refers to Contact.ContactID: no module declares a table');
});
