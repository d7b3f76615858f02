'use strict';

// Writes the Postman collection and an environment of the demo. The requests are generated from openapi.json, and the
// examples are responses of the built service. node scripts/postman.js [folder]
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { convertV2 } = require('openapi-to-postmanv2');
const { examplesOf } = require('./postman-examples.js');
const { order } = require('./postman-order.js');
const scenario = require('./postman-scenario.js');
const { tests } = require('./postman-tests.js');

const root = join(__dirname, '..');
const openapi = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));

// Leave out filters with a suffix, which the document lists as references: a request would list thousands of them.
for (const item of Object.values(openapi.paths))
  for (const operation of Object.values(item))
    operation.parameters = operation.parameters.filter((parameter) => !('$ref' in parameter));
delete openapi.components.parameters;

const steps = { ...scenario.ownRecordSteps(openapi), ...scenario.steps };
const saved = Object.values(steps).flatMap(({ save = [] }) => save.map(([variable]) => [variable, '']));
const variables = { ...scenario.variables, ...Object.fromEntries(saved) };

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

const number = new RegExp(`"(\\{\\{(?:${scenario.numbers.join('|')})\\}\\})"`, 'g');
const raw = (content) => JSON.stringify(content, null, 2).replaceAll(number, '$1');

function request({ name, request: made }) {
  const key = `${made.method} /${made.url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`;
  const operation = operations.get(key);
  const step = steps[operation.operationId] ?? scenario.otherStep(operation.operationId);
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
        ...(made.header ?? []).filter(({ key: header }) => !['Content-Type', 'Accept'].includes(header)),
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
    event: [
      listen(
        'test',
        tests({
          operation,
          step,
          body: content,
          schemas: openapi.components.schemas,
          path: made.url.path,
        }),
      ),
    ],
  };
}

/** A copy of the document, because the converter changes it. Its responses would double the time and are not used. */
function withoutResponses() {
  const copy = structuredClone(openapi);
  for (const item of Object.values(copy.paths))
    for (const operation of Object.values(item)) operation.responses = { 200: { description: '' } };
  return copy;
}

const withoutName = ({ operationId: _, ...item }) => item;

async function collection() {
  const { result, reason, output } = await convert({ type: 'json', data: withoutResponses() }, options);
  if (!result) throw new Error(reason);
  const made = output[0].data;
  const requests = made.item.flatMap((folder) => folder.item.map((item) => ({ tag: folder.name, ...request(item) })));
  const rank = ({ operationId }) => {
    const at = order.indexOf(operationId);
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
  // The requests that sign out come at the end of the collection.
  const [auth, ...domains] = openapi.tags;
  return {
    info: {
      name: openapi.info.title,
      description: `${openapi.info.description}\n\nSend "Sign in" first: its tokens stay in the collection.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: bearer,
    item: [withoutName(signIn), ...domains.map(folder), folder(auth)],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value, type: 'string' })),
  };
}

/** The collection with an example response for every request. */
async function withExamples(plain) {
  const examples = await examplesOf(plain);
  const shown = (item) => {
    if (item.item) return { ...item, item: item.item.map(shown) };
    const { description: _, ...originalRequest } = item.request;
    const { name, ...answer } = examples.get(item.name);
    return { ...item, response: [{ name, originalRequest, ...answer }] };
  };
  return { ...plain, item: plain.item.map(shown) };
}

/** The environment: variables that users change. Others have their value in the collection. */
const environment = {
  name: 'Agency demo',
  values: scenario.own.map((key) => ({
    key,
    value: scenario.variables[key],
    type: /password/i.test(key) ? 'secret' : 'default',
    enabled: true,
  })),
  _postman_variable_scope: 'environment',
};

async function main(folder) {
  mkdirSync(folder, { recursive: true });
  const write = (name, content) => writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  write('agency.postman_collection.json', await withExamples(await collection()));
  write('demo.postman_environment.json', environment);
}

main(process.argv[2] ?? join(root, 'postman')).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
