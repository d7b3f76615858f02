import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { columns } from '../../database/schema/columns.js';
import { Db, type LookUp } from '../../database/db.js';
import { NotFound } from '../../errors/errors.js';
import type { Guid } from '../../record/fields.js';
import { LineImage } from './line-image.entity.js';
import { Line } from './line.entity.js';

@Injectable()
export class LinesService {
  constructor(private readonly db: Db) {}

  /** The lines with their images, in the order asked for; WaitTime depends on a visit and is 0. */
  async find(ids: readonly Guid[]): Promise<Line[]> {
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

  /** Those of the lines that customers can check in to at the location. */
  offered(ids: readonly Guid[], locationId: Guid): LookUp | undefined {
    if (ids.length === 0) return undefined;
    return {
      key: sql`l.Id`,
      from: sql`service_lines l WHERE l.Id IN (${join(ids)}) AND l.LocationId = ${locationId} AND l.Active = 1`,
      holds: true,
    };
  }

  /** Those of the lines that are at the location, and stay there until the end of the transaction. */
  async at(locationId: Guid, ids: readonly Guid[]): Promise<Set<Guid>> {
    if (ids.length === 0) return new Set();
    const lines = await this.db.lock<{ Id: Guid }>(
      sql`SELECT Id FROM service_lines WHERE Id IN (${join(ids)}) AND LocationId = ${locationId} ORDER BY Id`,
    );
    return new Set(lines.map(({ Id }) => Id));
  }

  /** Throws NotFound for a line that does not exist. */
  async require(id: Guid): Promise<void> {
    const found = await this.db.one(sql`SELECT 1 AS One FROM service_lines WHERE Id = ${id}`);
    if (!found) throw new NotFound('There is no such line.');
  }

  /** Locks the lines that exist among these, until the end of the transaction. */
  async lock(ids: readonly Guid[]): Promise<Set<Guid>> {
    if (ids.length === 0) return new Set();
    const lines = await this.db.lock<{ Id: Guid }>(
      sql`SELECT Id FROM service_lines WHERE Id IN (${join(ids)}) ORDER BY Id`,
    );
    return new Set(lines.map(({ Id }) => Id));
  }
}
