import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import { columns } from '../../../database/schema/columns.js';
import { anyKey } from '../../../database/sql/conditions.js';
import { Db, type LookUp } from '../../../database/db.js';
import { InjectRows, TableRows } from '../../../database/table-rows.js';
import { Conflict, Invalid, refuse } from '../../../errors/errors.js';
import { definedOf, duplicates, unfitAsNew, type Bound } from '../../../record/bind.js';
import { emptyList, fieldError, repeatedItem, type FieldError } from '../../../record/field-error.js';
import { present as presentContact } from '../../contacts/contacts.service.js';
import { changedFields } from '../changed-fields.js';
import { ProjectTeamMember } from './project-team-member.entity.js';

type SentMember = readonly Bound<ProjectTeamMember>[];
const list = 'ProjectTeamMembers';
const unknownMembers = 'Some of the team members do not exist; nothing was written.';

/** The stored members whose ids a request names. `errors` are for missing and repeated ids. */
interface Named {
  stored: readonly ProjectTeamMember[];
  errors: readonly FieldError[];
  /** Errors for the ids that no member has. */
  unknown: readonly FieldError[];
}

/** Changes project team members. Writes all items of a list or none, and reports every bad item. */
@Injectable()
export class ProjectTeamService {
  constructor(
    private readonly db: Db,
    @InjectRows(ProjectTeamMember) readonly rows: TableRows<ProjectTeamMember>,
  ) {}

  /** Adds members and returns them with ids. Throws Invalid, or Conflict for a contact already on the project. */
  async add(sent: SentMember): Promise<ProjectTeamMember[]> {
    needItems(sent);
    refuse(sent.flatMap((member, index) => unfitAsNew(ProjectTeamMember, member, `${list}[${index}]`)));
    refuse([...twice(sent), ...(await this.unknownIn(sent))]);
    try {
      return await this.db.insertAll(
        ProjectTeamMember,
        sent.map((member) => ({ ...member, TeamMemberID: undefined })),
      );
    } catch (error) {
      // Search for duplicates only after the insert failed, because nearly all members are new.
      if (error instanceof Conflict) await this.refuseTaken(sent);
      throw error;
    }
  }

  /** Changes members and returns them. Throws Invalid, NotFound with one error for each unknown id, or Conflict. */
  async change(sent: SentMember): Promise<ProjectTeamMember[]> {
    needItems(sent);
    return this.write(
      sent,
      await this.lock(
        sent.map(({ TeamMemberID }) => TeamMemberID),
        placesOf(sent),
      ),
    );
  }

  /** Changes one member. If the item contains an id, it must equal `id`. Throws the same errors as `change`. */
  async changeOne(id: number, sent: SentMember = []): Promise<ProjectTeamMember> {
    if (sent.length !== 1)
      throw new Invalid([
        fieldError(sent.length === 0 ? 'NotEmpty' : 'Length', list, 'must contain exactly one item', {
          Min: '1',
          Max: '1',
        }),
      ]);
    const stored = await this.rows.lock(id);
    const other = sent[0].TeamMemberID && sent[0].TeamMemberID !== id;
    const errors = other ? [at(0, 'TeamMemberID', 'Mismatch', 'must equal the TeamMemberID of the path')] : [];
    const [changed] = await this.write([{ ...sent[0], TeamMemberID: id }], { stored: [stored], errors, unknown: [] });
    return changed;
  }

  /** Removes members and returns them. Throws Invalid without ids, NotFound with one error for each unknown id. */
  async remove(request: {
    ProjectTeamMembers?: SentMember;
    TeamMemberIDs?: readonly number[];
  }): Promise<ProjectTeamMember[]> {
    const { ProjectTeamMembers = [], TeamMemberIDs = [] } = request;
    const ids = [...ProjectTeamMembers.map(({ TeamMemberID }) => TeamMemberID), ...TeamMemberIDs];
    needItems(ids);
    const { stored, errors, unknown } = await this.lock(ids, [
      ...placesOf(ProjectTeamMembers),
      ...TeamMemberIDs.map((_, index) => `TeamMemberIDs[${index}]`),
    ]);
    refuse(errors, unknown, unknownMembers);
    await this.db.removeAll(ProjectTeamMember, stored);
    return [...stored];
  }

  private async write(sent: SentMember, { stored, errors, unknown }: Named): Promise<ProjectTeamMember[]> {
    const byId = new Map(stored.map((member) => [member.TeamMemberID, member]));
    const after = sent.map((changes) => ({ ...byId.get(changes.TeamMemberID ?? 0), ...definedOf(changes) }));
    // A member stays valid even if its contact is deleted, so only changed references are checked.
    const named = sent.map((changes) =>
      changedFields<Bound<ProjectTeamMember>>(changes, byId.get(changes.TeamMemberID ?? 0) ?? {}),
    );
    // An id that appears twice is reported only as a duplicate.
    const ids = sent.map(({ TeamMemberID }) => TeamMemberID);
    const distinct = after.map((member, index) => (ids.indexOf(ids[index]) < index ? {} : member));
    refuse([...errors, ...twice(distinct), ...(await this.unknownIn(named))], unknown, unknownMembers);
    await this.refuseTaken(after);
    return this.save(stored, after as readonly ProjectTeamMember[]);
  }

  private async save(
    stored: readonly ProjectTeamMember[],
    after: readonly ProjectTeamMember[],
  ): Promise<ProjectTeamMember[]> {
    const held = new Set(stored.map(pair));
    if (after.some((member, index) => pair(member) !== pair(stored[index]) && held.has(pair(member)))) {
      // The changed members may exchange their contacts. Then single updates would violate the unique key.
      await this.db.removeAll(ProjectTeamMember, stored);
      return this.db.insertAll(ProjectTeamMember, after);
    }
    const written: ProjectTeamMember[] = [];
    for (const { TeamMemberID, ...changes } of after)
      written.push((await this.db.update(ProjectTeamMember, { TeamMemberID }, changes))!);
    return written;
  }

  /** Locks members and returns them in the order of `ids`. `places` are the field names of the ids, for errors. */
  private async lock(ids: readonly (number | undefined)[], places: readonly string[]): Promise<Named> {
    const errors = ids.flatMap((id, index) => {
      if (!id) return [fieldError('NotEmpty', places[index], 'is required')];
      return ids.indexOf(id) < index ? [repeatedItem(places[index])] : [];
    });
    const wanted = [...new Set(ids.filter((id): id is number => id !== undefined && id !== 0))];
    const members = sql`SELECT ${columns(ProjectTeamMember, 'm')} FROM project_team_members m
      WHERE m.TeamMemberID IN (${wanted.length === 0 ? 0 : join(wanted)}) ORDER BY m.TeamMemberID`;
    const rows = await this.db.lock<ProjectTeamMember>(members);
    const byId = new Map(rows.map((row) => [row.TeamMemberID, row]));
    const unknown = places
      .filter((_, index) => ids[index] && !byId.has(ids[index]))
      .map((place) => fieldError('Unknown', place, 'must be the id of a team member'));
    return { stored: wanted.flatMap((id) => byId.get(id) ?? []), errors, unknown };
  }

  /** Returns one error for each ProjectID that is unknown, and for each ContactID that is unknown or deleted. */
  private async unknownIn(members: SentMember): Promise<FieldError[]> {
    const [projects, contacts] = await this.db.existingKeys<number>(
      among(
        sql`p.ProjectID`,
        sql`projects p WHERE`,
        members.map(({ ProjectID }) => ProjectID),
      ),
      among(
        sql`c.ContactId`,
        sql`contacts c WHERE ${presentContact} AND`,
        members.map(({ ContactID }) => ContactID),
      ),
    );
    return members.flatMap(({ ProjectID, ContactID }, index) => [
      ...(ProjectID === undefined || projects.has(ProjectID)
        ? []
        : [at(index, 'ProjectID', 'Unknown', 'must be the id of a project')]),
      ...(ContactID === undefined || contacts.has(ContactID)
        ? []
        : [at(index, 'ContactID', 'Unknown', 'must be the id of a contact')]),
    ]);
  }

  /** Throws Conflict if the contact of an item is on the project already, as a member that no item changes. */
  private async refuseTaken(members: SentMember): Promise<void> {
    const taken = anyKey(
      [sql`m.ProjectID`, sql`m.ContactID`],
      members.map(({ ProjectID, ContactID }) => [ProjectID, ContactID]),
    );
    const rows = await this.db.all<ProjectTeamMember>(
      sql`SELECT ${columns(ProjectTeamMember, 'm')} FROM project_team_members m WHERE ${taken}`,
    );
    const changing = new Set(members.map(({ TeamMemberID }) => TeamMemberID));
    const others = new Set(rows.filter(({ TeamMemberID }) => !changing.has(TeamMemberID)).map(pair));
    const errors = members.flatMap((member, index) =>
      others.has(pair(member)) ? [at(index, 'ContactID', 'Duplicate', 'is already on the project')] : [],
    );
    if (errors.length > 0)
      throw new Conflict('Some of the contacts are already on the project; nothing was written.', { errors });
  }
}

/**
 * The look-up of the ids that exist, which also holds a shared lock on their rows until the end of the transaction.
 * undefined if there are no ids.
 */
function among(key: Sql, where: Sql, ids: readonly (number | undefined)[]): LookUp | undefined {
  const distinct = [...new Set(ids.filter((id) => id !== undefined))];
  return distinct.length === 0 ? undefined : { key, from: sql`${where} ${key} IN (${join(distinct)})`, holds: true };
}

function needItems(items: readonly unknown[]): void {
  if (items.length === 0) throw new Invalid([emptyList(list)]);
}

/** Returns an error for each item with the same ProjectID and ContactID as an earlier item. */
function twice(members: SentMember): FieldError[] {
  return duplicates(members, ['ProjectID', 'ContactID'], list);
}

function pair({ ProjectID, ContactID }: Bound<ProjectTeamMember>): string {
  return JSON.stringify([ProjectID, ContactID]);
}

function placesOf(sent: SentMember): string[] {
  return sent.map((_, index) => `${list}[${index}].TeamMemberID`);
}

function at(index: number, name: string, code: FieldError['ErrorCode'], rest: string): FieldError {
  return fieldError(code, `${list}[${index}].${name}`, rest);
}
