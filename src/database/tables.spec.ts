import { Module } from '@nestjs/common';
import { ModulesContainer, DiscoveryService, NestFactory } from '@nestjs/core';
import { Int32, Text } from '../record/fields.js';
import { Db } from './db.js';
import { schemaOf } from './start/schema-of.js';
import { Schema } from './schema/schema.js';
import { Table } from './schema/table.js';
import { rowsToken, TableRows } from './table-rows.js';
import { Tables } from './tables.module.js';

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
