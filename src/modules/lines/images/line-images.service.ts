import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { Conflict, noSuch } from '../../../errors/errors.js';
import type { Guid } from '../../../record/fields.js';
import { FileNames } from '../../files/file-names.js';
import { FilesService } from '../../files/files.service.js';
import { Line, LineImage } from '../line.entity.js';
import { LocationsService } from '../locations.service.js';

/** Lets callers who may read a line read its pictures. */
@Injectable()
export class LineImageNames extends FileNames {
  constructor(
    private readonly db: Db,
    private readonly locations: LocationsService,
  ) {
    super();
  }

  naming(attachmentId: Sql): Sql {
    return sql`line_images i WHERE i.ImageId = ${attachmentId}`;
  }

  showsTo(caller: Principal, attachmentId: Guid): Promise<boolean> {
    return this.db.exists(sql`line_images i JOIN service_lines l ON l.Id = i.LineId
      WHERE i.ImageId = ${attachmentId} AND ${this.locations.within(caller, sql`l.LocationId`)}`);
  }
}

/** Adds and removes pictures of lines. Call inside a transaction. */
@Injectable()
export class LineImagesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly locations: LocationsService,
    private readonly files: FilesService,
  ) {}

  /**
   * Adds the file `sent.AttachmentId` to the line `sent.Id`, or changes the title of a picture of this line. Throws
   * NotFound, Forbidden, Invalid for a file that is no picture, and Conflict for a picture of another line.
   */
  async add(
    caller: Principal,
    sent: { Id: Guid; AttachmentId?: Guid | null; ImageTitle?: string },
  ): Promise<LineImage> {
    await this.lockLine(caller, sent.Id);
    const { AttachmentId: ImageId, ...file } = await this.files.claim(caller, sent.AttachmentId, { picture: true });
    const known = await this.db.lockRow(LineImage, { ImageId });
    if (known && known.LineId !== sent.Id)
      throw new Conflict('The file is the picture of another line: upload it again.');
    if (known) return (await this.db.update(LineImage, { ImageId }, { ImageTitle: sent.ImageTitle }))!;
    const { FileName, MimeType } = file;
    const stored = { FileName, MimeType, UploadDate: this.clock.now(), ImageTitle: sent.ImageTitle };
    return this.db.insert(LineImage, { ImageId, LineId: sent.Id, ...stored });
  }

  /** Throws NotFound for an unknown line or picture, and Forbidden for a line out of scope. */
  async remove(caller: Principal, lineId: Guid, imageId: Guid): Promise<LineImage> {
    await this.lockLine(caller, lineId);
    const image = await this.db.lockRow(LineImage, { ImageId: imageId });
    if (image?.LineId !== lineId) throw noSuch('picture of the line');
    await this.db.remove(LineImage, { ImageId: imageId });
    await this.files.release([imageId]);
    return image;
  }

  private async lockLine(caller: Principal, id: Guid): Promise<void> {
    const line = await this.db.lockRow(Line, { Id: id });
    if (!line) throw noSuch('line');
    await this.locations.require(caller, line.LocationId);
  }
}
