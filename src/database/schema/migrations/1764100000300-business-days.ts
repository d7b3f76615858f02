import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { text } from './column-kinds.js';
import { addColumns, column } from './table-definition.js';

const ofDay = ['OpenKey', 'BusinessDay'];
const ofAllDays = ['OpenKey'];

/** A customer has one open visit a business day. Visits kept before are of their day in UTC. */
export class BusinessDays1764100000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'checkins', { BusinessDay: column(text(10), { nullable: true }) });
    await runner.query('UPDATE checkins SET BusinessDay = SUBSTR(SignInTime, 1, 10)');
    await unique(runner, ofDay, ofAllDays);
  }

  async down(runner: QueryRunner): Promise<void> {
    await unique(runner, ofAllDays, ofDay);
    await runner.dropColumns('checkins', ['BusinessDay']);
  }
}

/** Makes the index on these columns, if it is not there, and removes the one on those. */
async function unique(runner: QueryRunner, these: string[], those: string[]): Promise<void> {
  const indexes = (await runner.getTable('checkins'))!.indices;
  const of = (names: string[]) => indexes.find(({ columnNames }) => columnNames.join() === names.join());
  if (!of(these)) await runner.createIndex('checkins', new TableIndex({ columnNames: these, isUnique: true }));
  const old = of(those);
  if (old) await runner.dropIndex('checkins', old);
}
