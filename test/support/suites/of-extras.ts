import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Group, Verb } from '../../contract/group.js';

/**
 * What the suites that walk through all operations, tables or commands must know of an extra: the exports of its
 * `test/suites.ts`. Without the folder of the extra they know nothing of it.
 */
export interface OfExtra {
  /** Routes under /v1 that belong to no group, with their verbs. */
  routes?: Readonly<Record<string, readonly Verb[]>>;
  /** Groups of operations, as those in `test/contract/companion`. */
  groups?: Readonly<Record<string, Group>>;
  /** The paths of operations that need no credentials. */
  open?: readonly string[];
  /** The paths of POSTs that change a credential of the user `{UserId}`, by operation. */
  credentials?: Readonly<Record<string, string>>;
  /** Operations whose response has a secret. */
  secret?: readonly string[];
  /** The status of examples that cannot succeed on a demo, by operation. */
  examples?: Readonly<Record<string, number>>;
  /** Tables that a demo leaves empty. */
  emptyInDemo?: readonly string[];
  /** Tables that change with every call. */
  changing?: readonly string[];
  /** Metrics that the extra adds. */
  metrics?: readonly string[];
  /** Commands that check the whole database, and succeed unless it was damaged. */
  checks?: readonly string[];
}

const load = createRequire(__filename);
const folder = join(__dirname, '../../../src/extras');
const suites = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'test/suites.ts')) : [];
const extras = suites.filter((file) => existsSync(file)).map((file) => load(file) as OfExtra);

export const ofExtras = {
  routes: Object.assign({}, ...extras.map(({ routes }) => routes)) as NonNullable<OfExtra['routes']>,
  groups: Object.assign({}, ...extras.map(({ groups }) => groups)) as NonNullable<OfExtra['groups']>,
  credentials: Object.assign({}, ...extras.map(({ credentials }) => credentials)) as NonNullable<
    OfExtra['credentials']
  >,
  open: extras.flatMap(({ open = [] }) => open),
  secret: extras.flatMap(({ secret = [] }) => secret),
  examples: Object.assign({}, ...extras.map(({ examples }) => examples)) as NonNullable<OfExtra['examples']>,
  emptyInDemo: extras.flatMap(({ emptyInDemo = [] }) => emptyInDemo),
  changing: extras.flatMap(({ changing = [] }) => changing),
  metrics: extras.flatMap(({ metrics = [] }) => metrics),
  checks: extras.flatMap(({ checks = [] }) => checks),
};
