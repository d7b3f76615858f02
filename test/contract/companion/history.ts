import type { Group, Verb } from '../group.js';
import type { Fields } from '../records.js';

export const records: Readonly<Record<string, Fields>> = {
  HistoryEntry: {
    At: 'datetime',
    UserName: 'string',
    Name: 'string',
    Operation: 'string',
    RequestId: 'string',
    AuditId: 'int64',
    Changes: 'list<FieldChange>',
  },
  FieldChange: { Field: 'string', From: 'string?', To: 'string?' },
};

/** The paths of one record that have no operation `History`. */
const withoutHistory = new Set([
  '/v1/LineQuestions/Line/{LineId}',
  '/v1/LineQuestions/Line/Questionnaire/{CustomerCheckInId}/{RO}',
  '/v1/MessageTemplates/{Kind}',
  '/v1/Imports/{ImportId}',
  // A booking is an appointment, which has the history.
  '/v1/Bookings/{AppointmentId}',
  '/v1/Sets/{Set}',
]);
/** The paths of records whose changes cannot be reverted. */
const withoutRevert = new Set(['/v1/PolicyDocuments/RecordTypes/{RecordType}']);

/** The operations `History` and `Revert` of each path in `groups` that reads and writes one record. */
export function historyGroups(groups: Readonly<Record<string, Group>>): Record<string, Group> {
  const all = Object.values(groups);
  const paths = new Set(all.flatMap(({ routes }) => Object.keys(routes)).filter((path) => path.endsWith('}')));
  const groupWith = (path: string, verbs: readonly Verb[]): Group | undefined =>
    all.find(({ routes }) => path in routes && verbs.some((verb) => routes[path].includes(verb)));
  return Object.fromEntries(
    [...paths].flatMap((path): [string, Group][] => {
      const read = groupWith(path, ['GET']);
      if (!read || !groupWith(path, ['PUT', 'POST', 'DELETE']) || withoutHistory.has(path)) return [];
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const keys: Fields = Object.fromEntries(names.map((name) => [name, read.request[name]]));
      const history: Group = {
        title: 'History',
        routes: { [`${path}/History`]: ['GET'] },
        access: read.access,
        request: keys,
        response: { ResponseStatus: 'ResponseStatus', History: 'list<HistoryEntry>' },
        list: 'History',
      };
      const changed = groupWith(path, ['PUT', 'POST']);
      if (!changed || withoutRevert.has(path)) return [[`C13 ${path}`, history]];
      const { response, list, bare, request } = changed;
      const revert: Group = {
        title: 'History',
        routes: { [`${path}/History/{AuditId}/Revert`]: ['POST'] },
        access: changed.writers ?? changed.access,
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
