import { Role, roleNames, type RoleName } from '../../src/http/endpoint/roles.js';

interface Described {
  operationId: string;
  tags: [string];
  description: string;
  parameters: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

/** A call as the document makes it of its examples. */
export interface Example {
  operation: string;
  tag: string;
  verb: 'get' | 'post' | 'put' | 'delete';
  path: string;
  type?: string;
  body?: string;
  /** Who may make it, by the document. */
  callers: readonly RoleName[];
}

/** Every example of the document. */
export function examplesOf(document: { paths: Record<string, Record<string, Described>> }): Example[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([verb, described]): Example => {
      const { operationId, tags, description, parameters, requestBody } = described;
      const [type, content] = Object.entries(requestBody?.content ?? {}).at(0) ?? [];
      const example = content?.example;
      const valueOf = (name: string): unknown =>
        parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example;
      const callers = description.split('**Callers:**')[1];
      return {
        operation: operationId,
        tag: tags[0],
        verb: verb as Example['verb'],
        path: template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(valueOf(name)))),
        type,
        body: content && (typeof example === 'string' ? example : JSON.stringify(example)),
        callers: roleNames.filter((role) => callers.includes('anybody') || callers.includes(role)),
      };
    }),
  );
}

/** What no example can know beforehand, or what no caller of that role can do with it: the status instead. */
const otherwise: Readonly<Record<string, number | Partial<Record<RoleName, number>>>> = {
  // It leaves the password as it is, so that who tries it on a demo shuts nobody out.
  changePassword: 400,
  refresh: 401,
  confirmMfa: 409,
  endSession: 404,
  // No provider is set up on a demo; the start has its values in the query.
  startOpenId: 400,
  exchangeOpenIdCode: 404,
  // Of roles, callers read those that they hold.
  readRole: { [Role.Worker]: 403 },
  // Administrators decide; the agent who asked can only take the request back.
  decideSlotDistrictApproval: { [Role.Agent]: 403 },
};

/** The status that the example has on a fresh demo, asked by a caller of that role. */
export function statusOf({ operation, callers }: Example, role: RoleName): number {
  const told = operation in otherwise ? otherwise[operation] : {};
  return (typeof told === 'number' ? told : told[role]) ?? (callers.includes(role) ? 200 : 403);
}

/** The demo's user of each role. */
export const demoUsers: Readonly<Record<RoleName, string>> = {
  [Role.Worker]: 'worker@demo.test',
  [Role.Agent]: 'agent@demo.test',
  [Role.Administrator]: 'admin@demo.test',
};
