import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { joinedName } from '../../database/schema/name-keys.js';
import type { ListStatement } from '../../database/lists/list-query.js';
import { Conflict, Forbidden, noSuch, refuse } from '../../errors/errors.js';
import { missing, unfitAsNew, type Bound, type BoundWith } from '../../record/bind.js';
import { fieldError } from '../../record/field-error.js';
import type { Int64 } from '../../record/fields.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { ScopeService } from '../agents/scope.service.js';
import { OutboxService } from '../messages/outbox.service.js';
import { SlotDistrictApproval, type SlotStatus, SlotDistrict } from './slot.entity.js';
import { NotedSlotDistrictApproval, SlotDistrictApprovalExtended, SlotDistrictDecision } from './slots.records.js';

const requests = {
  columns: {
    ...columnsOf(SlotDistrictApprovalExtended, 'r'),
    AgentName: joinedName('a', 'AgentName'),
    AVPName: joinedName('v', 'AgentName'),
    DistrictName: joinedName('d', 'DistrictName'),
    SchoolName: joinedName('h', 'SchoolName'),
    County: joinedName('c', 'County'),
    State: joinedName('t', 'State'),
  },
  from: sql`slot_district_approvals r`,
  joins: {
    a: sql`LEFT JOIN agents a ON a.AgentId = r.AgentID`,
    v: sql`LEFT JOIN agents v ON v.AgentId = r.AVPID`,
    s: sql`LEFT JOIN slot_districts s ON s.SlotDistrictID = r.SlotDistrictID`,
    d: sql`LEFT JOIN districts d ON d.DistrictID = s.DistrictID`,
    h: sql`LEFT JOIN schools h ON h.SchoolID = r.SchoolID`,
    c: sql`LEFT JOIN counties c ON c.CountyID = d.CountyID`,
    t: sql`LEFT JOIN states t ON t.StateID = c.StateID`,
  },
  order: [{ descending: sql`r.DateCreated` }, sql`r.SlotDistrictApprovalID`],
  key: [sql`r.SlotDistrictApprovalID`],
} satisfies ListStatement<SlotDistrictApprovalExtended>;
const noted = {
  ...requests,
  columns: { ...requests.columns, Note: sql`r.Note` },
} satisfies ListStatement<NotedSlotDistrictApproval>;

const openTwice = 'The agent already has an open request for this slot and school.';
const approvedTwice = 'Another request for this slot and school is approved. Remove it first.';
const mayDecide = 'Only Administrators can approve or reject a request. Only they and its own agent can remove it.';

const open: SlotStatus = 'Pending';
/** For each state, the states from which a request can change to it. */
const before: Readonly<Partial<Record<SlotStatus, readonly string[]>>> = {
  Approved: [open],
  Rejected: [open],
  Removed: [open, 'Approved'],
};

@Injectable()
export class SlotsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly outbox: OutboxService,
    private readonly clock: BusinessClock,
  ) {}

  /** The requests of an agent; none for AgentId 0. */
  requestsOf(agentId: number, options: ListOptions): ListResult<SlotDistrictApprovalExtended> {
    return this.db.list(SlotDistrictApprovalExtended, { ...requests, where: sql`r.AgentID = ${agentId}` }, options);
  }

  /** The requests of the agents in scope. */
  requestsFor(caller: Principal, options: ListOptions): ListResult<NotedSlotDistrictApproval> {
    return this.db.list(
      NotedSlotDistrictApproval,
      { ...noted, where: this.scope.within(caller, sql`r.AgentID`) },
      options,
    );
  }

  /**
   * Adds a request of the caller's agent, or of any agent for an Administrator. Throws Invalid, Forbidden, or Conflict
   * while the agent has an open request for the same slot and school.
   */
  async ask(caller: Principal, sent: Bound<SlotDistrictApproval>): Promise<NotedSlotDistrictApproval> {
    const { SlotDistrictID, SchoolID, Note } = sent;
    const AgentID = sent.AgentID || caller.AgentId || undefined;
    refuse([
      ...(SlotDistrictID ? [] : [fieldError('NotNull', 'SlotDistrictID', 'is required')]),
      ...unfitAsNew(SlotDistrictApproval, { ...sent, AgentID }),
    ]);
    if (!caller.isAdministrator && AgentID !== caller.AgentId)
      throw new Forbidden('You can request slots only for your own agent.', 'Scope');
    // A concurrent request for the same slot waits for this lock, and then sees this request.
    const slot = await this.db.lockRow(SlotDistrict, { SlotDistrictID });
    const agent = await this.db.one<{ AVPID: number | null }>(
      sql`SELECT AVPID FROM agents WHERE AgentId = ${AgentID} AND AgentStatus = 'Active'`,
    );
    refuse([
      ...(slot ? [] : [fieldError('Unknown', 'SlotDistrictID', 'must be a slot')]),
      ...(!SchoolID || (await this.isSchoolOf(slot, SchoolID))
        ? []
        : [fieldError('Unknown', 'SchoolID', "must be a school of the slot's district")]),
      ...(agent ? [] : [fieldError('Unknown', 'AgentID', 'must be an active agent')]),
    ]);
    if (await this.has({ SlotDistrictID, SchoolID }, sql`r.Status = ${open} AND r.AgentID = ${AgentID}`))
      throw new Conflict(openTwice);
    const now = this.clock.now();
    const { SlotDistrictApprovalID } = await this.db.insert(SlotDistrictApproval, {
      SlotDistrictID,
      SchoolID,
      AgentID,
      Note,
      AVPID: agent?.AVPID ?? undefined,
      DateCreated: now,
      DateModified: now,
      ModifiedBy: caller.UserId,
    });
    return this.read(SlotDistrictApprovalID);
  }

  /**
   * Changes the Status of a request. Administrators approve or reject open requests; they and the agent of a request
   * remove open or approved requests. A repeated decision changes only the note. Throws Invalid, NotFound, Forbidden,
   * and Conflict, also if another request for the same slot and school is approved already.
   */
  async decide(
    caller: Principal,
    { Id, ...decision }: BoundWith<SlotDistrictDecision, 'Id'>,
  ): Promise<NotedSlotDistrictApproval> {
    refuse(missing(SlotDistrictDecision, { Id, ...decision }));
    const stored = await this.locked(caller, Id);
    const Status = decision.Status!;
    if (!caller.isAdministrator && Status !== 'Removed') throw new Forbidden(mayDecide, 'Role');
    const Note = decision.Note ?? stored.Note;
    if (stored.Status === Status && stored.Note === Note) return stored;
    if (stored.Status !== Status && !before[Status]?.includes(stored.Status))
      throw new Conflict(`The request is already ${stored.Status}.`);
    if (Status === 'Approved' && stored.Status !== Status) await this.mustBeFree(stored);
    const changes = { Status, Note, DateModified: this.clock.now(), ModifiedBy: caller.UserId };
    await this.db.update(SlotDistrictApproval, { SlotDistrictApprovalID: Id }, changes);
    const isDecision = stored.Status !== Status && Status !== 'Removed';
    if (isDecision) await this.outbox.about('SlotDecided', Id);
    return this.read(Id);
  }

  /** Locks the request for a decision. Throws NotFound, or Forbidden for a caller who may not decide or remove it. */
  async locked(caller: Principal, id: number): Promise<NotedSlotDistrictApproval> {
    const stored = await this.db.lockRow(SlotDistrictApproval, { SlotDistrictApprovalID: id });
    if (!stored) throw noSuch('request', id);
    if (!caller.isAdministrator && stored.AgentID !== caller.AgentId) throw new Forbidden(mayDecide, 'Role');
    return this.read(id);
  }

  /** Throws Conflict if another request for the slot and school is approved. */
  private async mustBeFree({ SlotDistrictID, SchoolID }: Partial<SlotDistrictApproval>): Promise<void> {
    // A concurrent decision about the same slot waits for this lock, and then sees this decision.
    await this.db.lockRow(SlotDistrict, { SlotDistrictID });
    if (await this.has({ SlotDistrictID, SchoolID }, sql`r.Status = 'Approved'`)) throw new Conflict(approvedTwice);
  }

  /**
   * Checks the stored requests `ids`. Throws Conflict if one of them is approved and so is another request for the same
   * slot and school, or if one is open and so is another request of the same agent for the same slot and school.
   */
  async mustBeSingle(ids: readonly number[]): Promise<void> {
    const written = sql`SELECT w.SlotDistrictID FROM slot_district_approvals w
      WHERE w.SlotDistrictApprovalID IN (${join([...ids])})`;
    await this.db.lock(sql`SELECT s.SlotDistrictID FROM slot_districts s
      WHERE s.SlotDistrictID IN (${written}) ORDER BY s.SlotDistrictID`);
    const other = sql`slot_district_approvals r JOIN slot_district_approvals o ON o.SlotDistrictID = r.SlotDistrictID
      AND COALESCE(o.SchoolID, 0) = COALESCE(r.SchoolID, 0) AND o.Status = r.Status
      AND o.SlotDistrictApprovalID <> r.SlotDistrictApprovalID
      WHERE r.SlotDistrictApprovalID IN (${join([...ids])})`;
    if (await this.db.one(sql`SELECT 1 AS One FROM ${other} AND r.Status = 'Approved' LIMIT 1`))
      throw new Conflict(approvedTwice);
    if (await this.db.one(sql`SELECT 1 AS One FROM ${other} AND r.Status = ${open} AND o.AgentID = r.AgentID LIMIT 1`))
      throw new Conflict(openTwice);
  }

  /** Whether a request for this slot and this school (or for no school if SchoolID is unset) meets the `condition`. */
  private has({ SlotDistrictID, SchoolID }: Partial<SlotDistrictApproval>, condition: Sql): Promise<boolean> {
    const isSchool = SchoolID ? sql`r.SchoolID = ${BigInt(SchoolID)}` : sql`r.SchoolID IS NULL`;
    return this.db.exists(sql`slot_district_approvals r
      WHERE r.SlotDistrictID = ${SlotDistrictID} AND ${isSchool} AND ${condition}`);
  }

  private async read(id: number): Promise<NotedSlotDistrictApproval> {
    return (await this.db.rowOfList(NotedSlotDistrictApproval, noted, sql`r.SlotDistrictApprovalID = ${id}`))!;
  }

  private isSchoolOf({ DistrictID }: Partial<SlotDistrict> = {}, schoolId: Int64): Promise<boolean> {
    // Pass a BigInt instead of text, because MySQL compares a number and a text as floating-point numbers.
    return this.db.exists(sql`schools WHERE SchoolID = ${BigInt(schoolId)} AND DistrictID = ${DistrictID ?? 0}`);
  }
}
