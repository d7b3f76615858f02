import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { Conflict, NotFound, refuse } from '../../../errors/errors.js';
import { missing, type Bound, type BoundWith } from '../../../record/bind.js';
import type { Guid } from '../../../record/fields.js';
import { newGuid } from '../../../record/values/guid.js';
import { LineImage } from '../line-image.entity.js';
import { Line } from '../line.entity.js';
import { LinesService } from '../lines.service.js';
import { LocationsService } from '../locations.service.js';
import { Question } from '../question.entity.js';
import { Station } from '../station.entity.js';
import { WaitTimesService } from '../waiting/wait-times.service.js';

/** The lines that there are. */
@Injectable()
export class LineSetup {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly lines: LinesService,
    private readonly locations: LocationsService,
    private readonly waitTimes: WaitTimesService,
  ) {}

  /** Those in scope, in memory: an agency has some for each of its offices. */
  async list(caller: Principal): Promise<Line[]> {
    const found = await this.db.all<{ Id: Guid }>(sql`SELECT l.Id AS Id FROM service_lines l
      WHERE ${this.locations.within(caller, sql`l.LocationId`)} ORDER BY l.LocationId, l.Name, l.Id`);
    return this.complete(found.map(({ Id }) => Id));
  }

  /** Throws NotFound, or Forbidden for one out of scope. */
  async read(caller: Principal, id: Guid): Promise<Line> {
    const line = (await this.complete([id])).at(0);
    if (!line) throw unknown();
    await this.locations.require(caller, line.LocationId);
    return line;
  }

  /** Throws Conflict for an Id that is taken. */
  async add(caller: Principal, sent: Bound<Line>): Promise<Line> {
    const Id = sent.Id || newGuid();
    refuse([...missing(Line, { ...sent, Id }), ...(await this.locations.problems(sent.LocationId))]);
    await this.locations.require(caller, sent.LocationId!);
    const now = this.clock.now();
    await this.db.insert(Line, { ...stored(sent), Id, EntDate: now, ModDate: now });
    return this.read(caller, Id);
  }

  async change(caller: Principal, sent: BoundWith<Line, 'Id'>): Promise<Line> {
    const { Id } = sent;
    const before = await this.lock(caller, Id);
    const moves = sent.LocationId !== undefined && sent.LocationId !== before.LocationId;
    if (moves) {
      refuse(await this.locations.problems(sent.LocationId));
      await this.locations.require(caller, sent.LocationId);
      if (await this.isVisited(Id)) throw new Conflict('A line that has visits stays at its location.');
      await this.leaveStations(Id, before.LocationId);
    }
    await this.db.update(Line, { Id }, { ...stored(sent), ModDate: this.clock.now() });
    return this.read(caller, Id);
  }

  /** One that has visits becomes inactive instead: their answers go by its questions. */
  async remove(caller: Principal, id: Guid): Promise<Line> {
    const { LocationId } = await this.lock(caller, id);
    if (await this.isVisited(id)) {
      await this.db.update(Line, { Id: id }, { Active: false, ModDate: this.clock.now() });
      return this.read(caller, id);
    }
    const removed = await this.read(caller, id);
    await this.leaveStations(id, LocationId);
    const questions = await this.db.all<{ Id: number }>(sql`SELECT Id FROM line_questions WHERE LineId = ${id}`);
    await this.db.removeAll(Question, questions);
    await this.db.removeAll(LineImage, removed.LineImages);
    await this.db.remove(Line, { Id: id });
    return removed;
  }

  private async complete(ids: readonly Guid[]): Promise<Line[]> {
    const lines = await this.lines.find(ids);
    const waits = await this.waitTimes.now(lines);
    return lines.map((line) => ({ ...line, WaitTime: waits.get(line.Id) ?? 0 }));
  }

  private async lock(caller: Principal, Id: Guid): Promise<Line> {
    const line = await this.db.lockRow(Line, { Id });
    if (!line) throw unknown();
    await this.locations.require(caller, line.LocationId);
    return line;
  }

  private async isVisited(id: Guid): Promise<boolean> {
    const found = await this.db.one(sql`SELECT 1 AS One FROM service_lines l WHERE l.Id = ${id}
      AND (EXISTS (SELECT 1 FROM checkin_lines v WHERE v.LineId = l.Id)
        OR EXISTS (SELECT 1 FROM checkins c WHERE c.LineId = l.Id)
        OR EXISTS (SELECT 1 FROM line_answers a WHERE a.LineId = l.Id))`);
    return found !== undefined;
  }

  /** No station serves the line any more. */
  private async leaveStations(id: Guid, locationId: Guid): Promise<void> {
    const stations = await this.db.lock<{ StationId: Guid; LineIds: string }>(
      sql`SELECT StationId, LineIds FROM stations WHERE LocationId = ${locationId} ORDER BY StationId`,
    );
    for (const { StationId, LineIds } of stations) {
      const served = JSON.parse(LineIds) as Guid[];
      if (served.includes(id))
        await this.db.update(Station, { StationId }, { LineIds: served.filter((other) => other !== id) });
    }
  }
}

/** Without what the service makes itself. */
function stored({
  LocationName: _name,
  WaitTime: _wait,
  LineImages: _images,
  EntDate: _made,
  ModDate: _changed,
  ...rest
}: Bound<Line>): Partial<Line> {
  return rest;
}

function unknown(): NotFound {
  return new NotFound('There is no such line.');
}
