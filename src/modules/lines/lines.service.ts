import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { columns } from '../../database/schema/columns.js';
import { Db, type LookUp } from '../../database/db.js';
import { noSuch, Conflict, refuse } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import { LineImage, Line, Question } from './line.entity.js';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import { missing, type Bound, type BoundWith } from '../../record/bind.js';
import { newGuid } from '../../record/values/guid.js';
import { FilesService } from '../files/files.service.js';
import { LocationsService } from './locations.service.js';
import { Station } from './location.entity.js';

/** Computes the waiting times of lines. The module `checkins` implements this class. */
export abstract class LineWaits {
  /** By line Id, the minutes that a customer would wait who checks in to the line now. */
  abstract ofNewcomer(lines: readonly Line[]): Promise<Map<Guid, number>>;
}

@Injectable()
export class LinesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly locations: LocationsService,
    private readonly waits: LineWaits,
    private readonly files: FilesService,
    @InjectRows(Line) private readonly rows: TableRows<Line>,
  ) {}

  /** The lines with their images, in the order of `ids`. WaitTime is always 0 here: `list` and `read` compute it. */
  async byIds(ids: readonly Guid[]): Promise<Line[]> {
    if (ids.length === 0) return [];
    const lines = await this.db.all<Line>(sql`SELECT ${columns(Line, 'l')}, o.Name AS LocationName
      FROM service_lines l JOIN locations o ON o.LocationId = l.LocationId WHERE l.Id IN (${join(ids)})`);
    const images = await this.db.all<LineImage>(sql`SELECT ${columns(LineImage, 'i')}
      FROM line_images i WHERE i.LineId IN (${join(ids)}) ORDER BY i.UploadDate, i.ImageId`);
    return ids.flatMap((id) =>
      lines
        .filter((line) => line.Id === id)
        .map((line) => ({ ...line, WaitTime: 0, LineImages: images.filter(({ LineId }) => LineId === id) })),
    );
  }

  /** The look-up that finds the lines in `ids` that are active and at the location; undefined if `ids` is empty. */
  offered(ids: readonly Guid[], locationId: Guid): LookUp | undefined {
    if (ids.length === 0) return undefined;
    return {
      key: sql`l.Id`,
      from: sql`service_lines l WHERE l.Id IN (${join(ids)}) AND l.LocationId = ${locationId} AND l.Active = 1`,
      holds: true,
    };
  }

  /** Throws NotFound for an unknown line. */
  async require(id: Guid): Promise<void> {
    if (!(await this.db.exists(sql`service_lines WHERE Id = ${id}`))) throw noSuch('line');
  }

  /** The LocationId of a line; undefined for an unknown one. */
  async locationOf(id: Guid): Promise<Guid | undefined> {
    const line = await this.db.one<Pick<Line, 'LocationId'>>(
      sql`SELECT l.LocationId AS LocationId FROM service_lines l WHERE l.Id = ${id}`,
    );
    return line?.LocationId;
  }

  /** Locks these lines until the end of the transaction. Returns the LocationId of each existing line. */
  async lock(ids: readonly Guid[]): Promise<Map<Guid, Guid>> {
    if (ids.length === 0) return new Map();
    const lines = await this.db.lock<Pick<Line, 'Id' | 'LocationId'>>(
      sql`SELECT Id, LocationId FROM service_lines WHERE Id IN (${join(ids)}) ORDER BY Id`,
    );
    return new Map(lines.map(({ Id, LocationId }) => [Id, LocationId]));
  }

  /** All lines in scope. The filters of the request are applied in memory, because a location has only a few lines. */
  async list(caller: Principal): Promise<Line[]> {
    const found = await this.db.all<{ Id: Guid }>(sql`SELECT l.Id AS Id FROM service_lines l
      WHERE ${this.locations.within(caller, sql`l.LocationId`)} ORDER BY l.LocationId, l.NameKey, l.Id`);
    return this.withWaits(found.map(({ Id }) => Id));
  }

  /** Throws NotFound, or Forbidden for a line out of scope. */
  async read(caller: Principal, id: Guid): Promise<Line> {
    const line = (await this.withWaits([id])).at(0);
    if (!line) throw noSuch('line');
    await this.locations.require(caller, line.LocationId);
    return line;
  }

  /** Adds a line. Throws Conflict for an Id that is already used. */
  async add(caller: Principal, sent: Bound<Line>): Promise<Line> {
    const Id = sent.Id || newGuid();
    refuse(missing(Line, { ...sent, Id }));
    refuse(await this.locations.problems(sent.LocationId));
    await this.locations.require(caller, sent.LocationId!);
    const now = this.clock.now();
    await this.db.insert(Line, { ...stored(sent), Id, EntDate: now, ModDate: now });
    return this.read(caller, Id);
  }

  async change(caller: Principal, sent: BoundWith<Line, 'Id'>): Promise<Line> {
    const { Id } = sent;
    const before = await this.lockOne(caller, Id);
    const moves = sent.LocationId !== undefined && sent.LocationId !== before.LocationId;
    if (moves) {
      refuse(await this.locations.problems(sent.LocationId));
      await this.locations.require(caller, sent.LocationId);
      await this.moveAway(Id, before.LocationId);
    }
    await this.db.update(Line, { Id }, { ...stored(sent), ModDate: this.clock.now() });
    return this.read(caller, Id);
  }

  /**
   * Removes a line. A line with visits becomes inactive instead, because the answers of the visits refer to the
   * questions of the line.
   */
  async remove(caller: Principal, id: Guid): Promise<Line> {
    await this.lockOne(caller, id);
    if (await this.isVisited(id)) {
      await this.db.update(Line, { Id: id }, { Active: false, ModDate: this.clock.now() });
      return this.read(caller, id);
    }
    const removed = await this.read(caller, id);
    const questions = await this.db.all<{ Id: number }>(sql`SELECT Id FROM line_questions WHERE LineId = ${id}`);
    await this.db.removeAll(Question, questions);
    await this.db.removeAll(LineImage, removed.LineImages);
    await this.files.release(removed.LineImages.map(({ ImageId }) => ImageId));
    await this.discard(id);
    return removed;
  }

  /** Removes a line without visits, questions and images, also from its stations, without an access check. */
  async discard(id: Guid): Promise<void> {
    const { LocationId } = await this.rows.lock(id);
    await this.removeFromStations(id, LocationId);
    await this.db.remove(Line, { Id: id });
  }

  /** Reads the lines with the time that a newcomer would wait. */
  private async withWaits(ids: readonly Guid[]): Promise<Line[]> {
    const lines = await this.byIds(ids);
    const waits = await this.waits.ofNewcomer(lines);
    return lines.map((line) => ({ ...line, WaitTime: waits.get(line.Id) ?? 0 }));
  }

  private async lockOne(caller: Principal, id: Guid): Promise<Line> {
    const line = await this.rows.lock(id);
    await this.locations.require(caller, line.LocationId);
    return line;
  }

  private isVisited(id: Guid): Promise<boolean> {
    return this.db.exists(sql`service_lines l WHERE l.Id = ${id}
      AND (EXISTS (SELECT 1 FROM checkin_lines v WHERE v.LineId = l.Id)
        OR EXISTS (SELECT 1 FROM checkins c WHERE c.LineId = l.Id)
        OR EXISTS (SELECT 1 FROM appointments p WHERE p.LineId = l.Id)
        OR EXISTS (SELECT 1 FROM checkin_legs g WHERE g.LineId = l.Id)
        OR EXISTS (SELECT 1 FROM line_answers a WHERE a.LineId = l.Id))`);
  }

  /**
   * Call this before the line moves away from the location `locationId`: it removes the line from the stations there.
   * Throws Conflict for a line with visits.
   */
  async moveAway(id: Guid, locationId: Guid): Promise<void> {
    if (await this.isVisited(id)) throw new Conflict('The line has visits: you cannot move it to another location.');
    await this.removeFromStations(id, locationId);
  }

  /** Removes the line from all stations of its location. */
  private async removeFromStations(id: Guid, locationId: Guid): Promise<void> {
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

/** The sent fields without the fields that the service sets itself. */
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
