import { AuditEntry } from '../../database/audit/audit.entity.js';
import type { RolesRecordSet } from '../../modules/roles/roles.record-set.js';
import type { Filling } from './filling.js';
import type { Users } from './people.js';

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
      CreatedUtc: calendar.at(300, 16),
      Permissions: ['readEventType', 'listEventTypes'],
    },
  ]);
}

/** What was done through the interface in the last days, as the audit tells it. */
export async function fillHistory(filling: Filling, users: Users): Promise<void> {
  const { db, calendar, random } = filling;
  const agent = users.byName.get('agent@demo.test') ?? null;
  for (let day = 9; day > 0; day--)
    await db.insert(AuditEntry, {
      At: calendar.at(day, random.int(14, 22), random.int(0, 59)),
      UserId: agent,
      Operation: 'changeProjectTeamMember',
      Record: 'ProjectTeamMember',
      RecordId: String(day),
      RequestId: `demo-request-${day}`,
      Changes: JSON.stringify([
        {
          Record: 'ProjectTeamMember',
          Id: String(day),
          Action: 'Update',
          Before: { MemberRole: 'Volunteer' },
          After: { MemberRole: 'Host' },
        },
      ]),
    });
}
