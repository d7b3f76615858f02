import Ajv from 'ajv/dist/2020.js';

interface Operation {
  responses: Record<string, { $ref?: string } | undefined>;
}
interface OpenApi {
  paths: Record<string, Record<string, Operation | undefined>>;
}

const pointer = (...names: string[]): string =>
  names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** Holds JSON answers against what the OpenAPI document says of them. */
export class DocumentedAnswers {
  private readonly ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  private readonly templates: readonly { template: string; pattern: RegExp }[];

  constructor(private readonly document: OpenApi) {
    this.ajv.addSchema({ $id: 'openapi', ...document });
    this.templates = Object.keys(document.paths).map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }));
  }

  /** Where the answer is not as documented. */
  differences(verb: string, path: string, status: number, answer: unknown): string[] {
    const fitting = this.templates.filter(({ pattern }) => pattern.test(path)).map(({ template }) => template);
    // A fixed path wins over one with placeholders.
    const template = fitting.sort((a, b) => a.split('{').length - b.split('{').length).at(0);
    const call = `${verb} ${path} ${status}`;
    const response = template && this.document.paths[template][verb.toLowerCase()]?.responses[status];
    if (!template || !response) return [`${call}: not documented`];
    const at = response.$ref?.slice(1) ?? pointer('paths', template, verb.toLowerCase(), 'responses', String(status));
    const validate = this.ajv.getSchema(`openapi#${at}${pointer('content', 'application/json', 'schema')}`);
    if (!validate) return [`${call}: no schema`];
    if (validate(answer)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${call}: ${instancePath} ${message}`);
  }
}
