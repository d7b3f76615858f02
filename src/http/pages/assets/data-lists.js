const json = 'application/json';
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const systemRoles = ['Worker', 'Agent', 'Administrator'];
const listOptions = ['skip', 'take', 'orderBy', 'orderByDesc', 'fields', 'include', 'filters', 'format'];

/** The conditions of a filter. Each has the suffix of the field's name in the query, and its text on the page. */
const conditions = [
  { suffix: '', text: 'is' },
  { suffix: 'In', text: 'is one of (a,b)' },
  { suffix: 'Contains', text: 'contains', ofText: true },
  { suffix: 'StartsWith', text: 'starts with', ofText: true },
  { suffix: 'GreaterThanOrEqualTo', text: 'is at least' },
  { suffix: 'LessThanOrEqualTo', text: 'is at most' },
  { suffix: 'Between', text: 'is between (a,b)' },
  { suffix: 'IsNull', text: 'is unset (true or false)' },
];

const guid = '^[0-9a-f]{32}$';

/**
 * Returns guid, day or moment for a string in such a form, otherwise the type in the schema: integer, number, boolean,
 * string, array or object.
 */
function typeOf({ type = 'string', pattern, ...schema }) {
  if (schema['x-calendar-day']) return 'day';
  if (pattern === guid) return 'guid';
  if (pattern?.startsWith('^\\d{4}-')) return 'moment';
  return [type].flat().find((name) => name !== 'null');
}

/** Whether a list can be filtered by a field: a simple one that is not stored encrypted. */
const isFiltered = (schema) =>
  !schema['x-sealed'] && schema.type !== undefined && !['array', 'object'].includes(typeOf(schema));

/** Returns the noun of a summary, for example Contacts for `List or search contacts`. */
function nounOf(summary) {
  const noun = summary.replace(/^(List|Report on|Sum up|Read) (or search )?/, '').replace(/, .*/, '');
  return noun[0].toUpperCase() + noun.slice(1);
}

const hasCustomRole = (roles) => roles.some((role) => !systemRoles.includes(role));

/**
 * The lists that the service lets the user read. If a user has a custom role, it requests one row of each list, because
 * only the service knows the permissions of the role. `status` requests a path and returns the HTTP status.
 */
export async function readable(lists, roles, status) {
  if (!hasCustomRole(roles)) return lists;
  const refused = await Promise.all(
    lists.map(async ({ path, placeholders }) => placeholders.length === 0 && (await status(`${path}?take=1`)) === 403),
  );
  return lists.filter((_, index) => !refused[index]);
}

/**
 * The documented lists that a user of these roles may read. For a user with a custom role, these are all lists that a
 * custom role can grant.
 */
export function listsFor(document, roles) {
  const resolved = (node) => {
    if (!node.$ref) return node;
    const [kind, name] = node.$ref.split('/').slice(2);
    return document.components[kind][name];
  };
  const may = (get) =>
    get['x-callers'] === 'authenticated' ||
    roles.some((role) => get['x-callers'].includes(role)) ||
    (hasCustomRole(roles) && get['x-delegable']);
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    if (!get || !may(get)) return [];
    const parameters = get.parameters.map(resolved);
    const own = parameters.filter((parameter) => parameter.in === 'query' && !listOptions.includes(parameter.name));
    if (!parameters.some(({ name }) => name === 'filters')) return [];
    if (get.operationId.startsWith('read') && 304 in get.responses) return [];
    const { content } = resolved(get.responses[200]);
    const properties = Object.entries(resolved(content[json].schema).properties);
    const [name, { items }] = properties.find(([, { items }]) => items && resolved(items).properties);
    const record = resolved(items).properties;
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
        group: get.tags[0],
        about: get.description.split('\n\n**')[0].replaceAll(/[*`]/g, ''),
        placeholders: parameters.filter((parameter) => parameter.in === 'path'),
        fields: Object.entries(record).map(([field, schema]) => ({ field, type: typeOf(schema) })),
        filters: [...own, ...ofFields].map(({ name: field, schema }) => ({
          field,
          conditions: conditions.filter(
            ({ suffix, ofText }) => suffix === '' || (field in record && (!ofText || typeOf(schema) === 'string')),
          ),
        })),
        isSearchable: names.includes('Search'),
        formats: ['csv', ...(workbook in content ? ['xlsx'] : [])],
      },
    ];
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
export function addressOf({ path }, asked, options) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(asked.values[name] ?? ''));
  const query = queryOf(asked, options);
  return `${location.origin}${filled}${query && `?${query}`}`;
}
