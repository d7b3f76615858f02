import { faker } from '@faker-js/faker/locale/en';
import sql from 'sql-template-tag';
import { scratchDb } from '../../../test/support/database/scratch-db.js';
import { Table } from '../../database/schema/table.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { DateTime, Flag, Int32, Text } from '../../record/fields.js';
import { fillFromExamples } from './examples.js';
import { Filling } from './filling.js';

@Table('pets')
class Pet {
  @Int32({ key: 'generated', example: 7 }) PetId!: number;
  @Text(50, { required: true, example: 'Rex' }) Name!: string;
  @Text(50) Breed!: string;
  @DateTime({ example: '2026-03-02' }) Born!: DateTime;
  @Flag() Tame!: boolean;
}

@Table('owners')
class Owner {
  @Int32({ key: 'generated', example: 1 }) OwnerId!: number;
}

it('the demo fills each empty table with a record of example values', async () => {
  const scratch = await scratchDb({ tables: [Pet, Owner] });
  const { db, config } = scratch;
  const filling = new Filling(db, new FieldCipher(config), faker, '2026-11-16T18:30:00.0000000', 60);
  await db.tx(async () => {
    await db.insertAll(Owner, [{ OwnerId: 3 }]);
    await fillFromExamples(filling, [Pet, Owner]);
  });
  expect(await db.all(sql`SELECT PetId, Name, Breed, Born, Tame FROM pets`)).toEqual([
    { PetId: 7, Name: 'Rex', Breed: '', Born: '2026-03-02T00:00:00.0000000', Tame: 1 },
  ]);
  expect(await db.all(sql`SELECT OwnerId FROM owners`)).toEqual([{ OwnerId: 3 }]);
  await scratch.close();
});
