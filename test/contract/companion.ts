import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ofExtras } from '../support/suites/of-extras.js';
import type { Group } from './group.js';
import type { Fields } from './records.js';

/** The exports of each file in `companion/`: groups of operations, their records, and values for their placeholders. */
interface Part {
  groups: Readonly<Record<string, Group>>;
  records: Readonly<Record<string, Fields>>;
  placeholders: Readonly<Record<string, string>>;
}

const load = createRequire(__filename);
const folder = join(__dirname, 'companion');
const parts = readdirSync(folder).map((file) => load(join(folder, file)) as Part);

/** The groups of companion operations by name, such as `C2 Locations`. */
export const companionGroups: Part['groups'] = Object.assign({}, ...parts.map(({ groups }) => groups), ofExtras.groups);

/** The records that only companion operations send. */
export const companionRecords: Part['records'] = Object.assign({}, ...parts.map(({ records }) => records));

/** A value for each placeholder in the paths of companion operations. */
export const companionPlaceholders: Part['placeholders'] = Object.assign(
  {},
  ...parts.map(({ placeholders }) => placeholders),
);
