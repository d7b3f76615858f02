import { administrators, agents, everyone, type Group } from '../group.js';
import type { Fields } from '../records.js';

export const records: Readonly<Record<string, Fields>> = {
  HistoryEntry: {
    At: 'datetime',
    UserName: 'string',
    Operation: 'string',
    RequestId: 'string',
    AuditId: 'int64',
    Changes: 'list<FieldChange>',
  },
  FieldChange: { Field: 'string', From: 'string?', To: 'string?' },
};

type Access = Group['access'];

/** The path of each record with a history, its keys, and who may read and revert it. */
const nouns: readonly (readonly [path: string, keys: Fields, readers: Access, writers?: Access])[] = [
  ['/v1/Users/{UserId}', { UserId: 'GUID' }, administrators, administrators],
  ['/v1/Users/{UserId}/Sessions/{SessionId}', { UserId: 'GUID', SessionId: 'GUID' }, administrators],
  ['/v1/Agents/{AgentId}', { AgentId: 'int32' }, agents, administrators],
  ['/v1/Contacts/{ContactId}', { ContactId: 'int32' }, agents, agents],
  ['/v1/Appointments/{AppointmentId}', { AppointmentId: 'int32' }, agents, agents],
  ['/v1/LineQuestions/{Id}', { Id: 'int32' }, administrators, administrators],
  ['/v1/Lines/{Id}', { Id: 'string' }, agents, administrators],
  ['/v1/Locations/{LocationId}', { LocationId: 'GUID' }, agents, administrators],
  ['/v1/Stations/{StationId}', { StationId: 'GUID' }, agents, administrators],
  ['/v1/CustomerCheckins/{Id}', { Id: 'string' }, agents, agents],
  ['/v1/EventType/{EventTypeId}', { EventTypeId: 'int32' }, everyone, administrators],
  ['/v1/Districts/{DistrictID}', { DistrictID: 'int32' }, agents, administrators],
  ['/v1/Schools/{SchoolID}', { SchoolID: 'int64' }, agents, administrators],
  ['/v1/States/{StateID}', { StateID: 'int64' }, agents, administrators],
  ['/v1/Counties/{CountyID}', { CountyID: 'int64' }, agents, administrators],
  ['/v1/PolicyDocuments/{Id}', { Id: 'int32' }, administrators, administrators],
  ['/v1/PolicyDocuments/RecordTypes/{RecordType}', { RecordType: 'string' }, agents],
  ['/v1/Projects/{ProjectID}', { ProjectID: 'int32' }, 'authenticated', administrators],
  ['/v1/ProjectTeamMembers/{TeamMemberID}', { TeamMemberID: 'int32' }, 'authenticated', 'authenticated'],
  ['/v1/Roles/{RoleId}', { RoleId: 'int32' }, 'authenticated', administrators],
  ['/v1/SlotDistricts/{SlotDistrictID}', { SlotDistrictID: 'int32' }, agents, administrators],
  ['/v1/Surveys/{SurveyId}', { SurveyId: 'int32' }, agents, administrators],
  ['/v1/Webhooks/{WebhookId}', { WebhookId: 'int32' }, administrators, administrators],
];

/** The operations of C13. groups: all others, whose answers a Revert has. */
export function historyGroups(groups: Readonly<Record<string, Group>>): Record<string, Group> {
  return Object.fromEntries(
    nouns.flatMap(([path, keys, readers, writers]): [string, Group][] => {
      const history: Group = {
        title: 'History',
        routes: { [`${path}/History`]: ['GET'] },
        access: readers,
        request: keys,
        response: { ResponseStatus: 'ResponseStatus', History: 'list<HistoryEntry>' },
        list: 'History',
      };
      if (!writers) return [[`C13 ${path}`, history]];
      const changed = Object.values(groups).find(({ routes }) => /PUT|POST/.test(String(routes[path] ?? [])))!;
      const { response, list, bare, request } = changed;
      const revert: Group = {
        title: 'History',
        routes: { [`${path}/History/{AuditId}/Revert`]: ['POST'] },
        access: writers,
        request: { ...keys, AuditId: 'int64', ...('OwnPassword' in request && { OwnPassword: 'string' }) },
        response,
        ...(list !== undefined && { list }),
        ...(bare && { bare }),
      };
      return [
        [`C13 ${path}`, history],
        [`C13 ${path} Revert`, revert],
      ];
    }),
  );
}

export const groups: Readonly<Record<string, Group>> = {};
export const placeholders: Readonly<Record<string, string>> = { AuditId: '987654' };
