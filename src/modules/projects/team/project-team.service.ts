import { Injectable } from '@nestjs/common';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { columns } from '../../../database/schema/columns.js';
import { Db } from '../../../database/db.js';
import { Conflict, Invalid, NotFound } from '../../../errors/errors.js';
import { duplicates, missing, type Bound } from '../../../record/bind.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import type { ListOptions, ListResult } from '../../../record/list-options.js';
import { ProjectTeamMember } from './project-team-member.entity.js';

type Sent = readonly Bound<ProjectTeamMember>[];
const list = 'ProjectTeamMembers';

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
        select: columns(ProjectTeamMember, 'm'),
        from: sql`project_team_members m WHERE 1 = 1${member}${project}${contact}`,
        order: sql`m.ProjectID, m.TeamMemberID`,
        key: ['TeamMemberID'],
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
    const errors = sent.flatMap((member, index) => [
      ...(member.TeamMemberID ? [at(index, 'TeamMemberID', 'Invalid', 'must be 0 or absent in a new record')] : []),
      ...missing(ProjectTeamMember, member, `${list}[${index}]`),
    ]);
    await this.check(sent, [...errors, ...twice(sent)]);
    return this.db.insertAll(
      ProjectTeamMember,
      sent.map((member) => ({ ...member, TeamMemberID: undefined })),
    );
  }

  /** The members after the change. Throws Invalid, NotFound with one error for each unknown id, or Conflict. */
  async change(sent: Sent): Promise<ProjectTeamMember[]> {
    needItems(sent);
    const stored = await this.lock(
      sent.map(({ TeamMemberID }) => TeamMemberID),
      placesOf(sent),
    );
    return this.write(sent, stored);
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
    if (sent[0].TeamMemberID && sent[0].TeamMemberID !== id)
      throw new Invalid([at(0, 'TeamMemberID', 'Mismatch', "disagrees with the path's")]);
    const [changed] = await this.write([{ ...sent[0], TeamMemberID: id }], [stored]);
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
    const stored = await this.lock(ids, [
      ...placesOf(ProjectTeamMembers),
      ...TeamMemberIDs.map((_, index) => `TeamMemberIDs[${index}]`),
    ]);
    for (const { TeamMemberID } of stored) await this.db.remove(ProjectTeamMember, { TeamMemberID });
    return stored;
  }

  /** Throws NotFound. */
  async removeOne(id: number): Promise<ProjectTeamMember> {
    const removed = await this.db.remove(ProjectTeamMember, { TeamMemberID: id });
    if (!removed) throw unknownMember(id);
    return removed;
  }

  private async write(sent: Sent, stored: readonly ProjectTeamMember[]): Promise<ProjectTeamMember[]> {
    const after = sent.map((changes, index) => ({ ...stored[index], ...changes }));
    await this.check(after, twice(after));
    const held = new Set(stored.map(pair));
    if (after.some((member, index) => pair(member) !== pair(stored[index]) && held.has(pair(member)))) {
      // They take each other's places: one after the other, the first would meet the second on its way.
      for (const { TeamMemberID } of stored) await this.db.remove(ProjectTeamMember, { TeamMemberID });
      return this.db.insertAll(ProjectTeamMember, after);
    }
    const written: ProjectTeamMember[] = [];
    for (const { TeamMemberID, ...changes } of after)
      written.push((await this.db.update(ProjectTeamMember, { TeamMemberID }, changes))!);
    return written;
  }

  /** The members of those ids in their order, locked in key order. places: the ids' fields, as errors name them. */
  private async lock(ids: readonly (number | undefined)[], places: readonly string[]): Promise<ProjectTeamMember[]> {
    const errors = ids.flatMap((id, index) => {
      if (!id) return [fieldError('NotEmpty', places[index], 'is required')];
      return ids.indexOf(id) < index
        ? [fieldError('Duplicate', places[index], 'appears more than once in the list')]
        : [];
    });
    if (errors.length > 0) throw new Invalid(errors);
    const wanted = ids as readonly number[];
    const rows = await this.db.lock<ProjectTeamMember>(this.selected(wanted));
    const byId = new Map(rows.map((row) => [row.TeamMemberID, row]));
    const unknown = places.filter((_, index) => !byId.has(wanted[index]));
    if (unknown.length > 0)
      throw new NotFound('Some of the team members do not exist; nothing was written.', {
        errors: unknown.map((place) => fieldError('Unknown', place, 'is no team member')),
      });
    return wanted.map((id) => byId.get(id)!);
  }

  /** Throws Invalid with the errors given and those of unknown projects and contacts; Conflict for pairs that exist. */
  private async check(members: Sent, errors: FieldError[]): Promise<void> {
    const projects = await this.known(
      sql`SELECT p.ProjectID AS Id FROM projects p WHERE p.ProjectID`,
      members.map(({ ProjectID }) => ProjectID),
    );
    const contacts = await this.known(
      sql`SELECT c.ContactId AS Id FROM contacts c WHERE c.ContactId`,
      members.map(({ ContactID }) => ContactID),
    );
    const unknown = members.flatMap(({ ProjectID, ContactID }, index) => [
      ...(ProjectID === undefined || projects.has(ProjectID)
        ? []
        : [at(index, 'ProjectID', 'Unknown', 'is no project')]),
      ...(ContactID === undefined || contacts.has(ContactID)
        ? []
        : [at(index, 'ContactID', 'Unknown', 'is no contact')]),
    ]);
    if (errors.length + unknown.length > 0) throw new Invalid([...errors, ...unknown]);
    const taken = await this.taken(members);
    if (taken.length > 0)
      throw new Conflict('Some of the contacts are on the project already; nothing was written.', { errors: taken });
  }

  private async known(select: Sql, ids: readonly (number | undefined)[]): Promise<Set<number>> {
    const asked = [...new Set(ids.filter((id) => id !== undefined))];
    if (asked.length === 0) return new Set();
    const rows = await this.db.all<{ Id: number }>(sql`${select} IN (${join(asked)})`);
    return new Set(rows.map(({ Id }) => Id));
  }

  /** One error for each member whose contact is on the project as another member, who is not part of the same change. */
  private async taken(members: Sent): Promise<FieldError[]> {
    const pairs = members.map(
      (member) => sql`(m.ProjectID = ${member.ProjectID} AND m.ContactID = ${member.ContactID})`,
    );
    const rows = await this.db.all<ProjectTeamMember>(
      sql`SELECT ${columns(ProjectTeamMember, 'm')} FROM project_team_members m WHERE ${join(pairs, ' OR ')}`,
    );
    const changing = new Set(members.map(({ TeamMemberID }) => TeamMemberID));
    const others = new Set(rows.filter(({ TeamMemberID }) => !changing.has(TeamMemberID)).map(pair));
    return members.flatMap((member, index) =>
      others.has(pair(member)) ? [at(index, 'ContactID', 'Duplicate', 'is on the project already')] : [],
    );
  }

  private selected(ids: readonly number[]): Sql {
    return sql`SELECT ${columns(ProjectTeamMember, 'm')} FROM project_team_members m
      WHERE m.TeamMemberID IN (${join(ids)}) ORDER BY m.TeamMemberID`;
  }
}

function needItems(items: readonly unknown[]): void {
  if (items.length === 0) throw new Invalid([fieldError('NotEmpty', list, 'needs at least one item')]);
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
