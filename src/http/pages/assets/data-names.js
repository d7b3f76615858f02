import { asText } from './data-table.js';

/** Number of columns that are selected at first, not counting the key. */
const longest = 10;

/**
 * For each field that refers to a record, the list that has the names of these records. `also` is another list for
 * names that the first list lacks.
 */
const sources = {
  LocationId: { path: '/v1/Locations', list: 'Locations', key: 'LocationId', name: 'Name' },
  LineId: { path: '/v1/Lines', list: 'Lines', key: 'Id', name: 'Name' },
  StationId: { path: '/v1/Stations', list: 'Stations', key: 'StationId', name: 'Name' },
  CustomerId: { path: '/v1/Contacts', list: 'Contacts', key: 'ContactGUID', name: 'Name' },
  EmployeeId: { path: '/v1/Agents', list: 'Agents', key: 'UserId', name: 'AgentName' },
  // /v1/Agent/Dropdown has all active agents. /v1/Agents has the agents in the user's scope, inactive ones too.
  AgentId: { path: '/v1/Agent/Dropdown', also: '/v1/Agents', list: 'Agents', key: 'AgentId', name: 'AgentName' },
  ContactId: { path: '/v1/Contacts', list: 'Contacts', key: 'ContactId', name: 'Name' },
  EventTypeId: { path: '/v1/EventType', list: 'EventType', key: 'EventTypeId', name: 'EventTypeName' },
};

/**
 * Returns the names of the records to which the rows refer: for each shown field, an object with the names by key.
 * Omits a field if the row itself has the name, if the field is the row's key, and if the user may not read the list of
 * the names.
 */
export async function namesFor(fields, shown, rows, get) {
  const [key] = fields;
  const wanted = Object.entries(sources).filter(
    ([field]) => shown.includes(field) && field !== key && !fields.includes(field.replace(/Id$/, 'Name')),
  );
  const found = await Promise.all(
    wanted.map(async ([field, { path, also, list, key: keyField, name }]) => {
      const names = new Map();
      const keys = [...new Set(rows.map((row) => row[field]).filter((value) => value && !/^0*$/.test(value)))];
      for (const from of [path, also]) {
        const missing = keys.filter((value) => !names.has(String(value)));
        if (from === undefined || missing.length === 0) break;
        const query = new URLSearchParams({ [`${keyField}In`]: missing.join(','), fields: `${keyField},${name}` });
        const found = await get(`${from}?${query}`).catch(() => undefined);
        for (const row of found?.[list] ?? []) names.set(String(row[keyField]), row[name]);
      }
      return names.size > 0 && [field, names];
    }),
  );
  return Object.fromEntries(found.filter(Boolean));
}

/**
 * The columns of a list that are selected at first: the key and at most ten others that have a value in these rows.
 * Names and other text come first, then dates, then numbers.
 */
export function usualColumns(fields, rows) {
  const [key] = fields;
  const kindOf = ({ field, type }) => {
    if (field in sources) return 1;
    if (isNamed && /^(First|Last)Name$/.test(field)) return undefined;
    if (type === 'string') return field === 'Name' ? 0 : 1;
    if (['guid', 'boolean', 'array', 'object'].includes(type) || /I[dD]$/.test(field)) return undefined;
    return ['day', 'moment'].includes(type) ? 2 : 3;
  };
  const isNamed = fields.some(({ field }) => field === 'Name');
  const isUsed = ({ field, type }) => rows.some((row) => asText(row[field], type));
  const used = fields.filter((entry) => entry !== key && kindOf(entry) !== undefined && isUsed(entry));
  const first = used.toSorted((a, b) => kindOf(a) - kindOf(b)).slice(0, longest);
  const names = first.map(({ field }) => field);
  return key.type === 'guid' && names.length > 0 ? names : [key.field, ...names];
}
