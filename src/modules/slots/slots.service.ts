import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../auth/guards/principal.js';
import { BusinessClock } from '../../context/business-clock.js';
import { columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import type { ListStatement } from '../../database/list-query.js';
import { Conflict, Forbidden, Invalid, NotFound, refuse } from '../../errors/errors.js';
import { missing, unfitAsNew, type Bound, type BoundWith } from '../../record/bind.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { Int64 } from '../../record/fields.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { ScopeService } from '../agents/scope.service.js';
import { SlotDistrictApproval, type SlotStatus } from './slot-district-approval.entity.js';
import { SlotDistrict } from './slot-district.entity.js';
import { NotedSlotDistrictApproval, SlotDistrictApprovalExtended, SlotDistrictDecision } from './slots.records.js';

/** The requests with the names of what they refer to, newest first. */
const requests = {
  columns: {
    ...columnsOf(SlotDistrictApprovalExtended, 'r'),
    AgentName: sql`COALESCE(a.AgentName, '')`,
    AVPName: sql`COALESCE(v.AgentName, '')`,
    DistrictName: sql`COALESCE(d.DistrictName, '')`,
    SchoolName: sql`COALESCE(h.SchoolName, '')`,
    County: sql`COALESCE(c.County, '')`,
    State: sql`COALESCE(t.State, '')`,
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

const open: SlotStatus = 'Pending';
/** From which states a request comes to another. */
const before: Readonly<Partial<Record<SlotStatus, readonly string[]>>> = {
  Approved: [open],
  Rejected: [open],
  Removed: [open, 'Approved'],
};

/** What agents ask for in the districts. County and State are those of the slot's district. */
@Injectable()
export class SlotsService {
  constructor(
    private readonly db: Db,
    private readonly scope: ScopeService,
    private readonly clock: BusinessClock,
  ) {}

  /** An agent's requests; none for agent 0. */
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
   * A new request of the own agent; an Administrator's can be another's. Throws Invalid, Forbidden, or Conflict while
   * the slot has an open request, whoever asked.
   */
  async ask(caller: Principal, sent: Bound<SlotDistrictApproval>): Promise<NotedSlotDistrictApproval> {
    const { SlotDistrictID, SchoolID, Note } = sent;
    const AgentID = sent.AgentID || caller.AgentId || undefined;
    const errors = [
      ...(SlotDistrictID ? [] : [fieldError('NotNull', 'SlotDistrictID', 'is required')]),
      ...unfitAsNew(SlotDistrictApproval, { ...sent, AgentID }),
    ];
    refuse(errors);
    if (!caller.isAdministrator && AgentID !== caller.AgentId)
      throw new Forbidden('You can ask for your own agent alone.');
    // Whoever asks for the same slot waits here until this request is there, or is not.
    const slot = await this.db.lockRow(SlotDistrict, { SlotDistrictID });
    const agent = await this.db.one<{ AVPID: number | null }>(
      sql`SELECT AVPID FROM agents WHERE AgentId = ${AgentID} AND AgentStatus = 'Active'`,
    );
    const unknown: FieldError[] = [
      ...(slot ? [] : [fieldError('Unknown', 'SlotDistrictID', 'must be a slot')]),
      ...(!SchoolID || (await this.isSchoolOf(slot, SchoolID))
        ? []
        : [fieldError('Unknown', 'SchoolID', "must be a school of the slot's district")]),
      ...(agent ? [] : [fieldError('Unknown', 'AgentID', 'must be an active agent')]),
    ];
    if (unknown.length > 0) throw new Invalid(unknown);
    const other = await this.db.one(sql`SELECT 1 AS One FROM slot_district_approvals r
      WHERE r.SlotDistrictID = ${SlotDistrictID} AND r.Status = ${open} LIMIT 1`);
    if (other) throw new Conflict('The slot has an open request already.');
    const now = this.clock.now();
    const { SlotDistrictApprovalID } = await this.db.insert(SlotDistrictApproval, {
      ...{ SlotDistrictID, SchoolID, AgentID, Note },
      ...{ AVPID: agent?.AVPID ?? undefined, DateCreated: now, DateModified: now, ModifiedBy: caller.UserId },
    });
    return this.read(SlotDistrictApprovalID);
  }

  /**
   * Administrators approve and reject what is open; the owner removes what is open or approved. The same decision again
   * changes nothing but its note. Throws Invalid, NotFound, Forbidden or Conflict.
   */
  async decide(
    caller: Principal,
    { Id, ...decision }: BoundWith<SlotDistrictDecision, 'Id'>,
  ): Promise<NotedSlotDistrictApproval> {
    const absent = missing(SlotDistrictDecision, { Id, ...decision });
    if (absent.length > 0) throw new Invalid(absent);
    const key = { SlotDistrictApprovalID: Id };
    const stored = await this.db.lockRow(SlotDistrictApproval, key);
    if (!stored) throw new NotFound(`There is no request ${Id}.`);
    const Status = decision.Status!;
    const may = Status === 'Removed' ? stored.AgentID === caller.AgentId : caller.isAdministrator;
    if (!may) throw new Forbidden('Administrators approve and reject a request; its own agent removes it.');
    const Note = decision.Note ?? stored.Note;
    if (stored.Status === Status && stored.Note === Note) return this.read(Id);
    if (stored.Status !== Status && !before[Status]?.includes(stored.Status))
      throw new Conflict(`The request is ${stored.Status} already.`);
    const changes = { Status, Note, DateModified: this.clock.now(), ModifiedBy: caller.UserId };
    await this.db.update(SlotDistrictApproval, key, changes);
    return this.read(Id);
  }

  private async read(id: number): Promise<NotedSlotDistrictApproval> {
    return (await this.db.find(NotedSlotDistrictApproval, noted, sql`r.SlotDistrictApprovalID = ${id}`))!;
  }

  private async isSchoolOf({ DistrictID }: Partial<SlotDistrict> = {}, schoolId: Int64): Promise<boolean> {
    // Compared with text, MySQL would take both for floating-point numbers.
    const found = await this.db.one(
      sql`SELECT 1 AS One FROM schools h WHERE h.SchoolID = ${BigInt(schoolId)} AND h.DistrictID = ${DistrictID ?? 0}`,
    );
    return found !== undefined;
  }
}
