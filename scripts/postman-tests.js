'use strict';

/** The lines of a request's test script, which checks the response and saves values for later requests. */
function tests({ operation, schemas, step, path, body }) {
  const { statuses = [200], save = [] } = step;
  const found = answerOf(operation, schemas);
  return [
    `pm.test('the status is ${statuses.join(' or ')}', () =>`,
    `  pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]));`,
    ...(found?.status ? envelope : []),
    ...(found
      ? ['if (pm.response.code === 200) {', ...aboutRecords(found, { step, path, body }), ...kept(save), '}']
      : 'text/csv' in operation.responses[200].content
        ? ["pm.test('the file has a header', () => pm.expect(pm.response.text()).to.match(/^[\\w,]+\\r\\n/));"]
        : ["pm.test('the file is an attachment', () =>", "  pm.response.to.have.header('Content-Disposition'));"]),
  ];
}

const envelope = [
  "pm.test('the response has a ResponseStatus', () => {",
  '  const { ErrorCode, Message } = pm.response.json().ResponseStatus;',
  '  if (pm.response.code === 200) pm.expect(ErrorCode).to.equal(null);',
  "  else pm.expect([typeof ErrorCode, typeof Message]).to.eql(['string', 'string']);",
  '});',
];

/** records: a JavaScript expression for the records in `answer`. record: their schema. undefined if it is a file. */
function answerOf({ responses }, schemas) {
  const resolved = (schema) => (schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema);
  const json = responses[200].content['application/json'];
  if (!json) return undefined;
  const schema = resolved(json.schema);
  if (schema.type === 'array') return { records: 'answer', record: resolved(schema.items), list: true };
  const status = 'ResponseStatus' in schema.properties;
  const list = Object.entries(schema.properties).find(([, { items }]) => items?.$ref);
  return status && list
    ? { records: `answer.${list[0]}`, record: resolved(list[1].items), list: true, status }
    : { records: '[answer]', record: schema, status };
}

function aboutRecords({ records, record, list }, { step, path, body }) {
  const fields = Object.keys(record.properties);
  const named = step.elsewhere
    ? []
    : path
        .filter((part) => part.startsWith(':') && isPlain(record.properties[part.slice(1)]))
        .map((part) => part.slice(1));
  const { place, names } = sentOf(body, record);
  return [
    '  const answer = pm.response.json();',
    `  const records = ${records};`,
    `  pm.test('${list ? 'every record has' : 'the record has'} all fields', () => {`,
    ...(step.mayBeEmpty ? [] : ['    pm.expect(records).to.not.be.empty;']),
    `    for (const record of records) pm.expect(Object.keys(record)).to.have.members(${JSON.stringify(fields)});`,
    '  });',
    ...named.flatMap((name) => [
      `  pm.test('${name} matches the path', () => {`,
      `    const asked = pm.request.url.getPath().split('/')[${path.indexOf(`:${name}`) + 1}];`,
      `    for (const { ${name} } of records) pm.expect(String(${name})).to.equal(asked);`,
      '  });',
    ]),
    ...(step.elsewhere || names.length === 0
      ? []
      : [
          "  pm.test('the record has the sent values', () => {",
          `    const sent = JSON.parse(pm.request.body.raw)${place};`,
          `    for (const name of ${JSON.stringify(names)}) pm.expect(records[0][name]).to.eql(sent[name]);`,
          '  });',
        ]),
  ];
}

/**
 * Whether the response repeats the sent value of the field unchanged. It does not for date-times, which have several
 * forms, and for objects, which have further fields.
 */
function isPlain(schema) {
  return (
    schema !== undefined && !schema.$ref && !schema.oneOf && !schema.items && !schema.pattern?.startsWith('^\\d{4}')
  );
}

/** The path of the first record in the body, and its fields that the response repeats. */
function sentOf(body, record) {
  if (typeof body !== 'object') return { place: '', names: [] };
  const list = Object.entries(body).find(
    ([name, value]) => Array.isArray(value) && typeof value[0] === 'object' && !(name in record.properties),
  );
  const sent = list ? list[1][0] : body;
  return {
    place: list ? `.${list[0]}[0]` : '',
    names: Object.keys(sent).filter((name) => isPlain(record.properties[name])),
  };
}

const kept = (save) => save.map(([name, value]) => `  pm.collectionVariables.set('${name}', ${value});`);

module.exports = { tests };
