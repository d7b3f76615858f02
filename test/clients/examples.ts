import { Role, roleNames, type RoleName } from '../../src/http/endpoint/roles.js';
import { inlined } from '../support/clients/described.js';
import { ofExtras } from '../support/suites/of-extras.js';

interface Described {
  operationId: string;
  tags: [string];
  description: string;
  parameters: { name: string; in: string; required?: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

/** A call made from the document's examples. */
export interface Example {
  operation: string;
  tag: string;
  verb: 'get' | 'post' | 'put' | 'delete';
  template: string;
  path: string;
  type?: string;
  body?: string;
  /** The roles that may call the operation, by its description. */
  callers: readonly RoleName[];
}

export function examplesOf(document: { paths: Record<string, Record<string, Described>> }): Example[] {
  return Object.entries(inlined(document).paths).flatMap(([template, item]) =>
    Object.entries(item).map(([verb, described]): Example => {
      const { operationId, tags, description, parameters, requestBody } = described;
      const [type, content] = Object.entries(requestBody?.content ?? {}).at(0) ?? [];
      const example = content?.example;
      const valueOf = (name: string): unknown =>
        parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example;
      const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
      const query = new URLSearchParams(
        Object.fromEntries(needed.map((parameter) => [parameter.name, String(parameter.example)])),
      );
      const callers = description.split('**Callers:**')[1];
      return {
        operation: operationId,
        tag: tags[0],
        verb: verb as Example['verb'],
        template,
        path:
          template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(valueOf(name)))) +
          (needed.length > 0 ? `?${String(query)}` : ''),
        type,
        body: content && (typeof example === 'string' ? example : JSON.stringify(example)),
        callers: roleNames.filter((role) => /everyone|all authenticated/.test(callers) || callers.includes(role)),
      };
    }),
  );
}

/** The status of examples that cannot succeed, because values are unknown in advance or the role is wrong. */
const otherwise: Readonly<Record<string, number | Partial<Record<RoleName, number>>>> = {
  // The example does not change the password, so that trying it on a demo locks no user out.
  changePassword: 400,
  refresh: 401,
  resetPassword: 404,
  confirmMfa: 409,
  endSession: 404,
  // Callers can read only their own roles.
  readRole: { [Role.Worker]: 403 },
  // The administrator of the demo has no agent.
  makeCalendar: { [Role.Administrator]: 409 },
  endCalendar: { [Role.Administrator]: 404 },
  // The webhook of the demo is not active.
  testWebhook: { [Role.Administrator]: 409 },
  // The demo's line lacks the picture that the example of POST adds.
  removeLineImage: { [Role.Administrator]: 404 },
  readRoleHistory: { [Role.Worker]: 403 },
  // Only administrators decide; the requesting agent can only withdraw the request.
  decideSlotDistrictApproval: { [Role.Agent]: 403 },
  ...ofExtras.examples,
};

/** The expected status of the example on a fresh demo, by role. */
export function statusOf({ operation, callers }: Example, role: RoleName): number {
  const exception = operation in otherwise ? otherwise[operation] : {};
  return (typeof exception === 'number' ? exception : exception[role]) ?? (callers.includes(role) ? 200 : 403);
}

/** The demo's user of each role. */
export const demoUsers: Readonly<Record<RoleName, string>> = {
  [Role.Worker]: 'worker@demo.test',
  [Role.Agent]: 'agent@demo.test',
  [Role.Administrator]: 'admin@demo.test',
};
