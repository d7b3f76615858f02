import sql, { raw, type Sql } from 'sql-template-tag';
import { keyedBy } from '../../database/schema/name-keys.js';
import { quoted } from '../../database/sql/quoted.js';
import type { Contact } from './contact.entity.js';

export interface Choice {
  readonly id: 'ContactStatusId' | 'SourceTypeId' | 'ContactCategory' | 'JobID';
  readonly text: 'ContactStatusDesc' | 'SourceTypeDesc' | 'ContactCategoryName' | 'JobName';
  /** The table of the choices. Its columns have the names of those of a contact. */
  readonly table: string;
  readonly alias: string;
}

/** The ids of a contact whose texts follow them. */
export const choices: readonly Choice[] = [
  { id: 'ContactStatusId', text: 'ContactStatusDesc', table: 'contact_statuses', alias: 'cs' },
  { id: 'SourceTypeId', text: 'SourceTypeDesc', table: 'source_types', alias: 'so' },
  { id: 'ContactCategory', text: 'ContactCategoryName', table: 'contact_categories', alias: 'cc' },
  { id: 'JobID', text: 'JobName', table: 'jobs', alias: 'jo' },
];

type Texts = Record<Choice['text'], Sql>;

/** The texts of the contacts with the alias `c`: those of the lists, or else those of the contacts. Needs the joins. */
export const choiceTexts = Object.fromEntries(
  choices.map(({ text, alias }) => {
    const read = (column: string) => sql`COALESCE(${quoted(column, alias)}, ${quoted(column, 'c')})`;
    return [text, keyedBy(read(text), read(`${text}Key`))];
  }),
) as Texts;

export const choiceJoins: Readonly<Record<string, Sql>> = Object.fromEntries(
  choices.map(({ id, table, alias }) => [
    alias,
    sql`LEFT JOIN ${raw(`${table} ${alias}`)} ON ${quoted(id, alias)} = ${quoted(id, 'c')}`,
  ]),
);

/** The names of the choices that lists have, by the id of each. */
export type KnownChoices = ReadonlyMap<Choice['id'], ReadonlyMap<number, string>>;

/**
 * The texts to write with `sent`. If the list has the id, its text is written instead of a sent text. Without it, the
 * sent text is written, unless the id changes and the text is the stored one, which the client has sent back.
 */
export function followingTexts(sent: Partial<Contact>, known: KnownChoices, before?: Contact): Partial<Contact> {
  const texts: Partial<Contact> = {};
  for (const { id, text } of choices) {
    if (sent[id] === undefined && sent[text] === undefined) continue;
    const nameOf = (value: number | null | undefined): string | undefined => known.get(id)?.get(value ?? 0);
    const [old = null, now = old] = [before?.[id], sent[id]];
    const name = nameOf(now);
    if (now === old) texts[text] = name === undefined ? sent[text] : undefined;
    else if (name !== undefined) texts[text] = name;
    else texts[text] = sent[text] === (nameOf(old) ?? before?.[text]) ? null : (sent[text] ?? null);
  }
  return texts;
}
