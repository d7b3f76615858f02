import { Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/guards/principal.js';
import { currentCall } from '../../context/call-context.js';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { Class } from '../../record/field-types.js';
import { changed, ListResult, RowSource, type ListOptions } from '../../record/lists/list-options.js';

/** A number as it is stored; place: what it is bound to (`contacts.SSN:42`). */
export interface StoredSsn {
  readonly sealed: string | null;
  readonly place: string;
}

/** Records with a number: their class, what a list of their ids is called; of one its id and its number's place. */
export interface SsnOwner<T> {
  readonly record: Class<T>;
  readonly list: string;
  idOf(owner: T): number;
  placeOf(owner: T): string;
}

interface Asked {
  /** What for, as the audit tells it. */
  asked: Record<string, unknown>;
  options: ListOptions;
}

/** Records that the audit of a list names one by one; of more it keeps what was asked for. */
const mostNamed = 100;

type Sent = string | null | undefined;

const shown = 4;
const form = /^\d{3}-?\d{2}-?\d{4}$/;

/** Social security numbers: encrypted where they are stored, and masked for all but a few. */
@Injectable()
export class SsnService {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  /** A list with its numbers as the caller sees them. */
  show<T extends { SSN: string | null }>(
    caller: Principal,
    list: ListResult<T>,
    whose: SsnOwner<T>,
    { asked, options }: Asked,
  ): ListResult<T> {
    if (!isSent(options)) return list;
    const rows = inFull(caller, options)
      ? this.disclosed(list.rows, whose, asked)
      : list.rows.map((owner) => this.withNumber(owner, whose, maskedSsn));
    return new ListResult(rows, list.total);
  }

  /** A record with its number as the caller sees it. */
  async showOne<T extends { SSN: string | null }>(
    caller: Principal,
    owner: T,
    whose: SsnOwner<T>,
    options: ListOptions,
  ): Promise<T> {
    if (!isSent(options)) return owner;
    if (!inFull(caller, options)) return this.withNumber(owner, whose, maskedSsn);
    await this.audit(whose, String(whose.idOf(owner)), {});
    return this.withNumber(owner, whose);
  }

  /** What is wrong with a number that was sent. */
  errors(sent: Sent, stored?: StoredSsn): FieldError[] {
    if (!sent || form.test(sent) || (stored && this.isMask(sent, stored))) return [];
    return [fieldError('Invalid', 'SSN', 'must be nine digits, with hyphens (123-45-6789) or without')];
  }

  /** What to store in place of what is stored; undefined: it stays. */
  toStore(sent: Sent, stored: StoredSsn): string | null | undefined {
    // A number that cannot be read is sent as unset: sent back like that, it stays for a FIELD_KEY that reads it.
    if (!sent) return stored.sealed && this.opened(stored) === undefined ? undefined : sent;
    return this.isMask(sent, stored) ? undefined : this.cipher.encrypt(sent, stored.place);
  }

  /** A record that is sent back as it came changes nothing. */
  private isMask(sent: string, stored: StoredSsn): boolean {
    const ssn = this.opened(stored);
    return ssn !== undefined && sent === maskedSsn(ssn);
  }

  /** undefined: there is none, or it cannot be read. */
  private opened({ sealed, place }: StoredSsn): string | undefined {
    return sealed ? this.cipher.open(sealed, place) : undefined;
  }

  /** Numbers in full. Who reads them, and whose where these are few, is written down before the first row goes out. */
  private disclosed<T extends { SSN: string | null }>(
    rows: RowSource<T>,
    whose: SsnOwner<T>,
    asked: Record<string, unknown>,
  ): RowSource<T> {
    return new RowSource(async () => {
      const opened = await rows.open();
      const { first, rest } = opened;
      const isNamed = !rest && first.length <= mostNamed;
      const ids = isNamed ? { [whose.list]: first.map((owner) => whose.idOf(owner)) } : {};
      try {
        await this.audit(whose, '*', { ...asked, ...ids });
      } catch (error) {
        rest?.leave();
        throw error;
      }
      return changed(opened, (owner) => this.withNumber(owner, whose));
    });
  }

  private withNumber<T extends { SSN: string | null }>(
    owner: T,
    whose: SsnOwner<T>,
    shown: (ssn: string) => string = (ssn) => ssn,
  ): T {
    if (!owner.SSN) return owner;
    const ssn = this.opened({ sealed: owner.SSN, place: whose.placeOf(owner) });
    owner.SSN = ssn === undefined ? null : shown(ssn);
    return owner;
  }

  private async audit<T>({ record }: SsnOwner<T>, id: string, After: Record<string, unknown>): Promise<void> {
    const call = currentCall();
    if (call) call.showsSecret = true;
    await this.db.tx(async () => this.db.audited({ Record: record.name, Id: id, Action: 'ReadSSN', After }));
  }
}

function names({ fields }: ListOptions): boolean {
  return fields?.some(({ name }) => name === 'SSN') ?? false;
}

/** Whether the answer has the numbers: what is not sent is not decrypted. */
function isSent(options: ListOptions): boolean {
  return !options.fields || names(options);
}

/** Numbers are shown in full to an Administrator alone, and only where the call names the field. */
function inFull(caller: Principal, options: ListOptions): boolean {
  return caller.isAdministrator && names(options);
}

/**
 * A social security number as all but Administrators see it: `***-**-1234`. One
 * of four digits or fewer is hidden whole.
 */
export function maskedSsn(ssn: string): string {
  const digits = ssn.replaceAll(/\D/g, '');
  return `***-**-${digits.length > shown ? digits.slice(-shown) : '****'}`;
}
