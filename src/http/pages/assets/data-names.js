import { asText } from './data-table.js';

/** Columns at first, beside the key. */
const longest = 10;

/**
 * The list that has the names of the records to which a field refers, by the field's name. also: a further list for the
 * names that the first one lacks.
 */
const sources = {
  LocationId: { path: '/v1/Locations', list: 'Locations', key: 'LocationId', name: 'Name' },
  LineId: { path: '/v1/Lines', list: 'Lines', key: 'Id', name: 'Name' },
  StationId: { path: '/v1/Stations', list: 'Stations', key: 'StationId', name: 'Name' },
  CustomerId: { path: '/v1/Contacts', list: 'Contacts', key: 'ContactGUID', name: 'Name' },
  EmployeeId: { path: '/v1/Agents', list: 'Agents', key: 'UserId', name: 'AgentName' },
  // The dropdown has all active agents, the other list those in scope, inactive ones too.
  AgentId: { path: '/v1/Agent/Dropdown', also: '/v1/Agents', list: 'Agents', key: 'AgentId', name: 'AgentName' },
  ContactId: { path: '/v1/Contacts', list: 'Contacts', key: 'ContactId', name: 'Name' },
  EventTypeId: { path: '/v1/EventType', list: 'EventType', key: 'EventTypeId', name: 'EventTypeName' },
};

/**
 * The names of the records to which the shown fields of the rows refer: name by key, by field. A field is left out
 * where the row has a name of its own, where the field is the row's key, and where the user may not read the other
 * list.
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
        const answer = await get(`${from}?${query}`).catch(() => undefined);
        for (const row of answer?.[list] ?? []) names.set(String(row[keyField]), row[name]);
      }
      return names.size > 0 && [field, names];
    }),
  );
  return Object.fromEntries(found.filter(Boolean));
}

/**
 * The columns of a list that are selected at first. Of a wide record: names and other text, references whose names are
 * known, times and figures, in this order, if they have a value in these rows.
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
