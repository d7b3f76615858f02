'use strict';

// Writes the Postman collection and an environment of the demo. openapi-to-postmanv2 makes the requests of
// openapi.json. This script adds the order, the values and the tests of postman-scenario.js, so that the whole
// collection runs on a fresh demo.
//   node scripts/postman.js [folder]
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { convertV2 } = require('openapi-to-postmanv2');
const { initial, last, numbers, ownRecordSteps, stepOf, steps, variables } = require('./postman-scenario.js');

const root = join(__dirname, '..');
const openapi = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
const at = ({ $ref }) =>
  $ref
    .split('/')
    .slice(1)
    .reduce((node, name) => node[name], openapi);
const resolved = (node) => (node?.$ref ? at(node) : node);

const operations = new Map(
  Object.entries(openapi.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => [`${verb.toUpperCase()} ${path}`, operation]),
  ),
);
const allSteps = { ...steps, ...ownRecordSteps(openapi, resolved) };

/** The requests of the converter, in folders. Only the JSON of a success becomes an example. */
async function converted() {
  const data = structuredClone(openapi);
  delete data.webhooks;
  for (const item of Object.values(data.paths))
    for (const operation of Object.values(item)) {
      const { description, content } = resolved(operation.responses[200]);
      const [type] = Object.keys(content);
      operation.responses = { 200: { description, content: { [type]: content[type] } } };
    }
  const { result, reason, output } = await promisify(convertV2)(
    { type: 'json', data },
    {
      folderStrategy: 'Tags',
      enableOptionalParameters: false,
      parametersResolution: 'Example',
      preferredRequestBodyType: 'raw',
      includeAuthInfoInExample: false,
    },
  );
  if (!result) throw new Error(reason);
  return output[0].data.item;
}

const number = new RegExp(`"(\\{\\{(?:${numbers.join('|')})\\}\\})"`, 'g');

/** The request with the values of its step, and its tests. */
function item({ name, request, response: [answer] }) {
  const operation = operations.get(`${request.method} /${request.url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`);
  const { operationId, security } = operation;
  const step = allSteps[operationId] ?? stepOf(operationId);
  for (const variable of request.url.variable) variable.value = String(step.path?.[variable.key] ?? variable.value);
  if (step.body) request.body.raw = JSON.stringify(step.body, null, 2).replaceAll(number, '$1');
  const { id: _, auth: __, ...sent } = request;
  const { description: ___, ...originalRequest } = structuredClone(sent);
  return {
    operationId,
    name,
    request: { ...sent, ...(security?.length === 0 && { auth: { type: 'noauth' } }) },
    response: [
      {
        ...{ name: '200 OK', originalRequest, status: 'OK', code: 200, cookie: [] },
        ...{ header: [answer.header[0]], body: answer.body, _postman_previewlanguage: answer._postman_previewlanguage },
      },
    ],
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: tests(operation, step) } }],
  };
}

/** The lines of a request's test script, which checks the response and saves values for later requests. */
function tests({ responses }, { statuses = [200], save = [], mayBeEmpty = false }) {
  const lines = [
    `pm.test('the status is ${statuses.join(' or ')}', () => {`,
    `  pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]);`,
    '});',
  ];
  const json = resolved(responses[200]).content['application/json'];
  if (!json)
    return [...lines, "pm.test('the file is not empty', () => pm.expect(pm.response.responseSize).to.be.above(0));"];
  const { properties = {}, items } = resolved(json.schema);
  const [list] = Object.entries(properties).find(([, schema]) => schema.items?.$ref) ?? [];
  const hasStatus = 'ResponseStatus' in properties;
  const listed = items ?? (hasStatus && list && properties[list].items);
  const records = items ? 'answer' : listed ? `answer.${list}` : '[answer]';
  const names = Object.keys(listed ? resolved(listed).properties : properties);
  return [
    ...lines,
    'const answer = pm.response.json();',
    'if (pm.response.code === 200) {',
    ...(hasStatus
      ? ["  pm.test('it is a success', () => pm.expect(answer.ResponseStatus.ErrorCode).to.equal(null));"]
      : []),
    "  pm.test('the records have all fields', () => {",
    ...(mayBeEmpty ? [] : [`    pm.expect(${records}).to.not.be.empty;`]),
    `    for (const record of ${records}) pm.expect(record).to.have.all.keys(${JSON.stringify(names)});`,
    '  });',
    ...save.map(([name, value]) => `  pm.collectionVariables.set('${name}', ${value});`),
    '}',
  ];
}

/**
 * The requests of a folder in the order of the scenario: reads of lists and inserts first, removals last and those of
 * dependent records before. `steps` and `last` state other orders.
 */
function ordered(requests) {
  const stated = Object.keys(steps);
  const rank = ({ operationId, request: { method, url } }) => {
    if (last.includes(operationId)) return 3 + last.indexOf(operationId);
    if (method === 'DELETE') return 2;
    return url.variable.length > 0 ? 1 : 0;
  };
  const place = ({ operationId, request: { method } }) => {
    const index = stated.indexOf(operationId);
    return method === 'DELETE' ? -requests.findIndex((one) => one.operationId === operationId) : index;
  };
  return requests.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b));
}

/** Signs in before a request if the collection has no current token, so that each folder and request runs alone. */
const signInFirst = `
const isCurrent = Date.parse(pm.collectionVariables.get('expiresAt')) > Date.now() + 10000;
if (!isCurrent && pm.request.auth?.type !== 'noauth') {
  const [UserName, Password, Code] = ['userName', 'password', 'code'].map((name) => pm.variables.get(name));
  pm.sendRequest({
    url: pm.variables.replaceIn('{{baseUrl}}/v1/Auth/Login'),
    method: 'POST',
    header: { 'Content-Type': 'application/json' },
    body: { mode: 'raw', raw: JSON.stringify({ UserName, Password, Code }) },
  }, (error, response) => {
    if (error || response.code !== 200) return;
    const answer = response.json();
${steps.login.save.map(([name, value]) => `    pm.collectionVariables.set('${name}', ${value});`).join('\n')}
  });
}`;

const signsIn =
  'Each request signs in with `userName` and `password` first, unless the collection has a current token.';

async function collection() {
  const folders = (await converted()).map(({ name, item: items }) => {
    const { description } = openapi.tags.find((tag) => tag.name === name);
    return { name, description, item: items.map(item) };
  });
  const [auth, ...domains] = folders;
  const signIn = auth.item.find(({ operationId }) => operationId === 'login');
  auth.item = auth.item.filter((one) => one !== signIn);
  const saved = Object.values(allSteps).flatMap(({ save = [] }) => save.map(([name]) => [name, initial[name] ?? '']));
  const withoutId = ({ operationId: _, ...one }) => one;
  return {
    info: {
      name: openapi.info.title,
      description: `${openapi.info.description}\n\n${signsIn}`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: signInFirst.trim().split('\n') } }],
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{bearerToken}}', type: 'string' }] },
    // The requests that sign out come at the end of the collection.
    item: [
      withoutId(signIn),
      ...[...domains, auth].map((folder) => ({ ...folder, item: ordered(folder.item).map(withoutId) })),
    ],
    variable: Object.entries({ ...Object.fromEntries(saved), ...variables }).map(([key, value]) => {
      return { key, value, type: 'string' };
    }),
  };
}

/** The environment: variables that users change. Others have their value in the collection. */
const environment = {
  name: 'Agency demo',
  values: Object.entries(variables).map(([key, value]) => {
    return { key, value, type: /password/i.test(key) ? 'secret' : 'default', enabled: true };
  }),
  _postman_variable_scope: 'environment',
};

async function main(folder) {
  mkdirSync(folder, { recursive: true });
  const write = (name, content) => writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  write('agency.postman_collection.json', await collection());
  write('demo.postman_environment.json', environment);
}

main(process.argv[2] ?? join(root, 'postman')).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
