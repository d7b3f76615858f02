import type { Type } from '@nestjs/common';
import { demoPassword } from '../../demo/demo-password.js';
import { Conflict, NotFound } from '../../errors/errors.js';
import { tableOf } from '../../database/schema/table.js';
import {
  pathsOf,
  placeholdersOf,
  type Access,
  type EndpointDeclaration,
  type Group,
} from '../../http/endpoint/declaration.js';
import { endpointKey, groupKey } from '../../http/endpoint/endpoint.js';
import type { Class } from '../../record/field-types.js';
import { recordOf } from '../../record/fields.js';
import { fieldOf, type Field } from '../../record/metadata.js';
import { HistoryResponse, RevertedEntry } from './history.records.js';

interface Declared {
  readonly name: string;
  readonly declaration: EndpointDeclaration;
  readonly access: Access | undefined;
}

/** A kind of record with a history: a GET reads it by its key, and the audit has its changes. */
export interface Noun {
  /** The name of the read operation, without `read`: `Contact`. */
  readonly name: string;
  readonly entity: Class;
  readonly path: string;
  readonly read: Declared;
  /** The operation that undoes a change, with the former values. Absent if all fields of the record are keys. */
  readonly change?: Declared;
}

/** The kind of record that the handler `read` of a controller reads, and that its handler `change` changes. */
export function nounOf(controller: Type, read: string, change?: string): Noun {
  const declared = declaredBy(controller, read);
  const entity = declared.declaration.etag;
  const path = pathsOf(declared.declaration).find((one) => one.endsWith('}'));
  if (typeof entity !== 'function' || !path || !tableOf(entity).audited)
    throw new Error(
      `${read} has no history: it must read an audited record by its key, and name the entity as \`etag\`.`,
    );
  const name = read.replace(/^read/, '');
  return {
    name,
    entity,
    path,
    read: declared,
    change: change === undefined ? undefined : declaredBy(controller, change),
  };
}

function declaredBy(controller: Type, name: string): Declared {
  const handler = (controller.prototype as Record<string, object>)[name];
  const declaration = Reflect.getMetadata(endpointKey, handler) as EndpointDeclaration | undefined;
  if (!declaration) throw new Error(`${controller.name}.${name} is no operation.`);
  const group = declaration.group ?? (Reflect.getMetadata(groupKey, controller) as Group);
  return { name, declaration, access: declaration.access ?? group.access };
}

/** Declares the operation that lists the changes of a record. */
export function historyOf({ name, path, read }: Noun) {
  const { delegable, errors = [] } = read.declaration;
  return {
    verb: 'GET',
    path: `${path}/History`,
    access: read.access,
    ...(delegable && { delegable }),
    request: recordOf(`${name}HistoryRequest`, keysOf(read, path)),
    response: HistoryResponse,
    summary: `List the changes of ${named(name)}`,
    description: 'Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.',
    errors,
  } as const satisfies EndpointDeclaration;
}

/** Declares the operation that undoes a change of a record. */
export function revertOf({ name, path, read }: Noun, change: Declared): Omit<EndpointDeclaration, 'filters'> {
  const { delegable, credential, response, errors = [] } = change.declaration;
  const [auditId, own] = [fieldOf(RevertedEntry, 'AuditId')!, fieldOf(change.declaration.request!, 'OwnPassword')];
  const keys = keysOf(fieldOf(change.declaration.request!, placeholdersOf(path)[0]) ? change : read, path);
  return {
    verb: 'POST',
    path: `${path}/History/{AuditId}/Revert`,
    access: change.access,
    ...(delegable && read.declaration.delegable && { delegable }),
    ...(credential && {
      credential: credential.fields ? { ...credential, fields: undefined, changes: undefined } : credential,
    }),
    request: recordOf(`${name}Revert`, [...keys, auditId, ...(credential && own ? [own] : [])]),
    response,
    ...(credential && { example: { OwnPassword: demoPassword } }),
    summary: `Undo a change of ${named(name)}`,
    description:
      `Gives the fields of that change their former values by ${change.declaration.verb} ${path}, with its rules and ` +
      'access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.',
    errors: [...new Set([NotFound, Conflict, ...(read.declaration.errors ?? []), ...errors])],
  };
}

/** The fields of the placeholders of a path, as an operation declares them. */
function keysOf({ declaration }: Declared, path: string): Field[] {
  return placeholdersOf(path).map((name) => {
    const { options, ...field } = fieldOf(declaration.request!, name)!;
    return { ...field, options: { example: options.example } };
  });
}

/** The name of a record in a sentence: `a line question` for `LineQuestion`. A check-in is called a visit. */
function named(name: string): string {
  const words = (name === 'Checkin' ? 'Visit' : name).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}`;
}
