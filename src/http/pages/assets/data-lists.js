const json = 'application/json';
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const systemRoles = ['Worker', 'Agent', 'Administrator'];
const listOptions = ['skip', 'take', 'orderBy', 'orderByDesc', 'fields', 'include', 'format'];

/** How a field can be asked for: what follows its name in the query, and what that means. */
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

const typeOf = ({ type = 'string' }) => [type].flat().find((name) => name !== 'null');

/** The lists that the document tells of and a user of these roles may read. */
export function listsFor(document, roles) {
  const resolved = (schema) => (schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema);
  // What a role of one's own may read, the service alone knows.
  const isOwn = roles.some((role) => !systemRoles.includes(role));
  const may = (callers) => isOwn || callers === 'authenticated' || roles.some((role) => callers.includes(role));
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    if (!get?.parameters.some(({ name }) => name === 'take') || !may(get['x-callers'])) return [];
    if (get.operationId.startsWith('read') && 304 in get.responses) return [];
    const { content } = get.responses[200];
    const properties = Object.entries(resolved(content[json].schema).properties);
    const [name, { items }] = properties.find(([, { items }]) => items && resolved(items).properties);
    const record = resolved(items).properties;
    const filters = get.parameters.filter((parameter) => parameter.in === 'query');
    return [
      {
        path,
        name,
        title: get.summary,
        group: get.tags[0],
        about: get.description.split('\n\n**')[0].replaceAll(/[*`]/g, ''),
        placeholders: get.parameters.filter((parameter) => parameter.in === 'path'),
        fields: Object.entries(record).map(([field, schema]) => ({ field, type: typeOf(schema) })),
        filters: filters
          .filter((parameter) => !listOptions.includes(parameter.name))
          .map(({ name: field, schema }) => ({
            field,
            conditions: conditions.filter(
              ({ suffix, ofText }) => suffix === '' || (field in record && (!ofText || typeOf(schema) === 'string')),
            ),
          })),
        formats: ['csv', ...(workbook in content ? ['xlsx'] : [])],
      },
    ];
  });
}

/**
 * The address of what is asked for. page: of the table; without it the whole list. fields: undefined for all.
 */
export function addressOf({ path }, { values, fields, filters, order, direction }, { page, format } = {}) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams();
  for (const { name, value } of filters) query.append(name, value);
  if (fields) query.set('fields', fields.join(','));
  if (order) query.set(direction, order);
  for (const [name, value] of Object.entries(page ?? {})) query.set(name, value);
  if (format) query.set('format', format);
  const readable = String(query).replaceAll('%2C', ',');
  return `${location.origin}${filled}${readable && `?${readable}`}`;
}
