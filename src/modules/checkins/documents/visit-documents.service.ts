import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Db } from '../../../database/db.js';
import { Conflict, Invalid, noSuch } from '../../../errors/errors.js';
import { fieldError } from '../../../record/field-error.js';
import type { Guid } from '../../../record/fields.js';
import { DocumentsService } from '../../dropbox/documents.service.js';
import { FileNames } from '../../files/file-names.js';
import { FilesService } from '../../files/files.service.js';
import { LocationsService } from '../../lines/locations.service.js';
import type { CustomerCheckinObject } from '../checkins.records.js';
import { CheckinsStore } from '../checkins.store.js';
import { isFinal } from '../visit.rules.js';
import { VisitDocumentLink } from './visit-document.entity.js';
import type { MissingDocument, VisitDocument } from './visit-documents.records.js';

type Visit = Pick<CustomerCheckinObject, 'Id' | 'LineId' | 'LineIds' | 'CustomerId' | 'Status'>;

/** A line of a visit that has RequireUpload, and the number of documents handed in for this line. */
export interface RequestedDocument extends MissingDocument {
  Received: number;
}

interface Listed {
  Documents: VisitDocument[];
  Missing: MissingDocument[];
}

/** Lets callers read the files of documents that were handed in for visits at locations in their scope. */
@Injectable()
export class VisitDocumentNames extends FileNames {
  constructor(
    private readonly db: Db,
    private readonly locations: LocationsService,
  ) {
    super();
  }

  naming(attachmentId: Sql): Sql {
    return sql`documents d JOIN visit_documents v ON v.Id = d.Id WHERE d.AttachmentId = ${attachmentId}`;
  }

  showsTo(caller: Principal, attachmentId: Guid): Promise<boolean> {
    return this.db.exists(sql`documents d JOIN visit_documents v ON v.Id = d.Id JOIN checkins c ON c.Id = v.CheckinId
      WHERE d.AttachmentId = ${attachmentId} AND ${this.locations.within(caller, sql`c.LocationId`)}`);
  }
}

@Injectable()
export class VisitDocumentsService {
  constructor(
    private readonly db: Db,
    private readonly store: CheckinsStore,
    private readonly documents: DocumentsService,
    private readonly files: FilesService,
  ) {}

  /**
   * Lists the documents that were handed in for a visit, and the lines that still need one. Throws NotFound and
   * Forbidden.
   */
  async list(caller: Principal, visitId: Guid): Promise<Listed> {
    const visit = await this.store.read(caller, visitId);
    return { Documents: await this.of(visit), Missing: await this.missing(visit) };
  }

  /**
   * Adds a document to a visit. Returns this document and the lines that still need one. Throws NotFound, Forbidden,
   * Invalid, and Conflict for a visit that has ended.
   */
  async add(
    caller: Principal,
    sent: { Id: Guid; AttachmentId?: Guid | null; LineId?: Guid | null; Description?: string },
  ): Promise<Listed> {
    const visit = await this.lock(caller, sent.Id);
    const { AttachmentId } = await this.files.claim(caller, sent.AttachmentId);
    const id = await this.handIn(visit, AttachmentId, sent);
    return { Documents: await this.of(visit, id), Missing: await this.missing(visit) };
  }

  /**
   * Adds a file as a document of the customer and of the visit, whose row must be locked. Returns the Id of the
   * document. Throws Invalid for a LineId that is not one of LineIds.
   */
  async handIn(
    visit: Visit,
    attachmentId: Guid,
    { LineId, Description = '' }: { LineId?: Guid | null; Description?: string },
  ): Promise<number> {
    const lineId = LineId ?? visit.LineId;
    if (!visit.LineIds.includes(lineId))
      throw new Invalid([fieldError('Unknown', 'LineId', 'must be a line of the visit')]);
    const names = await this.db.one<{ ContactId: number; Name: string }>(sql`SELECT c.ContactId AS ContactId,
      l.Name AS Name FROM contacts c JOIN service_lines l ON l.Id = ${lineId}
      WHERE c.ContactGUID = ${visit.CustomerId}`);
    if (!names) throw new Conflict('The customer of the visit no longer exists.');
    const { Id } = await this.documents.store(attachmentId, {
      TableName: 'Contact',
      RecordId: names.ContactId,
      Description,
      DocumentGroup: 'Visits',
      DocumentType: [...names.Name].slice(0, 100).join(''),
    });
    await this.db.insert(VisitDocumentLink, { Id, CheckinId: visit.Id, LineId: lineId });
    return Id;
  }

  /**
   * Removes a document of a visit. Returns this document and the lines that still need one. Throws NotFound, Forbidden,
   * and Conflict for a visit that has ended.
   */
  async remove(caller: Principal, visitId: Guid, documentId: number): Promise<Listed> {
    const visit = await this.lock(caller, visitId);
    const Documents = await this.of(visit, documentId);
    if (Documents.length === 0) throw noSuch('document', documentId);
    await this.db.remove(VisitDocumentLink, { Id: documentId });
    await this.documents.discard(documentId);
    return { Documents, Missing: await this.missing(visit) };
  }

  /** The lines of the visit that have RequireUpload and no document. */
  async missing(visit: Pick<Visit, 'Id' | 'LineIds'>): Promise<MissingDocument[]> {
    return (await this.requested(visit)).filter(({ Received }) => Received === 0);
  }

  /** The lines of the visit that have RequireUpload, each with the number of its documents. */
  async requested({ Id, LineIds }: Pick<Visit, 'Id' | 'LineIds'>): Promise<RequestedDocument[]> {
    if (LineIds.length === 0) return [];
    return this.db.all(sql`SELECT l.Id AS LineId, l.Name AS LineName, l.UploadMessage AS UploadMessage,
        (SELECT COUNT(*) FROM visit_documents v WHERE v.CheckinId = ${Id} AND v.LineId = l.Id) AS Received
      FROM service_lines l WHERE l.Id IN (${join([...LineIds])}) AND l.RequireUpload = 1
      ORDER BY l.NameKey, l.Id`);
  }

  private of({ Id }: Visit, documentId?: number): Promise<VisitDocument[]> {
    const one = documentId === undefined ? sql`1 = 1` : sql`v.Id = ${documentId}`;
    return this.db.all(sql`SELECT d.Id AS Id, v.LineId AS LineId, l.Name AS LineName, d.AttachmentId AS AttachmentId,
        d.AttachmentName AS AttachmentName, d.MimeType AS MimeType, d.FileSizeInKB AS FileSizeInKB,
        d.Description AS Description, d.DateAdded AS DateAdded
      FROM visit_documents v JOIN documents d ON d.Id = v.Id JOIN service_lines l ON l.Id = v.LineId
      WHERE v.CheckinId = ${Id} AND ${one} ORDER BY l.NameKey, d.DateAdded, d.Id`);
  }

  private async lock(caller: Principal, visitId: Guid): Promise<Visit> {
    const visit = await this.store.claim(caller, visitId);
    if (isFinal(visit.Status))
      throw new Conflict('The visit is Completed or Cancelled: its documents cannot be changed.');
    return visit;
  }
}
