import { Injectable } from '@nestjs/common';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { columns, columnsOf } from '../../../database/schema/columns.js';
import { anyKey } from '../../../database/any-key.js';
import { Db, type LookUp } from '../../../database/db.js';
import { Conflict, Invalid, NotFound, refuse } from '../../../errors/errors.js';
import { duplicates, unfitAsNew, type Bound } from '../../../record/bind.js';
import { changed } from '../../../record/coupled.js';
import { emptyList, fieldError, repeatedItem, type FieldError } from '../../../record/field-error.js';
import type { ListOptions, ListResult } from '../../../record/lists/list-options.js';
import { present as presentContact } from '../../contacts/contacts.service.js';
import { ProjectTeamMember } from './project-team-member.entity.js';

type Sent = readonly Bound<ProjectTeamMember>[];
const list = 'ProjectTeamMembers';
const unknownMembers = 'Some of the team members do not exist; nothing was written.';

/** The members that a call names by id, and what is wrong with how it does. */
interface Named {
  stored: readonly ProjectTeamMember[];
  errors: readonly FieldError[];
  /** One error for each id that is none of a member. */
  unknown: readonly FieldError[];
}

/** Who works on which project. Lists are written all or nothing, and every bad item is named. */
@Injectable()
export class ProjectTeamService {
  constructor(private readonly db: Db) {}

  list(
    { TeamMemberID, ProjectID, ContactID }: Bound<ProjectTeamMember>,
    options: ListOptions,
  ): ListResult<ProjectTeamMember> {
    const member = TeamMemberID === undefined ? empty : sql` AND m.TeamMemberID = ${TeamMemberID}`;
    const project = ProjectID === undefined ? empty : sql` AND m.ProjectID = ${ProjectID}`;
    const contact = ContactID === undefined ? empty : sql` AND m.ContactID = ${ContactID}`;
    return this.db.list(
      ProjectTeamMember,
      {
        columns: columnsOf(ProjectTeamMember, 'm'),
        from: sql`project_team_members m`,
        where: sql`1 = 1${member}${project}${contact}`,
        order: [sql`m.ProjectID`, sql`m.TeamMemberID`],
        key: [sql`m.TeamMemberID`],
      },
      options,
    );
  }

  /** Throws NotFound. */
  async read(id: number): Promise<ProjectTeamMember> {
    const found = await this.db.one<ProjectTeamMember>(this.selected([id]));
    if (!found) throw unknownMember(id);
    return found;
  }

  /** The new members with their ids. Throws Invalid, or Conflict for a contact who is on the project already. */
  async add(sent: Sent): Promise<ProjectTeamMember[]> {
    needItems(sent);
    const errors = sent.flatMap((member, index) => unfitAsNew(ProjectTeamMember, member, `${list}[${index}]`));
    refuse([...errors, ...twice(sent), ...(await this.unknownIn(sent))]);
    try {
      return await this.db.insertAll(
        ProjectTeamMember,
        sent.map((member) => ({ ...member, TeamMemberID: undefined })),
      );
    } catch (error) {
      // Only now: who is new, as nearly all are, need not be looked for.
      if (error instanceof Conflict) await this.refuseTaken(sent);
      throw error;
    }
  }

  /** The members after the change. Throws Invalid, NotFound with one error for each unknown id, or Conflict. */
  async change(sent: Sent): Promise<ProjectTeamMember[]> {
    needItems(sent);
    return this.write(
      sent,
      await this.lock(
        sent.map(({ TeamMemberID }) => TeamMemberID),
        placesOf(sent),
      ),
    );
  }

  /** As `change` for one member; an id in the item must be the given one. */
  async changeOne(id: number, sent: Sent = []): Promise<ProjectTeamMember> {
    if (sent.length !== 1)
      throw new Invalid([
        fieldError(sent.length === 0 ? 'NotEmpty' : 'Length', list, 'must hold exactly one item', {
          Min: '1',
          Max: '1',
        }),
      ]);
    const stored = (await this.db.lock<ProjectTeamMember>(this.selected([id]))).at(0);
    if (!stored) throw unknownMember(id);
    const other = sent[0].TeamMemberID && sent[0].TeamMemberID !== id;
    const errors = other ? [at(0, 'TeamMemberID', 'Mismatch', "disagrees with the path's")] : [];
    const [changed] = await this.write([{ ...sent[0], TeamMemberID: id }], { stored: [stored], errors, unknown: [] });
    return changed;
  }

  /** The removed members. Throws Invalid when none is named, or NotFound with one error for each unknown id. */
  async remove(request: {
    ProjectTeamMembers?: Sent;
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

  /** Throws NotFound. */
  async removeOne(id: number): Promise<ProjectTeamMember> {
    const removed = await this.db.remove(ProjectTeamMember, { TeamMemberID: id });
    if (!removed) throw unknownMember(id);
    return removed;
  }

  private async write(sent: Sent, { stored, errors, unknown }: Named): Promise<ProjectTeamMember[]> {
    const byId = new Map(stored.map((member) => [member.TeamMemberID, member]));
    const after = sent.map((changes) => merged(byId.get(changes.TeamMemberID ?? 0), changes));
    // Whoever is on a project stays so, even when the contact is deleted.
    const named = sent.map((changes) =>
      changed<Bound<ProjectTeamMember>>(changes, byId.get(changes.TeamMemberID ?? 0) ?? {}),
    );
    // An id that appears twice is told as such alone.
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
      // They take each other's places: one after the other, the first would meet the second on its way.
      await this.db.removeAll(ProjectTeamMember, stored);
      return this.db.insertAll(ProjectTeamMember, after);
    }
    const written: ProjectTeamMember[] = [];
    for (const { TeamMemberID, ...changes } of after)
      written.push((await this.db.update(ProjectTeamMember, { TeamMemberID }, changes))!);
    return written;
  }

  /** The members of those ids in their order, locked in key order. places: the ids' fields, as errors name them. */
  private async lock(ids: readonly (number | undefined)[], places: readonly string[]): Promise<Named> {
    const errors = ids.flatMap((id, index) => {
      if (!id) return [fieldError('NotEmpty', places[index], 'is required')];
      return ids.indexOf(id) < index ? [repeatedItem(places[index])] : [];
    });
    const wanted = [...new Set(ids.filter((id): id is number => id !== undefined && id !== 0))];
    const rows = wanted.length === 0 ? [] : await this.db.lock<ProjectTeamMember>(this.selected(wanted));
    const byId = new Map(rows.map((row) => [row.TeamMemberID, row]));
    const unknown = places
      .filter((_, index) => ids[index] && !byId.has(ids[index]))
      .map((place) => fieldError('Unknown', place, 'is no team member'));
    return { stored: wanted.flatMap((id) => byId.get(id) ?? []), errors, unknown };
  }

  /** One error for each project and each contact that does not exist, or is deleted. */
  private async unknownIn(members: Sent): Promise<FieldError[]> {
    const [projects, contacts] = await this.db.found<number>(
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
        : [at(index, 'ProjectID', 'Unknown', 'is no project')]),
      ...(ContactID === undefined || contacts.has(ContactID)
        ? []
        : [at(index, 'ContactID', 'Unknown', 'is no contact')]),
    ]);
  }

  /** Throws Conflict for contacts who are on the project as another member, who is not part of the same change. */
  private async refuseTaken(members: Sent): Promise<void> {
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
      others.has(pair(member)) ? [at(index, 'ContactID', 'Duplicate', 'is on the project already')] : [],
    );
    if (errors.length > 0)
      throw new Conflict('Some of the contacts are on the project already; nothing was written.', { errors });
  }

  private selected(ids: readonly number[]): Sql {
    return sql`SELECT ${columns(ProjectTeamMember, 'm')} FROM project_team_members m
      WHERE m.TeamMemberID IN (${join(ids)}) ORDER BY m.TeamMemberID`;
  }
}

/** Which of the ids, as far as any were sent, are there, and stay so until the members are written. */
function among(key: Sql, where: Sql, ids: readonly (number | undefined)[]): LookUp | undefined {
  const asked = [...new Set(ids.filter((id) => id !== undefined))];
  return asked.length === 0 ? undefined : { key, from: sql`${where} ${key} IN (${join(asked)})`, holds: true };
}

/** The member after the changes that were sent. */
function merged(stored: ProjectTeamMember | undefined, changes: Bound<ProjectTeamMember>): Bound<ProjectTeamMember> {
  return {
    ...stored,
    ...Object.fromEntries(Object.entries(changes as object).filter(([, value]) => value !== undefined)),
  };
}

function needItems(items: readonly unknown[]): void {
  if (items.length === 0) throw new Invalid([emptyList(list)]);
}

/** Errors for a contact who is twice on a project in one request. */
function twice(members: Sent): FieldError[] {
  return duplicates(members, ['ProjectID', 'ContactID'], list);
}

function pair({ ProjectID, ContactID }: Bound<ProjectTeamMember>): string {
  return JSON.stringify([ProjectID, ContactID]);
}

function placesOf(sent: Sent): string[] {
  return sent.map((_, index) => `${list}[${index}].TeamMemberID`);
}

function at(index: number, name: string, code: FieldError['ErrorCode'], rest: string): FieldError {
  return fieldError(code, `${list}[${index}].${name}`, rest);
}

function unknownMember(id: number): NotFound {
  return new NotFound(`There is no team member ${id}.`);
}
