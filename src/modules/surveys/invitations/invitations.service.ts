import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { SystemClock } from '../../../context/system-clock.js';
import { columns, columnsOf } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { joinedName } from '../../../database/schema/name-keys.js';
import { Conflict, Forbidden, Gone, NotFound, noSuch, refuse } from '../../../errors/errors.js';
import { duplicates, missing, type Bound } from '../../../record/bind.js';
import { fieldError } from '../../../record/field-error.js';
import type { Guid } from '../../../record/fields.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { shift } from '../../../record/values/datetime.js';
import { newGuid } from '../../../record/values/guid.js';
import { Holding, type HandOver, type Party } from '../../agents/hand-over/holding.js';
import { ScopeService } from '../../agents/scope.service.js';
import { ContactsService, present } from '../../contacts/contacts.service.js';
import { OutboxService } from '../../messages/outbox.service.js';
import type { SurveyWithQuestions } from '../setup/survey-setup.records.js';
import { SurveySetupService } from '../setup/survey-setup.service.js';
import { invitationsInScope } from '../outcome/outcome.service.js';
import { SurveyInvitation } from '../survey-invitation.entity.js';
import { Survey } from '../survey.entity.js';
import { InvitationsRequest, InvitedContact, RemindersRequest } from './invitations.records.js';

const list = 'Contacts';
/** Milliseconds after which an invitation expires: 60 days. */
const lifetime = 60 * 86_400_000;
/** Milliseconds after a message about an invitation in which no reminder is sent: 24 hours. */
const betweenMessages = 86_400_000;
const mostReminders = 500;

interface LockedContact {
  ContactId: number;
  AgentId: number | null;
  Name: string | null;
  DoNotContact: number | null;
  Visible: number;
}

@Injectable()
export class InvitationsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly contacts: ContactsService,
    private readonly surveys: SurveySetupService,
    private readonly outbox: OutboxService,
    private readonly clock: BusinessClock,
    private readonly time: SystemClock,
  ) {}

  /** The invitations in scope, latest ExpiresAt first. */
  list(caller: Principal, options: ListOptions): ListResult<SurveyInvitation> {
    return this.db.list(
      SurveyInvitation,
      {
        columns: {
          ...columnsOf(SurveyInvitation, 'i'),
          SurveyName: joinedName('s', 'Title'),
          AgentName: joinedName('a', 'AgentName'),
          ContactName: this.contacts.nameFor(caller),
        },
        from: sql`survey_invitations i`,
        joins: {
          c: sql`JOIN contacts c ON c.ContactId = i.ContactId`,
          s: sql`JOIN surveys s ON s.SurveyId = i.SurveyId`,
          a: sql`JOIN agents a ON a.AgentId = i.AgentId`,
        },
        where: invitationsInScope(this.scope, caller),
        order: [{ descending: sql`i.ExpiresAt` }, { descending: sql`i.SurveyGuid` }],
        key: [sql`i.SurveyGuid`],
      },
      options,
    );
  }

  /**
   * Invites contacts. A contact with an open invitation keeps it; so does one with an answered invitation, unless
   * `Again` is true. Returns the invitations in the order sent. Throws Invalid; NotFound for an unknown survey and with
   * one error for each unknown contact; Forbidden for contacts that the caller may not see; Conflict for a closed
   * survey, with one error for each contact with DoNotContact, and for a contact without an agent if the caller has
   * none either.
   */
  async invite(caller: Principal, sent: Bound<InvitationsRequest>): Promise<SurveyInvitation[]> {
    const { SurveyId, Contacts = [], Again } = sent;
    const errors = [
      ...missing(InvitationsRequest, sent),
      ...Contacts.flatMap((contact, index) => missing(InvitedContact, contact, `${list}[${index}]`)),
      ...duplicates(Contacts, ['ContactId'], list),
    ];
    refuse(errors);
    // Lock the survey, so that it stays open until the invitations are written.
    const { Active, Title: SurveyName } = await this.surveys.hold(SurveyId!);
    if (!Active) throw new Conflict('The survey is closed: it accepts no invitations.');
    const known = await this.lockedContacts(
      caller,
      Contacts.map(({ ContactId }) => ContactId!),
    );
    const now = this.clock.now();
    const earlier = await this.earlier(SurveyId!, known, now, Again === true);
    const wanted = known.map(({ ContactId, AgentId }) => ({ ContactId, AgentId: caller.AgentId || AgentId! }));
    const kept = ({ ContactId }: (typeof wanted)[number]): SurveyInvitation | undefined =>
      earlier.find((invitation) => invitation.ContactId === ContactId);
    const ExpiresAt = shift(now, lifetime)!;
    const added = await this.db.insertAll(
      SurveyInvitation,
      wanted.filter((one) => !kept(one)).map((one) => ({ ...one, SurveyGuid: newGuid(), SurveyId, ExpiresAt })),
    );
    for (const { SurveyGuid } of added) await this.outbox.about('SurveyInvitation', SurveyGuid);
    const invitations = wanted.map((one) => kept(one) ?? added.find(({ ContactId }) => ContactId === one.ContactId)!);
    const agents = await this.agentNames(invitations);
    return invitations.map((invitation, index) => ({
      ...invitation,
      SurveyName,
      AgentName: agents.get(invitation.AgentId)!,
      ContactName: known[index].Name ?? '',
    }));
  }

  /**
   * Sends the open invitations to a survey in scope again, the oldest first, at most `mostReminders`. Leaves out
   * contacts who were removed or have DoNotContact, and invitations with a message in the last 24 hours. Throws
   * Invalid, NotFound for an unknown survey, and Conflict for a closed one.
   */
  async remind(caller: Principal, sent: Bound<RemindersRequest>): Promise<SurveyInvitation[]> {
    refuse(missing(RemindersRequest, sent));
    // Lock the survey, so that the second of two calls finds the messages of the first.
    await this.db.lockRow(Survey, { SurveyId: sent.SurveyId });
    const { Active } = await this.surveys.read(sent.SurveyId!);
    if (!Active) throw new Conflict('The survey is closed: it accepts no answers.');
    const due = await this.db.all<SurveyInvitation>(sql`SELECT ${columns(SurveyInvitation, 'i')},
        s.Title AS SurveyName, a.AgentName AS AgentName, COALESCE(c.Name, '') AS ContactName
      FROM survey_invitations i JOIN contacts c ON c.ContactId = i.ContactId
      JOIN surveys s ON s.SurveyId = i.SurveyId JOIN agents a ON a.AgentId = i.AgentId
      WHERE i.SurveyId = ${sent.SurveyId} AND i.AnsweredAt IS NULL AND i.ExpiresAt >= ${this.clock.now()}
        AND ${present} AND (c.DoNotContact IS NULL OR c.DoNotContact = 0)
        AND ${this.contacts.within(caller, 'c')} AND ${invitationsInScope(this.scope, caller)}
        AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.Record = 'SurveyInvitation' AND m.RecordId = i.SurveyGuid
          AND m.CreatedAt > ${this.time.at(-betweenMessages)})
      ORDER BY i.ExpiresAt, i.SurveyGuid LIMIT ${mostReminders}`);
    for (const { SurveyGuid } of due) await this.outbox.about('SurveyInvitation', SurveyGuid);
    return due;
  }

  private async agentNames(invitations: readonly SurveyInvitation[]): Promise<Map<number, string>> {
    const ids = [...new Set(invitations.map(({ AgentId }) => AgentId))];
    const agents = await this.db.all<{ AgentId: number; AgentName: string }>(
      sql`SELECT a.AgentId AS AgentId, a.AgentName AS AgentName FROM agents a WHERE a.AgentId IN (${join(ids)})`,
    );
    return new Map(agents.map(({ AgentId, AgentName }) => [AgentId, AgentName]));
  }

  /**
   * The survey of an open invitation. Throws, in this order: NotFound, Forbidden out of scope, Conflict once answered,
   * Gone if it has expired or its survey is closed.
   */
  async survey(caller: Principal, guid: Guid): Promise<SurveyWithQuestions> {
    const invitation = await this.read(guid);
    await this.mustBeInScope(caller, invitation);
    return this.openSurvey(invitation);
  }

  /** Like `survey`, without the scope: the contact needs no sign-in, because the SurveyGuid in the link is secret. */
  async surveyByLink(guid: Guid): Promise<SurveyWithQuestions> {
    return this.openSurvey(await this.read(guid));
  }

  private async read(guid: Guid): Promise<SurveyInvitation> {
    const invitation = await this.db.read(SurveyInvitation, { SurveyGuid: guid });
    if (!invitation) throw noSuch('invitation');
    return invitation;
  }

  private async openSurvey(invitation: SurveyInvitation): Promise<SurveyWithQuestions> {
    if (invitation.AnsweredAt !== null) throw new Conflict('The invitation was answered already.');
    const survey = await this.surveys.read(invitation.SurveyId);
    await this.mustBeOpen(invitation, survey);
    return survey;
  }

  /** Throws Forbidden unless the invitation's agent or the contact's own agent is in scope. */
  async mustBeInScope(caller: Principal, { AgentId, ContactId }: SurveyInvitation): Promise<void> {
    const contact = await this.db.one<{ AgentId: number | null }>(
      sql`SELECT c.AgentId AS AgentId FROM contacts c WHERE c.ContactId = ${ContactId}`,
    );
    const inScope = await this.scope.among(caller, [AgentId, contact?.AgentId ?? AgentId]);
    if (inScope.size === 0) throw new Forbidden('The invitation belongs to an agent outside your scope.', 'Scope');
  }

  /** Throws Gone for an expired invitation, an invitation of an erased contact, or a closed survey. */
  async mustBeOpen(
    { ExpiresAt, ContactId }: SurveyInvitation,
    { Active }: Pick<SurveyWithQuestions, 'Active'>,
  ): Promise<void> {
    const isErased = sql`contacts c JOIN contact_erasures e ON e.ContactGUID = c.ContactGUID
      WHERE c.ContactId = ${ContactId}`;
    if (ExpiresAt < this.clock.now() || (await this.db.exists(isErased))) throw new Gone('The invitation has expired.');
    if (!Active) throw new Gone('The survey is closed: it accepts no answers.');
  }

  /** Locks the contacts, so that invitations of one contact run one after the other. Returns them in the order sent. */
  private async lockedContacts(caller: Principal, ids: readonly number[]): Promise<LockedContact[]> {
    const { anyOf } = await this.contacts.visible(caller);
    const isVisible = anyOf ? join(anyOf, ' OR ') : sql`1 = 1`;
    const rows = await this.db
      .lock<LockedContact>(sql`SELECT c.ContactId AS ContactId, c.AgentId AS AgentId, c.Name AS Name,
        c.DoNotContact AS DoNotContact, CASE WHEN ${isVisible} THEN 1 ELSE 0 END AS Visible
      FROM contacts c WHERE c.ContactId IN (${join(ids)}) AND ${present} ORDER BY c.ContactId`);
    const byId = new Map(rows.map((row) => [row.ContactId, row]));
    const at = (index: number, rest: string) => fieldError('Unknown', `${list}[${index}].ContactId`, rest);
    const errors = ids.flatMap((id, index) => (byId.has(id) ? [] : [at(index, 'must be a contact')]));
    if (errors.length > 0) throw new NotFound('Some of the contacts do not exist. No contact was invited.', { errors });
    if (rows.some(({ Visible }) => !Visible))
      throw new Forbidden('Some of the contacts are neither in your scope nor shared with you.', 'Scope');
    if (!caller.AgentId && rows.some(({ AgentId }) => !AgentId))
      throw new Conflict('Some of the contacts have no agent who could invite them.');
    const declined = ids.flatMap((id, index) =>
      byId.get(id)!.DoNotContact
        ? [fieldError('Invalid', `${list}[${index}].ContactId`, 'must be a contact without DoNotContact')]
        : [],
    );
    if (declined.length > 0)
      throw new Conflict('Some of the contacts must not be contacted. Leave them out.', { errors: declined });
    return ids.map((id) => byId.get(id)!);
  }

  /** The invitations that the contacts keep: open ones first, then answered ones unless `again` is true. */
  private earlier(
    surveyId: number,
    contacts: readonly LockedContact[],
    now: string,
    again: boolean,
  ): Promise<SurveyInvitation[]> {
    const isOpen = sql`(i.AnsweredAt IS NULL AND i.ExpiresAt >= ${now})`;
    return this.db.all(sql`SELECT ${columns(SurveyInvitation, 'i')} FROM survey_invitations i
      WHERE i.SurveyId = ${surveyId} AND i.ContactId IN (${join(contacts.map(({ ContactId }) => ContactId))})
        AND ${again ? isOpen : sql`(${isOpen} OR i.AnsweredAt IS NOT NULL)`}
      ORDER BY CASE WHEN i.AnsweredAt IS NULL THEN 0 ELSE 1 END, i.ExpiresAt DESC, i.SurveyGuid`);
  }
}

/** Open invitations of a leaving agent. The links that the contacts received remain valid. */
@Injectable()
export class OpenInvitations extends Holding {
  readonly kind = 'Invitations';

  constructor(
    db: Db,
    private readonly clock: BusinessClock,
  ) {
    super(db);
  }

  of({ AgentId }: Party): Sql {
    return sql`survey_invitations i
      WHERE i.AgentId = ${AgentId} AND i.AnsweredAt IS NULL AND i.ExpiresAt >= ${this.clock.now()}`;
  }

  async settle({ from, to }: HandOver, most: number): Promise<number> {
    const open = await this.db.lock<SurveyInvitation>(sql`SELECT i.SurveyGuid AS SurveyGuid, i.AgentId AS AgentId
      FROM ${this.of(from)} ORDER BY i.SurveyGuid LIMIT ${most}`);
    await this.db.updateHeld(SurveyInvitation, open, { AgentId: to.AgentId });
    return open.length;
  }
}
