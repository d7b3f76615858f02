import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { Conflict, noSuch } from '../../../errors/errors.js';
import type { UploadedContent } from '../../../http/endpoint/files.js';
import type { Bound } from '../../../record/bind.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import { shift } from '../../../record/values/datetime.js';
import { dayAt } from '../../../record/values/days.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import type { AttachedFile } from '../../files/files.records.js';
import { FilesService } from '../../files/files.service.js';
import type { LineQuestion } from '../../lines/lines.records.js';
import { LocationsService } from '../../lines/locations.service.js';
import { VisitLinksService } from '../../messages/visit-links.service.js';
import { BookedVisitsService } from '../arrivals/booked-visits.service.js';
import { Checkin, status } from '../checkin.entity.js';
import { CheckinsService } from '../checkins.service.js';
import { CheckinsStore } from '../checkins.store.js';
import { VisitDocumentsService, type RequestedDocument } from '../documents/visit-documents.service.js';
import { QuestionnairesService } from '../questionnaires/questionnaires.service.js';
import type { QueueEntry } from '../queue/queue.records.js';
import { QueueService } from '../queue/queue.service.js';
import { isOpen } from '../visit.rules.js';

const day = 86_400_000;
/** Maximum number of documents that the page of a visit accepts. */
const mostDocuments = 10;

export interface VisitView {
  readonly Status: number;
  readonly LocationName: string;
  /** The place of the visit in the queue; undefined if the visit has ended or is of a former day. */
  readonly place?: Pick<QueueEntry, 'Ticket' | 'LineName' | 'Status' | 'WaitTime' | 'StationName' | 'BookedFor'>;
  /** Number of people on the line who wait and come earlier. */
  readonly ahead: number;
  /** Other customers have booked for today, and may be called first. */
  readonly hasBookings: boolean;
  /** The business time. */
  readonly now: DateTime;
  readonly questions: readonly LineQuestion[];
  readonly documents: readonly RequestedDocument[];
}

/**
 * The page of a visit refuses a change. `reason` says why: the visit has ended, is being served, or has too many
 * documents.
 */
export class Refused extends Conflict {
  constructor(readonly reason: 'ended' | 'served' | 'many') {
    super('The page of the visit refuses the change.');
  }
}

type Sent = Pick<UploadedContent, 'name' | 'bytes'>;

/**
 * What the pages of visits show and change. The token in the link is the only credential of the customer. Every method
 * throws NotFound for a wrong or expired token.
 */
@Injectable()
export class VisitPagesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly links: VisitLinksService,
    private readonly store: CheckinsStore,
    private readonly checkins: CheckinsService,
    private readonly queue: QueueService,
    private readonly locations: LocationsService,
    private readonly questionnaires: QuestionnairesService,
    private readonly documents: VisitDocumentsService,
    private readonly files: FilesService,
    private readonly booked: BookedVisitsService,
    private readonly contacts: ContactsService,
  ) {}

  async view(token: string): Promise<VisitView> {
    const visit = await this.read(token);
    const { Status } = visit;
    const LocationName = await this.locations.nameOf(visit.LocationId);
    const now = this.clock.now();
    const entries = isOpen(Status) ? (await this.queue.of([visit.LocationId])).get(visit.LocationId)! : [];
    const place = entries.find(({ Id }) => Id === visit.Id);
    if (!place) return { Status, LocationName, ahead: 0, hasBookings: false, now, questions: [], documents: [] };
    const { LineId, Position } = place;
    const ahead = entries.filter(
      (other) => other.LineId === LineId && other.Status === status.waiting && other.Position < Position,
    ).length;
    const hasBookings = await this.booked.anyToday(visit.LocationId);
    const questions = await this.questionnaires.active(visit);
    const documents = await this.documents.requested(visit);
    return { Status, LocationName, place, ahead, hasBookings, now, questions, documents };
  }

  /** Cancels the visit. A visit that is already cancelled remains unchanged. Throws Refused. */
  async leave(token: string): Promise<void> {
    await this.read(token);
    await this.db.tx(async () => {
      const visit = await this.lock(token);
      if (visit.Status === status.cancelled) return;
      this.mustBeOpen(visit);
      if (visit.Status === status.serving) throw new Refused('served');
      await this.checkins.cancelLocked(visit);
    });
  }

  /** Saves answers to active questions of the visit. Throws Invalid and Refused. */
  async answer(token: string, answers: readonly Bound<LineQuestion>[]): Promise<void> {
    await this.read(token);
    await this.db.tx(async () => {
      const visit = await this.lock(token);
      this.mustBeOpen(visit);
      await this.questionnaires.answerLocked(visit, answers);
    });
  }

  /**
   * Adds a file for a line that requires an upload, and returns its name. `receive` starts to read the file from the
   * request. Throws Refused and the errors of `FilesService.add`; if it throws, nothing is stored.
   */
  async handIn(token: string, lineId: Guid, receive: () => Promise<Sent>): Promise<string> {
    // Check the visit first, so that the service does not read a file that the visit refuses.
    const visit = await this.read(token);
    await this.mustTake(visit, lineId);
    let name = '';
    const once: UploadedContent['once'] = (_hash, work) =>
      this.db.tx(async () => {
        const locked = await this.lock(token);
        await this.mustTake(locked, lineId);
        const { Files } = (await work()) as { Files: AttachedFile[] };
        name = Files[0].FileName;
        await this.documents.handIn(locked, Files[0].AttachmentId, { LineId: lineId });
        return {};
      });
    await this.files.add(visit.Id, { ...(await receive()), once }, null);
    return name;
  }

  private async read(token: string): Promise<Checkin> {
    const Id = this.links.visitIn(token);
    return this.shown(token, Id && (await this.db.read(Checkin, { Id })));
  }

  /**
   * Locks the row of the visit until the end of the transaction. Call `read` first, so that no row is locked for a
   * wrong token.
   */
  private async lock(token: string): Promise<Checkin> {
    const Id = this.links.visitIn(token);
    return this.shown(token, Id && (await this.store.lock(Id)));
  }

  /**
   * Returns the visit. Throws NotFound if the visit is unknown, if the token is not for it, and from the second day
   * after its business day on.
   */
  private async shown(token: string, visit: Checkin | '' | undefined): Promise<Checkin> {
    if (!visit || !(await this.isFor(token, visit))) throw noSuch('visit');
    const yesterday = shift(dayAt(this.clock.today()), -day)?.slice(0, 10) ?? '';
    if ((visit.BusinessDay ?? '') < yesterday) throw noSuch('visit');
    return visit;
  }

  /** Whether the token was made for the visit's customer, or for a contact that was merged into the customer. */
  private async isFor(token: string, { Id, CustomerId }: Checkin): Promise<boolean> {
    if (this.links.opens(token, { Id, CustomerId })) return true;
    const customer = await this.db.one<{ ContactId: number }>(
      sql`SELECT c.ContactId AS ContactId FROM contacts c WHERE c.ContactGUID = ${CustomerId}`,
    );
    const former = customer ? await this.contacts.formerOf(customer.ContactId) : [];
    return former.some(
      ({ ContactGUID }) => ContactGUID !== null && this.links.opens(token, { Id, CustomerId: ContactGUID }),
    );
  }

  /** Throws Refused if the visit has ended, or is of a former day and only waits for the close of day. */
  private mustBeOpen({ Status, BusinessDay }: Checkin): void {
    if (!isOpen(Status) || BusinessDay !== this.clock.today()) throw new Refused('ended');
  }

  private async mustTake(visit: Checkin, lineId: Guid): Promise<void> {
    this.mustBeOpen(visit);
    const requested = await this.documents.requested(visit);
    if (!requested.some(({ LineId }) => LineId === lineId)) throw noSuch('line');
    if (requested.reduce((sum, { Received }) => sum + Received, 0) >= mostDocuments) throw new Refused('many');
  }
}
