// The lists that the description of the service has, and the calls for them.
import { service } from './service.js';
import { usualColumns } from './data-names.js';
import { titleOf } from './data-values.js';

const json = 'application/json';
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const listOptions = ['skip', 'take', 'orderBy', 'orderByDesc', 'fields', 'include', 'filters', 'format'];

/** The subjects of the lists, with the tags that belong to each. A list of another tag is in `More`. */
const subjects = {
  Contacts: [
    'Contacts and activities',
    'Activity tracker',
    'Merging contacts',
    'Appointments',
    'Documents',
    'Messages',
    'Imports for people',
  ],
  'Front desk': ['Customer check-ins', 'Bookings', 'Front desk', 'Reception', 'Line questions', 'Files'],
  Agents: [
    ...['Agents and branches', 'Agents to choose from', 'Securities summary'],
    ...['Smartsheet lines and transfers', 'My slot district requests', 'Slot district approvals'],
  ],
  Surveys: ['Surveys and rewards', 'Gift card survey: the answers', 'Gift card survey: answering'],
  Projects: ['Projects', 'Project team members'],
  Reports: ["Reports, and a person's data"],
  Catalogues: [...['Event types', 'Event types and policy documents: changes', 'Policy document defaults'], 'Look-ups'],
  Administration: [
    ...['Users, roles and the audit', 'Roles and permissions', 'Webhooks'],
    ...['Import and export of record sets', 'Signing in'],
  ],
  More: [],
};
const subjectOf = (tag) => Object.keys(subjects).find((subject) => subjects[subject].includes(tag)) ?? 'More';

const text = [
  { suffix: 'Contains', text: 'contains' },
  { suffix: 'StartsWith', text: 'starts with' },
];
const is = { suffix: '', text: 'is' };
const oneOf = { suffix: 'In', text: 'is one of (a,b)' };
const unset = { suffix: 'IsNull', text: 'is unset' };
const from = { suffix: 'GreaterThanOrEqualTo', text: 'is at least' };
const until = { suffix: 'LessThanOrEqualTo', text: 'is at most' };
const between = { suffix: 'Between', text: 'is between (a,b)' };
const dates = [
  { ...from, text: 'is on or after' },
  { ...until, text: 'is on or before' },
  { suffix: 'Between', text: 'is on', ofDay: true },
];

/** The conditions of a filter on a field, by its type. Each has the suffix of the field's name in the query. */
const conditions = {
  string: [...text, is, oneOf, unset],
  guid: [is, unset],
  boolean: [is],
  choice: [is, unset],
  day: [...dates, unset],
  moment: [...dates, unset],
  integer: [is, from, until, between, oneOf, unset],
  number: [from, until, is, between, unset],
};

const guid = '^[0-9a-f]{32}$';

/** The schemas of records that the audit names otherwise than the description of the service. */
const schemasOf = {
  Checkin: 'CustomerCheckinObject',
  GiftCardReward: 'SurveyReward',
  Message: 'ListedMessage',
  Import: 'ListedImport',
};

/**
 * Returns guid, day or moment for a string in such a form, choice for an enumeration, otherwise the type in the schema:
 * integer, number, boolean, string, array or object.
 */
function typeOf({ type = 'string', pattern, ...schema }) {
  if (schema.enum) return 'choice';
  if (schema['x-calendar-day']) return 'day';
  if (pattern === guid) return 'guid';
  if (pattern?.startsWith('^\\d{4}-')) return 'moment';
  return [type].flat().find((name) => name !== 'null');
}

/**
 * The field of a schema: its name, its type, its title, and the word of each value if it is an enumeration. The field
 * Changes of the audit is a text, and has its own type here.
 */
function fieldOf(field, schema) {
  const names = schema['x-enum-varnames'] ?? schema.enum;
  const words = schema.enum && new Map(schema.enum.map((value, at) => [String(value), titleOf(String(names[at]))]));
  const type = field === 'Changes' && schema.type === 'string' ? 'changes' : typeOf(schema);
  return { field, type, title: schema.title ?? titleOf(field), ...(words && { words }) };
}

/** Whether a column says whose row it is. Such columns come first, so that a phone shows them. */
const isName = ({ field }) => ['Ticket', 'Name', 'CustomerName', 'ContactName', 'AgentName'].includes(field);

/** The fields of a list in the order of its columns: as its record states it, otherwise names first. */
function inOrder(fields, usual, groups = {}) {
  if (!usual) return [...fields.filter(isName), ...fields.filter((field) => !isName(field))];
  const order = [...new Set([...usual, ...Object.values(groups).flat()])];
  const rank = ({ field }) => (order.includes(field) ? order.indexOf(field) : order.length);
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether a list can be filtered by a field: a simple one that is not stored encrypted. */
const isFiltered = (schema) =>
  !schema['x-sealed'] && schema.type !== undefined && !['array', 'object'].includes(typeOf(schema));

/** Returns the noun of a summary, for example Contacts for `List or search contacts`. */
function nounOf(summary) {
  const noun = summary.replace(/^(List|Sum up|Read|Find|Export) (or search )?(the |an? )?/, '').replace(/, .*/, '');
  return noun[0].toUpperCase() + noun.slice(1);
}

/**
 * The documented lists that the caller may read: `lists` by subject, main ones first; `ofRecords`, the lists and
 * histories of one record; `may`, which says whether the caller may call an operation; `known`, the fields of all
 * these lists; and `fieldOfRecord`, which returns a field of a record that the audit names.
 */
export function listsFor(document, operations) {
  const resolved = (node) => {
    if (!node.$ref) return node;
    const [kind, name] = node.$ref.split('/').slice(2);
    return document.components[kind][name];
  };
  /**
   * The fields that the operation changes which has this path; undefined if there is none. The description of a field
   * that it takes, but never changes, says so.
   */
  const writtenAt = (path) => {
    const { put, post } = document.paths[path] ?? {};
    const schema = resolved((put ?? post)?.requestBody ?? {}).content?.[json]?.schema;
    if (!schema) return undefined;
    const all = Object.entries(resolved(schema).properties ?? {});
    const properties = all.filter(([, { description }]) => !description?.includes('Read-only'));
    const inner = properties.flatMap(([, { items }]) => Object.keys((items && resolved(items).properties) ?? {}));
    return new Set([...properties.map(([field]) => field), ...inner]);
  };
  const allowed = new Set(operations);
  const may = (name) => allowed.has(name);
  const all = Object.entries(document.paths).flatMap(([path, { get }]) => {
    if (!get || !may(get.operationId)) return [];
    const parameters = get.parameters.map(resolved);
    if (!parameters.some(({ name }) => name === 'filters')) return [];
    // This operation reads one record, not a list.
    if (get.operationId.startsWith('read') && 304 in get.responses) return [];
    const needed = parameters.filter((parameter) => parameter.in === 'path' || parameter.required);
    const own = parameters.filter((parameter) => !needed.includes(parameter) && !listOptions.includes(parameter.name));
    const { content } = resolved(get.responses[200]);
    const properties = Object.entries(resolved(content[json].schema).properties);
    const [name, { items }] = properties.find(([, { items }]) => items && resolved(items).properties);
    const { properties: record, 'x-columns': usual, 'x-groups': groups } = resolved(items);
    const fields = Object.entries(record).map(([field, schema]) => fieldOf(field, schema));
    const names = own.map(({ name: ownName }) => ownName);
    const ofFields = Object.entries(record)
      .filter(([field, schema]) => !names.includes(field) && isFiltered(schema))
      .map(([field, schema]) => ({ name: field, schema }));
    return [
      {
        id: get.operationId,
        path,
        name,
        noun: nounOf(get.summary),
        subject: subjectOf(get.tags[0]),
        about: get.description.split('\n\n**')[0].replaceAll(/[*`]/g, ''),
        parameters: needed.map(({ name: field, schema, in: place }) => ({ ...fieldOf(field, schema), place })),
        fields,
        usual: usual ?? usualColumns(fields),
        ordered: inOrder(fields, usual, groups),
        groups: groups ?? { [nounOf(get.summary)]: fields.map(({ field }) => field) },
        filters: [...own, ...ofFields]
          .filter(({ name: field }) => field !== 'Search')
          .map(({ name: field, schema }) => ({
            ...fieldOf(field, schema),
            conditions: field in record ? conditions[typeOf(schema)] : [is],
          })),
        isSearchable: names.includes('Search'),
        formats: ['csv', ...(workbook in content ? ['xlsx'] : [])],
        undo: document.paths[`${path}/{AuditId}/Revert`]?.post.operationId,
        written: writtenAt(path.replace(/\/History$/, '')),
      },
    ];
  });
  const isOfRecord = ({ id, path }) =>
    id.startsWith('read') || all.some((other) => path.startsWith(`${other.path}/{${other.fields[0].field}}/`));
  // A user who may not read contacts sees names of visitors only in the queue and the visits of a location.
  const isNameless = ({ id }) => id === 'listCheckins' && !may('listContacts');
  const lists = all.filter((list) => !isOfRecord(list) && !isNameless(list));
  const order = Object.keys(subjects);
  // Main lists have short paths, such as /v1/Contacts.
  const rank = ({ subject, path }) => 10 * order.indexOf(subject) + path.split('/').length;
  lists.sort((a, b) => rank(a) - rank(b));
  const known = new Map(all.flatMap(({ fields }) => fields.map((entry) => [entry.field, entry])));
  const fieldOfRecord = (record, field) => {
    const schema = document.components.schemas[schemasOf[record] ?? record]?.properties?.[field];
    if (schema) return fieldOf(field, schema);
    // The same field of another record may have other words.
    const { words: _, ...other } = known.get(field) ?? { field, title: titleOf(field) };
    return other;
  };
  return { lists, ofRecords: all.filter(({ parameters }) => parameters.length === 1), may, known, fieldOfRecord };
}

/**
 * The lists and the history of one record of a list. Their only parameter is the key of the record. Several kinds of
 * records have a key with the name Id, so that their paths must begin with the path of the list.
 */
export function belongingTo({ id, path, fields }, ofRecords) {
  const [{ field: key }] = fields;
  return ofRecords.filter((other) => {
    const [base, rest] = other.path.split(`/{${key}}`);
    return other.id !== id && rest !== undefined && (key !== 'Id' || `${path}/`.startsWith(`${base}/`));
  });
}

/**
 * The query string of a call. Without `fields` it asks for all fields. `page` has skip, take and include; without it
 * the call asks for the whole list.
 */
export function queryOf({ fields, search, filters, order, direction }, { page, format } = {}) {
  const query = new URLSearchParams();
  if (search) query.set('Search', search);
  for (const { name, value } of filters) query.append(name, value);
  if (fields) query.set('fields', fields.join(','));
  if (order) query.set(direction, order);
  for (const [name, value] of Object.entries(page ?? {})) query.set(name, value);
  if (format) query.set('format', format);
  return String(query).replaceAll('%2C', ',');
}

/** The URL of a call. */
export function addressOf({ path, parameters }, asked, options) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(asked.values[name] ?? ''));
  const inQuery = parameters.filter(({ place }) => place === 'query');
  const needed = inQuery.map(({ field }) => ({ name: field, value: asked.values[field] ?? '' }));
  const query = queryOf({ ...asked, filters: [...needed, ...asked.filters] }, options);
  return `${service}${filled}${query && `?${query}`}`;
}
