import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import { Db } from '../../database/db.js';
import { chunksOf } from '../../database/sql/chunks.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import { nameKey } from '../../record/values/folded.js';
import { ContactSearchService } from '../contacts/search/contact-search.service.js';
import type { ImportSettings } from './import.entity.js';
import type { PreparedFile } from './reading/prepared.js';

type Named = Partial<Record<(typeof names)[number], unknown>>;
type Row = PreparedFile['rows'][number];

const names = ['FirstName', 'LastName', 'Name', 'BusinessName'] as const;
const kinds = {
  email: { fields: ['EmailWork', 'EmailPersonal'], noun: 'e-mail address' },
  phone: { fields: ['Phone', 'PhoneAlt'], noun: 'telephone number' },
} as const;
const mostNamed = 10;
/** Maximum number of contacts in one query. */
const mostAtOnce = 400;

/** Finds the contacts of lines without ContactId by their e-mail addresses or telephone numbers. */
@Injectable()
export class MatchesService {
  constructor(
    private readonly db: Db,
    private readonly search: ContactSearchService,
  ) {}

  /**
   * Gives each line without ContactId that of the visible contact with the same address or number. A line whose name
   * differs is doubtful. A line that fits several contacts, or a contact that another line changes, is left out.
   */
  async match(caller: Principal, { Match }: ImportSettings, file: PreparedFile): Promise<PreparedFile> {
    if (Match === 'key') return file;
    const { fields, noun } = kinds[Match];
    const open = file.rows.filter(({ line, json }) => !json.ContactId && !file.errors.has(line));
    const found = await this.search.alike(
      caller,
      open.map(({ json }) => Object.fromEntries(fields.map((name) => [name, json[name]]))),
    );
    const matched = new Map<Row, number>();
    const [doubts, leftOut] = [new Map(file.doubts), new Map<number, readonly FieldError[]>()];
    for (const [at, row] of open.entries()) {
      const { ids } = found[at];
      if (ids.length === 1) matched.set(row, ids[0]);
      else if (ids.length > 1) leftOut.set(row.line, [several(noun, ids)]);
    }
    const stored = await this.namesOf([...new Set(matched.values())]);
    const others = new Map<Row, string | undefined>();
    for (const [row, id] of matched) {
      others.set(row, otherName(row.json, stored.get(id) ?? {}));
      if (isTurnOver()) await nextTurn();
    }
    const taken = new Map(
      file.rows.flatMap(({ line, json }) => (json.ContactId ? [[Number(json.ContactId), line]] : [])),
    );
    // Of several lines for one contact, the first one with its name has precedence.
    const byName = [...matched].sort(([one], [other]) => Number(!!others.get(one)) - Number(!!others.get(other)));
    for (const [row, id] of byName) {
      const first = taken.get(id);
      const other = others.get(row);
      if (first !== undefined)
        leftOut.set(row.line, [ofLine(`has the ${noun} of contact ${id}, as line ${first} has`)]);
      else {
        taken.set(id, row.line);
        row.json.ContactId = id;
        const rest = `differs from that of contact ${id}, which has the same ${noun}`;
        if (other) doubts.set(row.line, [...(doubts.get(row.line) ?? []), fieldError('Mismatch', other, rest)]);
      }
    }
    return { ...file, rows: file.rows.filter(({ line }) => !leftOut.has(line)), doubts, leftOut };
  }

  private async namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, Named>> {
    const stored = new Map<number, Named>();
    for (const some of chunksOf(ids, mostAtOnce)) {
      const rows = await this.db.all<Named & { ContactId: number }>(sql`SELECT c.ContactId AS ContactId,
        c.FirstName AS FirstName, c.LastName AS LastName, c.Name AS Name, c.BusinessName AS BusinessName
        FROM contacts c WHERE c.ContactId IN (${join(some)})`);
      for (const row of rows) stored.set(row.ContactId, row);
    }
    return stored;
  }
}

function several(noun: string, ids: readonly number[]): FieldError {
  const listed = ids.slice(0, mostNamed).join(', ');
  return ofLine(
    `has the ${noun} of ${ids.length} contacts (${listed}): put the ContactId of one of them into the file`,
  );
}

function ofLine(message: string): FieldError {
  return { ErrorCode: 'Duplicate', FieldName: '', Message: `${message}.` };
}

/** The field with a name that is not that of the stored contact; undefined if none differs. */
function otherName(sent: Named, stored: Named): string | undefined {
  const keyOf = (value: unknown): string => (typeof value === 'string' ? nameKey(value).trim() : '');
  const isPerson = keyOf(sent.FirstName) !== '' || keyOf(sent.LastName) !== '';
  const compared = names.filter((name) => keyOf(sent[name]) !== '' && !(isPerson && name === 'BusinessName'));
  const known = compared.filter((name) => keyOf(stored[name]) !== '');
  // A contact that has none of these names, such as a business, has another name.
  if (known.length === 0) return keyOf(stored.Name) === '' ? undefined : compared.at(0);
  return known.find((name) => keyOf(sent[name]) !== keyOf(stored[name]));
}
