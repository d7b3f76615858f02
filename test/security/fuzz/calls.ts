import fc, { type Arbitrary } from 'fast-check';
import { filterForms } from '../../../src/record/lists/list-filters.js';
import type { DescribedOperation, Parameter } from './document.js';
import { hostileJson, hostileName, hostileText } from './hostile.js';
import type { Values } from './values.js';

export interface Call {
  verb: string;
  /** The path and query of the request line. */
  target: string;
  headers: Record<string, string>;
  body?: string;
  /** Whether the service may answer 404, because the path may not exist. */
  mayMiss: boolean;
}

interface Text {
  text: string;
  odd?: boolean;
}

/** Percent-encodes the text, including a lone surrogate. Cuts it, so that the request line does not get too long. */
function encoded(text: string): string {
  return [...text]
    .slice(0, 300)
    .map((one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%80'))
    .join('');
}

/** The value as text for a path or a query, so that a string has no quotation marks. The JSON may be malformed. */
function asText(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
}

const rawPieces = ['%', '%zz', '%ff', '%00', '..%2f..', '%2e%2e', 'a%2fb', '%252e', ';a=1', '*', 'a:b', '"', '+'];

function pathValue({ schema, example }: Parameter, values: Values): Arbitrary<Text> {
  return (
    fc
      .oneof<fc.MaybeWeightedArbitrary<Text>[]>(
        { arbitrary: fc.constant({ text: encoded(String(example)) }), weight: 10 },
        { arbitrary: values.fitting(schema).map((json) => ({ text: encoded(asText(json)), odd: true })), weight: 3 },
        { arbitrary: hostileText.map((text) => ({ text: encoded(text), odd: true })), weight: 3 },
        { arbitrary: fc.constantFrom(...rawPieces).map((text) => ({ text, odd: true })), weight: 1 },
      )
      // An empty segment would change the path.
      .map(({ text, odd }) => ({ text: text || '%20', odd }))
  );
}

/** Other spellings of a path. */
const pathForms: readonly ((path: string) => Text)[] = [
  (path) => ({ text: path.toLowerCase() }),
  (path) => ({ text: `${path}/` }),
  (path) => ({ text: `${path}.csv` }),
  (path) => ({ text: `${path}.XLSX` }),
  (path) => ({ text: `${path}.json/` }),
  (path) => ({ text: `${path}.`, odd: true }),
  (path) => ({ text: `/${path}`, odd: true }),
  (path) => ({ text: `http://other.test${path}` }),
  (path) => ({ text: path.replace('/v1', '/./v1'), odd: true }),
  (path) => ({ text: path.replace('/v1/', '/v1/%2e%2e/v1/'), odd: true }),
  (path) => ({ text: path.replace('v1', '%76%31'), odd: true }),
];

function query(parameters: readonly Parameter[], values: Values): Arbitrary<string> {
  const known = parameters.map(({ name, schema }) =>
    fc.tuple(
      fc.oneof({ arbitrary: fc.constant(name), weight: 2 }, fc.constantFrom(...filterForms.map((form) => name + form))),
      fc.oneof(
        values.fitting(schema).map((json) => encoded(asText(json))),
        hostileText.map(encoded),
      ),
    ),
  );
  const odd = fc.tuple(
    hostileName.map(encoded),
    fc.oneof(hostileText.map(encoded), fc.constantFrom(...rawPieces, '1&', '&=', '=')),
  );
  const one = fc.oneof(...(known.length > 0 ? [{ arbitrary: fc.oneof(...known), weight: 6 }] : []), {
    arbitrary: odd,
    weight: 1,
  });
  const some = fc.array(one, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { arbitrary: fc.constant(''), weight: 3 },
    { arbitrary: some.map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`), weight: 2 },
  );
}

const headerText = hostileText.map((text) => text.replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, '').slice(0, 400));

/** No header, or one unusual header. */
const headers: Arbitrary<Record<string, string>> = fc.oneof(
  { arbitrary: fc.constant({}), weight: 8 },
  ...[
    ['Accept', 'text/csv', 'text/html,*/*;q=0.1', 'application/json;q=0', ';;q=', 'text/event-stream'],
    ['Accept-Encoding', 'gzip', 'br', 'identity;q=0, *;q=0'],
    ['If-None-Match', '*', 'W/"x"', '"'],
    ['Idempotency-Key', 'one', 'two', '', 'k'.repeat(256)],
    ['X-HTTP-Method-Override', 'PUT', 'delete', 'GET', 'TRACE', '__proto__'],
    ['X-Request-Id', 'a'.repeat(64), '../../log'],
    ['Range', 'bytes=0-1'],
    ['Content-Encoding', 'gzip', 'br', 'nonsense'],
    ['X-Forwarded-For', '::1', 'not an address', '203.0.113.7, 198.51.100.1'],
    ['Authorization', 'Bearer', 'Bearer a.b.c', 'Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
    ['X-Api-Key', 'agk_nothing', '__proto__'],
  ].map(([name, ...known]) =>
    fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 3 }, headerText).map((value) => ({ [name]: value })),
  ),
);

interface Body {
  type?: string;
  body?: string;
}

const oddTypes = [
  '',
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=a',
  'application/json; charset=utf-16',
];

function body({ requestBody }: DescribedOperation, values: Values): Arbitrary<Body> {
  const content = requestBody?.content ?? {};
  const record = content['application/json'];
  const odd = fc.oneof(
    hostileJson.map((text): Body => ({ type: 'application/json', body: text })),
    fc.tuple(fc.constantFrom(...oddTypes), hostileText).map(([type, text]): Body => ({ type, body: text })),
  );
  if (!record) {
    const files = Object.entries(content).map(([type, file]) => fileBody(type, asFile(file?.example), values));
    return fc.oneof({ arbitrary: fc.constant<Body>({}), weight: 4 }, { arbitrary: odd, weight: 1 }, ...files);
  }
  const example = Object(record.example) as object;
  const written = values.changed(record.schema, example);
  const form = values.changed(record.schema, {}).map(formOf);
  return fc.oneof(
    { arbitrary: fc.constant({ type: 'application/json', body: JSON.stringify(example) }), weight: 2 },
    { arbitrary: written.map((text) => ({ type: 'application/json', body: text })), weight: 14 },
    { arbitrary: form.map((text) => ({ type: 'application/x-www-form-urlencoded', body: text })), weight: 2 },
    { arbitrary: odd, weight: 2 },
  );
}

/** The fields of a JSON body as a form. The JSON may be malformed. */
function formOf(json: string): string {
  return json
    .slice(1, -1)
    .split(',')
    .map((pair) =>
      pair
        .split(':', 2)
        .map((part) => encoded(part.replaceAll('"', '')))
        .join('='),
    )
    .join('&');
}

const asFile = (example: unknown): string => (typeof example === 'string' ? example : '');

/** A file with changed cells, or a malformed one. */
function fileBody(type: string, example: string, values: Values): { arbitrary: Arbitrary<Body>; weight: number } {
  const cells = fc.array(fc.tuple(fc.nat(40), fc.oneof(hostileText, values.fitting({ type: 'integer' }))), {
    maxLength: 3,
  });
  const changed = cells.map((changes) => {
    const parts = example.split(/([,:\n])/);
    for (const [at, text] of changes) if (at < parts.length) parts[at] = text;
    return { type, body: parts.join('') };
  });
  return {
    arbitrary: fc.oneof(
      { arbitrary: changed, weight: 4 },
      hostileText.map((text) => ({ type, body: text })),
    ),
    weight: 6,
  };
}

/** Calls of an operation: some as documented, most with errors. */
export function callsOf(operation: DescribedOperation, values: Values): Arbitrary<Call> {
  const { template, parameters } = operation;
  const inPath = parameters.filter(({ in: place }) => place === 'path');
  const verb = fc.oneof(
    { arbitrary: fc.constant(operation.verb), weight: 30 },
    fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'),
  );
  const form = fc.oneof(
    { arbitrary: fc.constant((text: string): Text => ({ text })), weight: 10 },
    fc.constantFrom(...pathForms),
  );
  return fc
    .record({
      verb,
      values: fc.tuple(...inPath.map((parameter) => pathValue(parameter, values))),
      form,
      query: query(
        parameters.filter(({ in: place }) => place === 'query'),
        values,
      ),
      headers,
      sent: body(operation, values),
    })
    .map((made): Call => {
      const names = inPath.map(({ name }) => name);
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => made.values[names.indexOf(name)].text);
      const { text, odd = false } = made.form(path);
      const { type, body: text_ } = made.sent;
      return {
        verb: made.verb,
        target: text + made.query,
        headers: { ...(type !== undefined && { 'Content-Type': type }), ...made.headers },
        body: text_,
        mayMiss: odd || made.values.some((value) => value.odd),
      };
    });
}
