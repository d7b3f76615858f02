import { exampleOf } from '../../record/schema.js';
import type { Operation } from '../endpoint/operation.js';
import { textFieldsOf } from './openapi-parameters.js';

interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** The origin of the service in code samples. The service's own pages replace it with their origin. */
const origin = 'https://agency.example';

/**
 * Samples of a call: one with the typed client and, for a list, a query for Excel and Power BI. `body` is the example
 * of the request body.
 */
export function codeSamples(operation: Operation, template: string, body: unknown): Sample[] {
  const { declaration, list } = operation;
  const values = textFieldsOf(operation, template).inPath.map(
    (field) => [field.name, (exampleOf(field) ?? field.name) as string | number | boolean] as const,
  );
  const reads = list && declaration.verb === 'GET' && !declaration.file;
  return [
    ...(declaration.file ? [] : [typed(declaration.verb, template, Object.fromEntries(values), body)]),
    ...(reads ? [powerQuery(filled(template, values), declaration.bare ? 'Answer' : `Answer[${list.name}]`)] : []),
  ];
}

function filled(
  template: string,
  values: readonly (readonly [name: string, value: string | number | boolean])[],
): string {
  return values.reduce((path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(value)), template);
}

/** A call with openapi-fetch, using the types that openapi-typescript generates from the OpenAPI document. */
function typed(verb: string, template: string, path: object, body: unknown): Sample {
  const given = [
    ...(Object.keys(path).length > 0 ? [`params: { path: ${JSON.stringify(path)} }`] : []),
    ...(body === undefined ? [] : [`body: ${JSON.stringify(body)}`]),
  ];
  const options = given.length > 0 ? `, {\n${given.map((line) => `  ${line},\n`).join('')}}` : '';
  const source = `import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const client = createClient<paths, 'application/json'>({
  baseUrl: '${origin}',
  headers: { 'X-Api-Key': 'your API key' },
});
const { data, error } = await client.${verb}('${template}'${options});
`;
  return { lang: 'typescript', label: 'TypeScript (typed client)', source };
}

function powerQuery(path: string, rows: string): Sample {
  const source = `let
  Key = "your API key",
  Answer = Json.Document(Web.Contents("${origin}", [
    RelativePath = "${path.slice(1)}",
    Headers = [#"X-Api-Key" = Key, Accept = "application/json"]
  ])),
  Rows = Table.FromRecords(${rows}, null, MissingField.UseNull)
in
  Rows
`;
  return { lang: 'powerquery', label: 'Excel (Power Query)', source };
}
