import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import type { Guid } from '../../record/fields.js';
import type { Line } from '../lines/line.entity.js';
import type { Checkin } from './checkin.entity.js';
import { lettersOf } from './visit.rules.js';

type Visit = Partial<Checkin>;

/** Makes the tickets of visits: the letter of the line, and a number that counts from 1 each day at each location. */
@Injectable()
export class TicketsService {
  constructor(private readonly db: Db) {}

  /** Returns the visits, each with its ticket. Visits without one get the next number of their line's letter. */
  async complete(visits: readonly Visit[]): Promise<Visit[]> {
    const letters = await this.letters(visits);
    const taken = new Set(visits.map(place));
    const last = new Map<string, number>();
    const completed: Visit[] = [];
    for (const visit of visits) {
      const letter = letters.get(visit.LineId ?? '') ?? '';
      const counter = place({ ...visit, Ticket: letter });
      const next = (number: number): Visit => ({ ...visit, Ticket: `${letter}${number}` });
      if (visit.Ticket) {
        completed.push(visit);
        continue;
      }
      let number = (last.get(counter) ?? (await this.last(visit, letter))) + 1;
      while (taken.has(place(next(number)))) number++;
      last.set(counter, number);
      completed.push(next(number));
    }
    return completed;
  }

  /** The letters of all lines at the locations of the visits, by the Id of the line. */
  private async letters(visits: readonly Visit[]): Promise<Map<Guid, string>> {
    const locationIds = new Set(visits.flatMap(({ LocationId, Ticket }) => (LocationId && !Ticket ? LocationId : [])));
    if (locationIds.size === 0) return new Map();
    const lines = await this.db.all<Pick<Line, 'Id' | 'LocationId' | 'Name'>>(sql`SELECT Id, LocationId, Name
      FROM service_lines WHERE LocationId IN (${join([...locationIds])}) ORDER BY EntDate, Id`);
    const there = (id: Guid) => lines.filter(({ LocationId }) => LocationId === id);
    return new Map([...locationIds].flatMap((id) => [...lettersOf(there(id))]));
  }

  /** The highest number that the letter has on the visit's day at its location; 0 if it has none. */
  private async last({ BusinessDay, LocationId }: Visit, letter: string): Promise<number> {
    const found = await this.db.one<{ Last: number | null }>(sql`SELECT MAX(SUBSTR(c.Ticket, 2) + 0) AS Last
      FROM checkins c WHERE c.BusinessDay = ${BusinessDay} AND c.LocationId = ${LocationId}
        AND SUBSTR(c.Ticket, 1, 1) = ${letter}`);
    return found?.Last ?? 0;
  }
}

/** The values of the unique key of tickets, concatenated. */
function place({ BusinessDay, LocationId, Ticket }: Visit): string {
  return `${BusinessDay} ${LocationId} ${Ticket}`;
}
