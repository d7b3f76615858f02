import Ajv from 'ajv/dist/2020.js';

interface Operation {
  responses: Record<string | number, { $ref?: string } | undefined>;
}
interface OpenApi {
  paths: Record<string, Record<string, Operation | undefined>>;
}

/** The statuses of errors that every operation can answer. The document describes them once. */
const common = new Set([401, 403, 405, 408, 413, 415, 422, 429, 431, 500, 503]);

const pointer = (...names: string[]): string =>
  names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** Validates JSON responses against the OpenAPI document. */
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

  /** The differences between a response and the document. */
  differences(verb: string, path: string, status: number, answer: unknown): string[] {
    const fitting = this.templates.filter(({ pattern }) => pattern.test(path)).map(({ template }) => template);
    // A fixed path has precedence over one with placeholders.
    const template = fitting.sort((a, b) => a.split('{').length - b.split('{').length).at(0);
    return template ? this.differencesAt(template, verb, status, answer) : [`${verb} ${path}: not documented`];
  }

  /** Like `differences`, for the documented path `template`. */
  differencesAt(template: string, verb: string, status: number, answer: unknown): string[] {
    const call = `${verb} ${template} ${status}`;
    const responses = this.document.paths[template][verb.toLowerCase()]?.responses;
    const key = responses?.[status] || !common.has(status) ? String(status) : 'default';
    const response = responses?.[key];
    if (!response) return [`${call}: not documented`];
    const at = response.$ref?.slice(1) ?? pointer('paths', template, verb.toLowerCase(), 'responses', key);
    const validate = this.ajv.getSchema(`openapi#${at}${pointer('content', 'application/json', 'schema')}`);
    if (!validate) return [`${call}: no schema`];
    if (validate(answer)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${call}: ${instancePath} ${message}`);
  }
}
