import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { Job } from '../../jobs/job.decorator.js';
import { FileContents } from './file-contents.service.js';
import { FilesService, unnamedFor } from './files.service.js';

const hour = 3_600_000;
const batch = 100;

/** Removes files that nothing names, and contents that no file has. */
@Injectable()
export class FileSweep {
  constructor(
    private readonly db: Db,
    private readonly clock: SystemClock,
    private readonly files: FilesService,
    private readonly contents: FileContents,
  ) {}

  @Job({ name: 'unnamed files', every: hour })
  async sweep(): Promise<void> {
    const before = this.clock.at(-unnamedFor);
    for (;;) {
      const unnamed = await this.db.all<{ AttachmentId: string }>(sql`SELECT f.AttachmentId AS AttachmentId FROM files f
        WHERE f.UploadedAt < ${before} AND ${this.files.unnamed(sql`f.AttachmentId`)}
        ORDER BY f.UploadedAt LIMIT ${batch}`);
      if (unnamed.length === 0) break;
      const ids = unnamed.map(({ AttachmentId }) => AttachmentId);
      // A row may have named one of these files since the query.
      if ((await this.db.tx(() => this.files.release(ids))) === 0) break;
    }
    const objects = await this.db.all<{ Object: string }>(sql`SELECT c.Object AS Object FROM file_contents c
      WHERE c.CreatedAt < ${before} AND NOT EXISTS (SELECT 1 FROM files f WHERE f.Object = c.Object)`);
    for (const { Object } of objects) await this.contents.discard(Object);
  }
}
