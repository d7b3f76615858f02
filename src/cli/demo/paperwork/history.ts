import { AuditEntry } from '../../../database/audit/audit.entity.js';
import { IdempotencyKey } from '../../../http/answer/idempotency-key.entity.js';
import type { RolesRecordSet } from '../../../modules/roles/roles.record-set.js';
import { succeeded } from '../../../record/response-status.js';
import type { Filling } from '../filling.js';
import type { Users } from '../people/users.js';
import type { Plan } from '../work/plan.js';

/** A role that groups permissions for people to read, beside the system's. */
export async function fillRoles({ random, calendar }: Filling, roles: RolesRecordSet): Promise<void> {
  await roles.save([
    {
      RoleId: 10,
      TenantId: random.guid(),
      Code: 'FrontDesk',
      Name: 'Front desk',
      Description: 'Receives customers.',
      IsActive: true,
      CreatedUtc: calendar.moment(random, 300),
      Permissions: ['readEventType', 'listEventTypes'],
    },
  ]);
}

/** What was done through the interface in the last days, as the audit tells it. */
export async function fillHistory(filling: Filling, users: Users, { members, tasks }: Plan): Promise<void> {
  const { db, calendar, random } = filling;
  const agent = users.byName.get('agent@demo.test') ?? null;
  const hosts = members
    .filter(({ MemberRole }) => MemberRole === 'Host')
    .map(({ TeamMemberID }) => ({
      Record: 'ProjectTeamMember',
      Id: String(TeamMemberID),
      Before: { MemberRole: 'Volunteer' },
      After: { MemberRole: 'Host' },
    }));
  const done = tasks
    .filter(({ type, progress }) => type === 'task' && progress === 100)
    .map(({ id }) => ({ Record: 'GanttTask', Id: String(id), Before: { progress: 60 }, After: { progress: 100 } }));
  const changes = random.shuffled([...hosts, ...done]);
  for (const [index, { Record, Id, Before, After }] of changes.entries())
    await db.insert(AuditEntry, {
      At: calendar.moment(random, changes.length - index),
      UserId: agent,
      Operation: `change${Record}`,
      Record,
      RecordId: Id,
      RequestId: `demo-request-${index + 1}`,
      Changes: JSON.stringify([{ Record, Id, Action: 'Update', Before, After }]),
    });
  const kept = { UserId: agent!, Key: 'demo-team-member-1' };
  const body = JSON.stringify({ ResponseStatus: succeeded(), ProjectTeamMembers: members.slice(0, 1) });
  const answer = JSON.stringify({
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body,
    disclosures: [],
  });
  const Answer = filling.cipher.encrypt(answer, `idempotency_keys.Answer:${kept.UserId}:${kept.Key}`);
  await filling.put(IdempotencyKey, [
    {
      ...kept,
      RequestHash: random.digits(64),
      AnswerSize: Answer.length,
      Answer,
      CreatedAt: calendar.after(calendar.now, -random.int(60, 600)),
    },
  ]);
}
