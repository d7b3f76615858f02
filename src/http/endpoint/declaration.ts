import type { ServiceError } from '../../errors/errors.js';
import type { Class } from '../../record/field-types.js';
import type { RoleName } from './roles.js';

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';
export const verbs: readonly Verb[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Who may call: callers with one of the roles, any authenticated caller, or anybody. */
export type Access = readonly RoleName[] | 'authenticated' | 'open';

export interface ResourceDeclaration {
  /** Short name: the group's tag in OpenAPI. */
  name: string;
  /** What the group is, in a few words. */
  title: string;
  /** Number of the group: E1, E2, …; 0: it has none. */
  order: number;
  /** The group goes beyond the interface: C1, C2, …, behind all of the interface's. */
  companion?: true;
  /** Who may call its operations, unless one says otherwise. */
  access?: Access;
  /** Largest request body, bytes; BODY_LIMIT unless stated. */
  bodyLimit?: number;
}

export interface CredentialDeclaration {
  /** It is another user's, whom the path names: the caller's own account has its own ways. */
  ofOther?: true;
  /** It is the caller's, who must be signed in: an API key is refused without being asked. */
  own?: true;
  /** It does so only where the request names one of these fields. */
  fields?: readonly string[];
}

type ErrorClass = abstract new (...given: never[]) => ServiceError;

/** As the OpenAPI document and what is made of it name an operation. */
interface OperationName {
  /** Unique among all operations. */
  readonly id: string;
  readonly summary: string;
}

export interface EndpointDeclaration {
  verb: Verb;
  /** One path or several that share the operation; placeholders as `{Name}`. */
  path: string | readonly string[];
  /** What the operation is called on each of its further paths. */
  also?: readonly OperationName[];
  access?: Access;
  /**
   * A role of one's own may name the operation. Without it no such role opens it: what could widen the rights of the
   * caller, or shows or changes more than the rows of the caller's agent, never has it.
   */
  delegable?: true;
  /** The record that path, query and body fill. */
  request?: Class;
  /** The record of further query values: the operation's filters. */
  query?: Class;
  /** Fields of the request record that filter too, when the query gives them. */
  filters?: readonly string[];
  /**
   * Of a DELETE: the fields that it reads beside its placeholders, its lists and the
   * keys in them. The others may hold anything.
   */
  uses?: readonly string[];
  /** The record of the answer. Its list of records, if it has one, is the CSV. */
  response: Class;
  summary: string;
  description?: string;
  /** The failures beyond those that every operation of its kind can answer. */
  errors?: readonly ErrorClass[];
  /** The JSON answer is the response record's list alone, without list options. */
  bare?: boolean;
  /** The answer is a file (the handler gives a SentFile), or the body is one (it takes it with `@Upload()`). */
  file?: 'sent' | 'taken';
  /** The answer carries a weak ETag. */
  etag?: boolean;
  /** Asked with `Accept: text/event-stream`, the answer comes again after every change, as events of this name. */
  events?: string;
  /**
   * Of a GET: what it reads need not hold what was written a moment ago, by the caller or others, and comes from the
   * database of DATABASE_READ_URL where there is one.
   */
  mayReadLate?: true;
  /** false: the operation opens its own transactions, if any. */
  transaction?: boolean;
  /** What the operation refuses for another reason comes before its bad fields. */
  badFieldsLast?: boolean;
  /** The body's `ApiKey` is a credential here. */
  bodyApiKey?: boolean;
  /** A user who has to enrol in multi-factor authentication can call it before that. */
  whileEnrolling?: boolean;
  /** A user whose password was made by the service can call it before it is changed. */
  whileChangingPassword?: boolean;
  /**
   * It makes, changes or removes a credential: the body's `OwnPassword` has the caller's own password, unless the
   * session proved it in the last 5 minutes.
   */
  credential?: CredentialDeclaration;
  /** Fields that a failed answer has beside its ResponseStatus. */
  failure?: Readonly<Record<string, unknown>>;
  /** Headers of its own that a successful answer may carry. */
  headers?: Readonly<Record<string, { description: string; example: string }>>;
  /** A request body that succeeds on demo data; of a file, its text by media type. */
  example?: unknown;
}

/**
 * Whether an operation refuses names of a body that it does not know: all but those of the interface, whose clients
 * send records back with whatever else they hold. A misspelt `Scope` must not make an API key without limits.
 */
export function refusesUnknownNames({ order, companion }: ResourceDeclaration): boolean {
  return companion === true || order === 0;
}

const behindInterface = 100;

/** The place of a group among all of them. */
export function placeOf({ order, companion }: ResourceDeclaration): number {
  return companion ? behindInterface + order : order;
}

/** The path's own name; name: the handler's, which is that of the first path. */
export function nameAt(
  path: string,
  { name, declaration }: { name: string; declaration: EndpointDeclaration },
): OperationName {
  const at = pathsOf(declaration).indexOf(path);
  return at === 0 ? { id: name, summary: declaration.summary } : declaration.also![at - 1];
}

/** The names of a path's placeholders: `/Line/{LineId}` has `LineId`. */
export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
}

export function pathsOf({ path }: Pick<EndpointDeclaration, 'path'>): readonly string[] {
  return typeof path === 'string' ? [path] : path;
}
