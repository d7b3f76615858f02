import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../../auth/guards/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { columns, columnsOf } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { Conflict, Forbidden, Gone, NotFound, refuse } from '../../../errors/errors.js';
import { duplicates, missing, type Bound } from '../../../record/bind.js';
import { fieldError } from '../../../record/field-error.js';
import type { Guid } from '../../../record/fields.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { shift } from '../../../record/values/datetime.js';
import { newGuid } from '../../../record/values/guid.js';
import { ScopeService } from '../../agents/scope.service.js';
import { ContactsService, present } from '../../contacts/contacts.service.js';
import type { SurveyWithQuestions } from '../setup/survey-setup.records.js';
import { SurveySetup } from '../setup/survey-setup.service.js';
import { SurveyInvitation } from '../survey-invitation.entity.js';
import { InvitationsRequest, InvitedContact } from './invitations.records.js';

const list = 'Contacts';
/** An invitation is good for 60 days. */
const lifetime = 60 * 86_400_000;

interface Known {
  ContactId: number;
  AgentId: number | null;
  Visible: number;
}

/** Who is asked to answer which survey. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly contacts: ContactsService,
    private readonly surveys: SurveySetup,
    private readonly clock: BusinessClock,
  ) {}

  /** Those in scope, the last to expire first. */
  list(caller: Principal, options: ListOptions): ListResult<SurveyInvitation> {
    return this.db.list(
      SurveyInvitation,
      {
        columns: columnsOf(SurveyInvitation, 'i'),
        from: sql`survey_invitations i`,
        where: this.scope.within(caller, sql`i.AgentId`),
        order: [{ descending: sql`i.ExpiresAt` }, { descending: sql`i.SurveyGuid` }],
        key: [sql`i.SurveyGuid`],
      },
      options,
    );
  }

  /**
   * The contacts' invitations in the order sent; who has an open one from the same agent keeps it. Throws Invalid;
   * NotFound for an unknown survey and with one error for each unknown contact; Forbidden for contacts whom the caller
   * may not see; Conflict for one without an agent, where the caller has none either.
   */
  async invite(caller: Principal, sent: Bound<InvitationsRequest>): Promise<SurveyInvitation[]> {
    const { SurveyId, Contacts = [] } = sent;
    const errors = [
      ...missing(InvitationsRequest, sent),
      ...Contacts.flatMap((contact, index) => missing(InvitedContact, contact, `${list}[${index}]`)),
      ...duplicates(Contacts, ['ContactId'], list),
    ];
    refuse(errors);
    await this.surveys.read(SurveyId!);
    const known = await this.known(
      caller,
      Contacts.map(({ ContactId }) => ContactId!),
    );
    const now = this.clock.now();
    const open = await this.open(SurveyId!, known, now);
    const wanted = known.map(({ ContactId, AgentId }) => ({ ContactId, AgentId: caller.AgentId || AgentId! }));
    const kept = ({ ContactId, AgentId }: (typeof wanted)[number]): SurveyInvitation | undefined =>
      open.find((invitation) => invitation.ContactId === ContactId && invitation.AgentId === AgentId);
    const ExpiresAt = shift(now, lifetime)!;
    const added = await this.db.insertAll(
      SurveyInvitation,
      wanted.filter((one) => !kept(one)).map((one) => ({ ...one, SurveyGuid: newGuid(), SurveyId, ExpiresAt })),
    );
    return wanted.map((one) => kept(one) ?? added.find(({ ContactId }) => ContactId === one.ContactId)!);
  }

  /**
   * What an open invitation asks. Throws, in this order: NotFound, Forbidden out of scope, Conflict once answered,
   * Gone.
   */
  async asked(caller: Principal, guid: Guid): Promise<SurveyWithQuestions> {
    const found = await this.db.one<SurveyInvitation>(
      sql`SELECT ${columns(SurveyInvitation, 'i')} FROM survey_invitations i WHERE i.SurveyGuid = ${guid}`,
    );
    if (!found) throw new NotFound('There is no such invitation.');
    await this.scope.require(caller, found.AgentId);
    if (found.AnsweredAt !== null) throw new Conflict('The invitation was answered already.');
    if (found.ExpiresAt < this.clock.now()) throw new Gone('The invitation has expired.');
    return this.surveys.read(found.SurveyId);
  }

  /** The contacts in the order named, locked: two calls invite one after the other. */
  private async known(caller: Principal, ids: readonly number[]): Promise<Known[]> {
    const { anyOf } = await this.contacts.visible(caller);
    const rows = await this.db.lock<Known>(sql`SELECT c.ContactId AS ContactId, c.AgentId AS AgentId,
        CASE WHEN ${anyOf ? join(anyOf, ' OR ') : sql`1 = 1`} THEN 1 ELSE 0 END AS Visible
      FROM contacts c WHERE c.ContactId IN (${join(ids)}) AND ${present} ORDER BY c.ContactId`);
    const byId = new Map(rows.map((row) => [row.ContactId, row]));
    const at = (index: number, rest: string) => fieldError('Unknown', `${list}[${index}].ContactId`, rest);
    const errors = ids.flatMap((id, index) => (byId.has(id) ? [] : [at(index, 'is no contact')]));
    if (errors.length > 0) throw new NotFound('Some of the contacts do not exist; nobody was invited.', { errors });
    if (rows.some(({ Visible }) => !Visible))
      throw new Forbidden('Some of the contacts are neither in your scope nor shared with you.');
    if (!caller.AgentId && rows.some(({ AgentId }) => !AgentId))
      throw new Conflict('Some of the contacts have no agent who could invite them.');
    return ids.map((id) => byId.get(id)!);
  }

  private open(surveyId: number, contacts: readonly Known[], now: string): Promise<SurveyInvitation[]> {
    return this.db.all(sql`SELECT ${columns(SurveyInvitation, 'i')} FROM survey_invitations i
      WHERE i.SurveyId = ${surveyId} AND i.ContactId IN (${join(contacts.map(({ ContactId }) => ContactId))})
        AND i.AnsweredAt IS NULL AND i.ExpiresAt >= ${now} ORDER BY i.ExpiresAt DESC, i.SurveyGuid`);
  }
}
