import { Injectable } from '@nestjs/common';
import { Db } from '../../database/db.js';
import type { Upserted } from '../../database/rows/upsert.js';
import type { FieldError } from '../../record/field-error.js';
import type { Added } from '../../sets/record-set.js';
import { TableSet } from '../../sets/table-set.js';
import { weeklyErrors } from './hours.js';
import { Line, Question } from './line.entity.js';
import { LineQuestionsService } from './line-questions.service.js';
import { LinesService } from './lines.service.js';
import { Location, Station } from './location.entity.js';
import { StationSetupService } from './stations/station-setup.service.js';

/** Imports locations. Like a PUT, an import rejects opening hours that overlap or are no quarter-hours. */
@Injectable()
export class LocationsRecordSet extends TableSet<Location> {
  constructor(db: Db) {
    super(db, 'locations', Location);
  }

  override problems({ OpeningHours }: Partial<Location>): FieldError[] {
    return weeklyErrors(OpeningHours ?? [], 'OpeningHours');
  }
}

/** Imports stations. Like a PUT, an import accepts only lines at the location of the station. */
@Injectable()
export class StationsRecordSet extends TableSet<Station> {
  constructor(
    db: Db,
    private readonly stations: StationSetupService,
  ) {
    super(db, 'stations', Station);
  }

  override async save(stations: readonly Partial<Station>[]): Promise<Upserted> {
    for (const station of stations) await this.stations.mustFit(station);
    return super.save(stations);
  }
}

/** Imports lines. Like a PUT, an import cannot move a line with visits to another location. */
@Injectable()
export class LinesRecordSet extends TableSet<Line> {
  constructor(
    db: Db,
    private readonly lines: LinesService,
  ) {
    super(db, 'lines', Line);
  }

  override async save(lines: readonly Partial<Line>[]): Promise<Upserted> {
    const stored = await this.lines.lock(lines.map(({ Id }) => Id!));
    for (const { Id, LocationId } of lines) {
      const before = stored.get(Id!);
      if (before && LocationId && LocationId !== before) await this.lines.moveAway(Id!, before);
    }
    return super.save(lines);
  }

  override async removeAdded(lines: readonly Partial<Line>[]): Promise<void> {
    for (const { Id } of lines) await this.lines.discard(Id!);
  }
}

/** Imports questions. Like a POST, an import cannot give a line two active questions with the same text. */
@Injectable()
export class LineQuestionsRecordSet extends TableSet<Question> {
  constructor(
    db: Db,
    private readonly questions: LineQuestionsService,
  ) {
    super(db, 'line-questions', Question);
  }

  override async save(questions: readonly Partial<Question>[]): Promise<Upserted> {
    await this.questions.mustBeSingle(questions);
    return super.save(questions);
  }

  override async add(questions: readonly Partial<Question>[]): Promise<Added> {
    await this.questions.mustBeSingle(questions);
    return this.insert(questions);
  }
}
