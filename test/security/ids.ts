import sql, { join, raw, type Sql } from 'sql-template-tag';
import { keyNames, storedFields } from '../../src/database/schema/columns.js';
import { tableOf } from '../../src/database/schema/table.js';
import { quoted } from '../../src/database/sql/quoted.js';
import type { Operation } from '../../src/http/endpoint/operation.js';
import type { Class } from '../../src/record/field-types.js';
import { filteredFields } from '../../src/record/lists/list-filters.js';
import { memoized } from '../../src/record/memoized.js';
import { fieldsOf } from '../../src/record/metadata.js';
import { ResponseStatus } from '../../src/record/response-status.js';

/** The place of an id in a call. name: its parameter, or its path in the body, such as `lines.ID`. */
export interface IdPlace {
  source: 'path' | 'query' | 'body';
  name: string;
}

export interface Branch {
  agents: readonly number[];
  /** The agents of the other branch. */
  others: readonly number[];
}

const within = (ids: readonly number[]): Sql => sql`(${join(ids)})`;

/** Contacts of the branch that are not shared with the other branch. */
const contacts = ({ agents, others }: Branch): Sql => sql`FROM contacts c WHERE c.AgentId IN ${within(agents)}
  AND c.Deleted = 0 AND c.Locked = 0 AND c.DoNotContact = 0
  AND NOT EXISTS (SELECT 1 FROM contact_shares s WHERE s.ContactId = c.ContactId AND s.AgentId IN ${within(others)})`;
const locations = ({ agents, others }: Branch): Sql => sql`SELECT l.LocationId FROM agent_locations l
  WHERE l.AgentId IN ${within(agents)}
    AND l.LocationId NOT IN (SELECT o.LocationId FROM agent_locations o WHERE o.AgentId IN ${within(others)})`;

/** The query for a location of the branch. */
export function locationOf(branch: Branch): Sql {
  return sql`SELECT x.LocationId AS Id FROM (${locations(branch)}) x ORDER BY x.LocationId LIMIT 1`;
}

/** The query for an active line of the branch. */
export function lineOf(branch: Branch): Sql {
  return sql`SELECT l.Id AS Id FROM service_lines l
    WHERE l.Active = 1 AND l.LocationId IN (${locations(branch)}) ORDER BY l.LocationId, l.Id LIMIT 1`;
}

/** The query for a contact of the branch. */
export function contactOf(branch: Branch): Sql {
  return sql`SELECT c.ContactId AS Id ${contacts(branch)} ORDER BY c.ContactId DESC LIMIT 1`;
}

/** For the names of id fields: the query for an id that belongs to the branch. */
const owned: Readonly<Record<string, (branch: Branch) => Sql>> = {
  'AgentId AgentID AgentIds MVPID AVPID RVPID WritingAgentId LockedByAgentId FromAgentId ToAgentId': ({ agents }) =>
    sql`SELECT ${agents[0]} AS Id`,
  'ContactId ContactID OtherContactId MergedContactId': contactOf,
  ActivityId: ({ agents }) => sql`SELECT a.ActivityId AS Id FROM activities a
    WHERE a.AgentId = ${agents[0]} AND a.LoggedAt IS NOT NULL ORDER BY a.LoggedAt DESC LIMIT 1`,
  AppointmentId: ({ agents }) => sql`SELECT a.AppointmentId AS Id FROM appointments a
    WHERE a.AgentId IN ${within(agents)} AND a.Status = 'Planned' ORDER BY a.AppointmentId LIMIT 1`,
  'CustomerId ContactGUID': (branch) =>
    sql`SELECT c.ContactGUID AS Id ${contacts(branch)} ORDER BY c.ContactId DESC LIMIT 1`,
  LocationId: locationOf,
  'LineId LineIds Lines.Id': lineOf,
  'Bookings.AppointmentId': (branch) => sql`SELECT p.AppointmentId AS Id FROM appointments p
    WHERE p.LineId IN (SELECT x.Id FROM (${lineOf(branch)}) x) ORDER BY p.AppointmentId DESC LIMIT 1`,
  StationId: (branch) => sql`SELECT s.StationId AS Id FROM stations s
    WHERE s.LocationId IN (${locations(branch)}) AND s.Open = 1
      AND NOT EXISTS (SELECT 1 FROM checkins c WHERE c.StationId = s.StationId AND c.Status IN (1, 2))
    ORDER BY s.LocationId, s.StationId LIMIT 1`,
  'CustomerCheckins.Id CustomerCheckInId OpenCheckInId CheckInId': (branch) => sql`SELECT v.Id AS Id FROM checkins v
    WHERE v.LocationId IN (${locations(branch)}) ORDER BY v.Status, v.Id LIMIT 1`,
  SpecialDayId: (branch) => sql`SELECT d.SpecialDayId AS Id FROM special_days d
    WHERE d.LocationId IN (${locations(branch)}) ORDER BY d.SpecialDayId LIMIT 1`,
  SurveyGuid: ({ agents }) => sql`SELECT i.SurveyGuid AS Id FROM survey_invitations i
    WHERE i.AgentId IN ${within(agents)} ORDER BY i.AnsweredAt IS NOT NULL, i.ExpiresAt DESC LIMIT 1`,
  RewardId: ({ agents }) => sql`SELECT r.RewardId AS Id FROM gift_card_rewards r
    JOIN survey_invitations i ON i.SurveyGuid = r.SurveyGuid WHERE i.AgentId IN ${within(agents)} LIMIT 1`,
  'SlotDistrictApprovalID SlotDistrictApprovals.Id': ({ agents }) => sql`SELECT a.SlotDistrictApprovalID AS Id
    FROM slot_district_approvals a WHERE a.AgentID IN ${within(agents)} LIMIT 1`,
  'lines.ID Smartsheets.ID': ({ agents }) => sql`SELECT l.ID AS Id FROM smartsheet_lines l
    WHERE l.AgentId IN ${within(agents)} AND l.TableName = 'LifeCases' ORDER BY l.ID LIMIT 1`,
  AttachmentId: ({ agents }) => sql`SELECT d.AttachmentId AS Id FROM documents d
    WHERE d.TableName = 'Agent' AND d.RecordId IN ${within(agents)} ORDER BY d.Id LIMIT 1`,
  MessageId: ({ agents }) => sql`SELECT m.MessageId AS Id FROM messages m
    JOIN contacts c ON c.ContactId = m.ContactId WHERE c.AgentId IN ${within(agents)}
    ORDER BY m.MessageId DESC LIMIT 1`,
  ImportId: ({ agents }) => sql`SELECT i.ImportId AS Id FROM imports i JOIN agents a ON a.UserId = i.UserId
    WHERE a.AgentId IN ${within(agents)} ORDER BY i.State, i.ImportId LIMIT 1`,
  CalendarId: ({ agents }) => sql`SELECT a.CalendarId AS Id FROM agents a WHERE a.AgentId IN ${within(agents)}
    AND a.CalendarId IS NOT NULL LIMIT 1`,
  LastSessionId: ({ agents }) => sql`SELECT a.LastSessionId AS Id FROM agents a WHERE a.AgentId IN ${within(agents)}
    AND a.LastSessionId IS NOT NULL LIMIT 1`,
  SessionId: ({ agents }) => sql`SELECT s.SessionId AS Id FROM sessions s JOIN agents a ON a.UserId = s.UserId
    WHERE a.AgentId IN ${within(agents)} AND s.EndedAt IS NULL LIMIT 1`,
  'UserId EmployeeId created_by_id CalledBy': ({ agents }) => sql`SELECT a.UserId AS Id FROM agents a
    WHERE a.AgentId IN ${within(agents)} AND a.UserId IS NOT NULL LIMIT 1`,
};

/**
 * Id fields that every caller may send. Their records belong to no branch, or no call reads them, or they choose a part
 * of a record that another id names.
 */
const shared = new Set([
  ...['TeamMemberID', 'gantt.id', 'source', 'target', 'TableName', 'Code', 'TransferId', 'ImageId', 'Dropbox.Id'],
  ...['LineQuestions.Id', 'PolicyDocumentDefaults.Id', 'RecordId', 'PeraContactId', 'SecuritiesSummary.Id', 'AuditId'],
  ...['RequestId', 'DocumentId', 'TransactionId', 'PolicyAssociateId', 'FactFinderCodeId'],
]);

const byName = new Map(
  Object.entries(owned).flatMap(([names, find]) => names.split(' ').map((name) => [name, find] as const)),
);

/** Whether the rows of a table belong to nobody: neither it nor a table that it refers to has a column of an owner. */
function isPlain(entity: Class, entities: readonly Class[], above: readonly Class[] = []): boolean {
  return storedFields(entity).every(({ name, options: { references, names } }) => {
    if (byName.has(name) || names) return false;
    const [record] = references?.split('.') ?? [];
    const other = entities.find((one) => tableOf(one).record === record);
    return !other || other === entity || above.includes(other) || isPlain(other, entities, [...above, entity]);
  });
}

/** The keys of the tables whose rows belong to nobody, by which every caller may name a row; `Id` says no table. */
const plainKeys = memoized((entities: readonly Class[]): ReadonlySet<string> => {
  const plain = entities.filter((entity) => tableOf(entity).audited && isPlain(entity, entities));
  return new Set(plain.map(keyNames).flatMap((keys) => (keys.length === 1 && !/^id$/i.test(keys[0]) ? keys : [])));
});

/** A table whose rows belong to a contact or an agent by a foreign key. */
interface OwnedTable {
  entity: Class;
  key: string;
  /** The foreign key of the owner. */
  column: string;
  /** The query for the id of an owner in the branch. */
  owner: (branch: Branch) => Sql;
}

/** The entities with a foreign key of a contact or an agent, if `owned` and `shared` do not list their primary key. */
export function ownedTables(entities: readonly Class[]): OwnedTable[] {
  return entities.flatMap((entity): OwnedTable[] => {
    const fields = storedFields(entity);
    const keys = fields.filter(({ options }) => options.key);
    if (keys.length !== 1 || byName.has(keys[0].name) || shared.has(keys[0].name)) return [];
    const [key] = keys.map(({ name }) => name);
    const ofContact = fields.find(({ options }) => options.references === 'Contact.ContactId')?.name;
    if (ofContact !== undefined) return [{ entity, key, column: ofContact, owner: byName.get('ContactId')! }];
    const ofAgent = fields.find(({ options }) => options.references === 'Agent.AgentId')?.name;
    return ofAgent === undefined ? [] : [{ entity, key, column: ofAgent, owner: byName.get('AgentId')! }];
  });
}

/** The names under which `owned` and `shared` may list the place: with its parent, with its resource, or alone. */
function namesOf({ name }: IdPlace, { paths }: Operation): string[] {
  const [last, before] = name.split('.').reverse();
  const segment = /^\/v1\/(?:webix\/)?(\w+)/.exec(paths[0])![1];
  return [...(before ? [`${before}.${last}`] : []), `${segment}.${last}`, last];
}

/** The query for an id of a branch, 'shared' if every caller may send any id, or undefined for an unknown place. */
export function ownerOf(
  place: IdPlace,
  operation: Operation,
  entities: readonly Class[],
): ((branch: Branch) => Sql) | 'shared' | undefined {
  const names = namesOf(place, operation);
  if (names.some((name) => shared.has(name))) return 'shared';
  if (plainKeys(entities).has(names[names.length - 1]) && !names.some((name) => byName.has(name))) return 'shared';
  const listed = names.map((name) => byName.get(name)).find(Boolean);
  const declared = listed ? undefined : ownedTables(entities).find(({ key }) => names.includes(key));
  if (!declared) return listed;
  const { entity, key, column, owner } = declared;
  return (branch) => sql`SELECT ${quoted(key, 't')} AS Id FROM ${raw(tableOf(entity).name)} t
    WHERE ${quoted(column, 't')} IN (SELECT o.Id FROM (${owner(branch)}) o) LIMIT 1`;
}

const idName = /(^id|Id|ID|Ids|Guid|GUID|_id)$/;

/** Every place where a call of the operation can name a record. */
export function idPlacesOf(operation: Operation): IdPlace[] {
  const { declaration, paths, list, hasStatus } = operation;
  const { verb, request, query, filters = [] } = declaration;
  const inPath = [...new Set(paths.flatMap((path) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))];
  const listed = verb === 'GET' && list && hasStatus ? filteredFields(list.record).map(({ name }) => name) : [];
  const queryNames = [...filters, ...(query ? fieldsOf(query).map(({ name }) => name) : []), ...listed];
  const ids = (names: readonly string[]): string[] => [...new Set(names)].filter((name) => idName.test(name));
  return [
    ...ids(inPath).map((name): IdPlace => ({ source: 'path', name })),
    ...ids(queryNames.filter((name) => !inPath.includes(name))).map((name): IdPlace => ({ source: 'query', name })),
    ...(request && verb !== 'GET' ? idFields(request, '') : [])
      .filter((name) => !inPath.includes(name))
      .map((name): IdPlace => ({ source: 'body', name })),
  ];
}

function idFields(record: Class, before: string, depth = 2): string[] {
  return fieldsOf(record).flatMap(({ name, type, options }) => {
    const under = (type.record ?? type.item?.record)?.();
    if (under) return under === ResponseStatus || depth === 0 ? [] : idFields(under, `${before}${name}.`, depth - 1);
    return options.key || options.references || idName.test(name) ? [before + name] : [];
  });
}
