// The names of the records to which fields refer, which the page shows instead of their ids.
import { isUnset } from './data-values.js';

/** Number of columns that are selected at first. */
const longest = 10;

const agents = { path: '/v1/Agent/Dropdown', also: '/v1/Agents', list: 'Agents', key: 'AgentId', name: 'AgentName' };
const contacts = { path: '/v1/Contacts', list: 'Contacts', name: 'Name', isLong: true };

/**
 * For each field that refers to a record, the list that has the names of these records. `also` is another list for
 * names that the first list lacks. `isLong` marks a list that people search instead of choosing from it.
 */
const sources = {
  LocationId: { path: '/v1/Locations', list: 'Locations', key: 'LocationId', name: 'Name' },
  LineId: { path: '/v1/Lines', list: 'Lines', key: 'Id', name: 'Name' },
  StationId: { path: '/v1/Stations', list: 'Stations', key: 'StationId', name: 'Name' },
  CustomerId: { ...contacts, key: 'ContactGUID' },
  ContactId: { ...contacts, key: 'ContactId' },
  EmployeeId: { path: '/v1/Agents', list: 'Agents', key: 'UserId', name: 'AgentName' },
  // /v1/Agent/Dropdown has all active agents. /v1/Agents has the agents in the user's scope, inactive ones too.
  AgentId: agents,
  AgentID: agents,
  ...Object.fromEntries(
    ['LockedByAgentId', 'Upline1', 'Upline2', 'Upline3', 'Upline4', 'MVPID', 'AVPID', 'RVPID'].map((field) => [
      field,
      agents,
    ]),
  ),
  EventTypeId: { path: '/v1/EventType', list: 'EventType', key: 'EventTypeId', name: 'EventTypeName' },
  SurveyId: { path: '/v1/Surveys', list: 'Surveys', key: 'SurveyId', name: 'Title' },
  ProjectID: { path: '/v1/Projects', list: 'Projects', key: 'ProjectID', name: 'ProjectName' },
  UserId: { path: '/v1/Users', list: 'Users', key: 'UserId', name: 'UserName' },
  WebhookId: { path: '/v1/Webhooks', list: 'Webhooks', key: 'WebhookId', name: 'Url' },
  Roles: { path: '/v1/Roles', list: 'Roles', key: 'Code', name: 'Name' },
  StateID: { path: '/v1/States', list: 'States', key: 'StateID', name: 'StateName' },
  RecordType: { path: '/v1/PolicyDocuments/RecordTypes', list: 'RecordTypes', key: 'RecordType', name: 'RecordType' },
};

/** Whether a record has the name of the record to which its field refers, or the field is a name itself. */
const isNamed = (field, fields) =>
  field !== 'Roles' &&
  fields.some(
    (entry) => entry.field === field.replace(/I[dD]s?$/, 'Name') || entry.field === field.replace(/I[dD]s?$/, ''),
  );

/**
 * The names of records, from the lists that the caller may read. `paths` has the paths of these lists; `read` asks for
 * a path and returns the parsed body.
 */
export function namesFrom(paths, read) {
  const rowsOf = async ({ list }, path, query) => (await read(`${path}?${new URLSearchParams(query)}`))[list];
  /** The list of the names of a field; undefined if there is none that the caller may read. LineIds has many LineId. */
  const sourceOf = (field) => {
    const source = sources[field] ?? sources[field.replace(/(I[dD])s$/, '$1')];
    return paths.has(source?.path) ? source : undefined;
  };
  /** The names of the records with these keys. */
  const named = async (field, keys) => {
    const { path, also, ...source } = sourceOf(field);
    const names = new Map();
    for (const from of [path, also]) {
      const missing = keys.filter((value) => !names.has(String(value)));
      if (!paths.has(from) || missing.length === 0) continue;
      const query = { [`${source.key}In`]: missing.join(','), fields: `${source.key},${source.name}` };
      for (const row of await rowsOf(source, from, query).catch(() => []))
        names.set(String(row[source.key]), row[source.name]);
    }
    return names;
  };
  return {
    sourceOf,
    named,
    /** The keys and names of the records whose name has this text; of all of them if the text is empty. */
    async find(field, text, take = 1000) {
      const source = sourceOf(field);
      const { key, name } = source;
      const query = {
        ...(text && { [`${name}Contains`]: text }),
        fields: [...new Set([key, name])],
        orderBy: name,
        take,
      };
      const rows = await rowsOf(source, source.path, query);
      return rows.map((row) => [String(row[key]), String(row[name])]);
    },
    /** The fields of a list whose names the page shows: neither the key, nor fields whose names the rows have. */
    references: (fields) => fields.slice(1).filter(({ field }) => sourceOf(field) && !isNamed(field, fields)),
    ofRows,
    /** ofRows for all fields that have a list of names. */
    ofFields: (fields, rows) =>
      ofRows(
        fields.filter(({ field }) => sourceOf(field)),
        rows,
      ),
  };

  /** The names of the records to which the rows refer: for each of these fields, a Map with the names by key. */
  async function ofRows(references, rows) {
    const found = references.map(async ({ field }) => {
      const values = rows.flatMap((row) => row[field]);
      const keys = [...new Set(values.filter((value) => !isUnset(value) && value !== '0'))];
      return [field, await named(field, keys)];
    });
    return Object.fromEntries((await Promise.all(found)).filter(([, { size }]) => size > 0));
  }
}

/**
 * The usual columns of a list whose record states none: at most ten fields, without ids that have a name beside them.
 * Names and other text come first, then dates, then numbers.
 */
export function usualColumns(fields) {
  const [key] = fields;
  const hasName = fields.some(({ field }) => field === 'Name');
  const kindOf = ({ field, type }) => {
    if (field in sources && field !== key.field) return isNamed(field, fields) ? undefined : 1;
    if (hasName && /^(First|Last)Name$/.test(field)) return undefined;
    if (type === 'string' || type === 'choice') return /^(Name|Ticket)$/.test(field) ? 0 : 1;
    if (['guid', 'array', 'object'].includes(type) || /I[dD]$/.test(field)) return undefined;
    return ['day', 'moment'].includes(type) ? 2 : 3;
  };
  const offered = fields.filter((entry) => kindOf(entry) !== undefined);
  const first = offered.toSorted((a, b) => kindOf(a) - kindOf(b)).slice(0, longest);
  return first.length > 0 ? first.map(({ field }) => field) : [key.field];
}
