'use strict';

// Writes the Postman collection and the environment of the demo, made from
// openapi.json: node scripts/postman.js [folder]
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { convertV2 } = require('openapi-to-postmanv2');
const scenario = require('./postman-scenario.js');

const root = join(__dirname, '..');
const openapi = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));

const convert = promisify(convertV2);
const options = {
  folderStrategy: 'Tags',
  enableOptionalParameters: false,
  parametersResolution: 'Example',
  preferredRequestBodyType: 'raw',
  includeAuthInfoInExample: false,
};

const bearer = { type: 'bearer', bearer: [{ key: 'token', value: '{{bearerToken}}', type: 'string' }] };

const operations = new Map();
for (const [path, item] of Object.entries(openapi.paths))
  for (const [verb, operation] of Object.entries(item))
    operations.set(`${verb.toUpperCase()} ${path}`, { ...operation, verb: verb.toUpperCase() });

const listen = (event, lines) => ({ listen: event, script: { type: 'text/javascript', exec: lines } });

/** The schema of a success, with its name resolved. */
function answered({ responses }) {
  const { schema } = responses[200].content['application/json'] ?? responses[200].content['text/csv'];
  return schema.$ref ? openapi.components.schemas[schema.$ref.split('/').at(-1)] : schema;
}

function tests(operation) {
  const { statuses = [200], save = [] } = scenario.steps[operation.operationId] ?? {};
  const schema = answered(operation);
  const first = schema.type === 'object' && Object.keys(schema.properties)[0];
  const envelope =
    'ResponseStatus' in (schema.properties ?? {})
      ? [
          "pm.test('the envelope tells how it went', () => {",
          '  const { ResponseStatus } = pm.response.json();',
          '  if (pm.response.code === 200) pm.expect(ResponseStatus.ErrorCode).to.equal(null);',
          "  else pm.expect(ResponseStatus.ErrorCode).to.be.a('string');",
          '});',
        ]
      : schema.type === 'string'
        ? ["pm.test('it is a file', () => pm.expect(pm.response.text()).to.match(/^[\\w,]+\\r\\n/));"]
        : first
          ? [`pm.test('it is the record', () => pm.expect(pm.response.json()).to.have.property('${first}'));`]
          : ["pm.test('it is a list', () => pm.expect(pm.response.json()).to.be.an('array'));"];
  const expected = `pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}])`;
  return [
    `pm.test('the status is ${statuses.join(' or ')}', () => ${expected});`,
    ...envelope,
    ...(save.length === 0
      ? []
      : [
          'if (pm.response.code === 200) {',
          '  const answer = pm.response.json();',
          ...save.map(([name, value]) => `  pm.environment.set('${name}', ${value});`),
          '}',
        ]),
  ];
}

const number = new RegExp(`"(\\{\\{(?:${scenario.numbers.join('|')})\\}\\})"`, 'g');
const raw = (content) => JSON.stringify(content, null, 2).replaceAll(number, '$1');

function request({ name, request: made }) {
  const key = `${made.method} /${made.url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`;
  const operation = operations.get(key);
  const step = scenario.steps[operation.operationId] ?? {};
  const variables = (made.url.variable ?? []).map(({ key: variable, value, description }) => ({
    key: variable,
    value: String(step.path?.[variable] ?? value),
    description,
  }));
  const [type, sample] = Object.entries(operation.requestBody?.content ?? {}).at(0) ?? [];
  const content = step.body ?? sample?.example;
  const isText = typeof content === 'string';
  return {
    name,
    operationId: operation.operationId,
    request: {
      method: made.method,
      description: operation.description,
      ...(operation.security?.length === 0 && { auth: { type: 'noauth' } }),
      header: [
        ...(content ? [{ key: 'Content-Type', value: type }] : []),
        ...made.header.filter(({ key: header }) => !['Content-Type', 'Accept'].includes(header)),
      ],
      url: { ...made.url, variable: variables },
      ...(content && {
        body: {
          mode: 'raw',
          raw: isText ? content : raw(content),
          options: { raw: { language: isText ? 'text' : 'json' } },
        },
      }),
    },
    event: [listen('test', tests(operation))],
  };
}

const withoutName = ({ operationId: _, ...item }) => item;

async function collection() {
  const { result, reason, output } = await convert({ type: 'json', data: openapi }, options);
  if (!result) throw new Error(reason);
  const made = output[0].data;
  const requests = made.item.flatMap((folder) => folder.item.map((item) => ({ tag: folder.name, ...request(item) })));
  const rank = ({ operationId }) => {
    const at = scenario.order.indexOf(operationId);
    return at < 0 ? 0 : at;
  };
  const folder = ({ name, description }) => ({
    name,
    description,
    item: requests
      .filter(({ tag, operationId }) => tag === name && operationId !== 'login')
      .sort((a, b) => rank(a) - rank(b))
      .map(({ tag: _, ...item }) => withoutName(item)),
  });
  const { tag: _, ...signIn } = requests.find(({ operationId }) => operationId === 'login');
  // Signing out is the last thing that a run of the whole collection does.
  const [auth, ...domains] = openapi.tags;
  return {
    info: {
      name: openapi.info.title,
      description: `${openapi.info.description}\n\nSend "Sign in" first: it keeps the tokens in the environment.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: bearer,
    item: [withoutName(signIn), ...domains.map(folder), folder(auth)],
  };
}

const environment = {
  name: 'Agency demo',
  values: Object.entries(scenario.environment).map(([key, value]) => ({
    key,
    value,
    type: ['password', 'newPassword', 'bearerToken', 'refreshToken'].includes(key) ? 'secret' : 'default',
    enabled: true,
  })),
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
