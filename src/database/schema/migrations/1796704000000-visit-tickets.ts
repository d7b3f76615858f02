import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dropIndex } from './table-definition.js';

interface Visit {
  readonly Id: string;
  readonly LineId: string;
  readonly LocationId: string;
  readonly BusinessDay: string;
}
interface Line {
  readonly Id: string;
  readonly LocationId: string;
  readonly Name: string;
}

const unique = ['BusinessDay', 'LocationId', 'Ticket'];
const letters = [...'ABCDEFGHJKLMNPQRSTUVWXYZ'];

/** Adds the tickets of visits. Open visits get one in the order of the queue; ended visits get none. */
export class VisitTickets1796704000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Add the column by SQL, because TypeORM would copy the whole table on SQLite.
    if (!(await runner.hasColumn('checkins', 'Ticket')))
      await runner.query('ALTER TABLE checkins ADD COLUMN Ticket varchar(8)');
    const visits = (await runner.query(`SELECT Id, LineId, LocationId, BusinessDay FROM checkins
      WHERE Status IN (0, 1, 2) ORDER BY BusinessDay, AdjustedSignInTime, SignInTime, Id`)) as Visit[];
    const letterOf = lettersOf(
      (await runner.query('SELECT Id, LocationId, Name FROM service_lines ORDER BY EntDate, Id')) as Line[],
    );
    const last = new Map<string, number>();
    for (const { Id, LineId, LocationId, BusinessDay } of visits) {
      const letter = letterOf.get(LineId) ?? letters[0];
      const counter = `${BusinessDay} ${LocationId} ${letter}`;
      const number = (last.get(counter) ?? 0) + 1;
      last.set(counter, number);
      await runner.query('UPDATE checkins SET Ticket = ? WHERE Id = ?', [`${letter}${number}`, Id]);
    }
    const indices = (await runner.getTable('checkins'))?.indices ?? [];
    if (!indices.some(({ columnNames }) => columnNames.join() === unique.join()))
      await runner.createIndex('checkins', new TableIndex({ columnNames: unique, isUnique: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'checkins', unique);
    await runner.query('ALTER TABLE checkins DROP COLUMN Ticket');
  }
}

/** The initials of the lines' names, or at each location the first free letter. */
function lettersOf(lines: readonly Line[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    lines.map(({ Id, LocationId, Name }) => {
      const isFree = (letter: string): boolean => letters.includes(letter) && !taken.has(LocationId + letter);
      const initial = Name.normalize('NFKD').charAt(0).toUpperCase();
      const letter = [initial, ...letters].find(isFree) ?? letters[0];
      taken.add(LocationId + letter);
      return [Id, letter];
    }),
  );
}
