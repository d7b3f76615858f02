import { Injectable } from '@nestjs/common';
import type { Principal } from '../../auth/accounts/principal.js';
import { currentCall } from '../../context/call-context.js';
import type { Change } from '../../database/audit/change-log.js';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { fieldError, type FieldError } from '../../record/field-error.js';
import type { Class } from '../../record/field-types.js';
import { isSent, ListResult, RowSource, type ListOptions } from '../../record/lists/list-options.js';

/** An encrypted SSN and its encryption context, for example `contacts.SSN:42`. */
export interface EncryptedValue {
  readonly encrypted: string | null;
  readonly place: string;
}

/**
 * A record class with an SSN. `list` is the name of the list of ids of such records in an audit row. `placeOf` returns
 * the encryption context of the SSN.
 */
export interface EncryptedRecord<T> {
  readonly record: Class<T>;
  readonly list: string;
  idOf(owner: T): number;
  placeOf(owner: T): string;
}

interface Disclosure {
  /** The fields of the caller's request, for the audit row. */
  request: Record<string, unknown>;
  options: ListOptions;
}

/**
 * Maximum number of disclosed records that the audit row names by id. For more records it has only the fields of the
 * request.
 */
const mostNamed = 100;

type SentSsn = string | null | undefined;

const shownDigits = 4;
const form = /^\d{3}-?\d{2}-?\d{4}$/;

/** Encrypts stored social security numbers (SSNs), and masks them for all callers but Administrators. */
@Injectable()
export class SsnService {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {}

  /** Returns the list with each SSN masked, or in full if the caller may see it and asks for it (see `inFull`). */
  show<T extends { SSN: string | null }>(
    caller: Principal,
    list: ListResult<T>,
    whose: EncryptedRecord<T>,
    { request, options }: Disclosure,
  ): ListResult<T> {
    if (!isSent(options, 'SSN')) return list;
    const rows = inFull(caller, options)
      ? this.disclosed(list.rows, whose, request)
      : list.rows.map((owner) => this.withNumber(owner, whose, maskedSsn));
    return new ListResult(rows, list.total);
  }

  /** Returns the record with its SSN masked, or in full if the caller may see it and asks for it (see `inFull`). */
  async showOne<T extends { SSN: string | null }>(
    caller: Principal,
    owner: T,
    whose: EncryptedRecord<T>,
    options: ListOptions,
  ): Promise<T> {
    // The ETag covers the whole record, also if the response has only some of its fields.
    if (!inFull(caller, options)) return this.withNumber(owner, whose, maskedSsn);
    await this.audit([readOf(whose, String(whose.idOf(owner)), {})]);
    return this.withNumber(owner, whose);
  }

  /** One error if the sent SSN is neither nine digits nor the mask of the stored SSN; else an empty list. */
  errors(sent: SentSsn, stored?: EncryptedValue): FieldError[] {
    if (!sent || form.test(sent) || (stored && this.isMask(sent, stored))) return [];
    return [fieldError('Invalid', 'SSN', 'must be nine digits, with hyphens (123-45-6789) or without')];
  }

  /**
   * The value to store for the sent SSN: the encrypted SSN, or null or '' to remove the stored one. undefined means
   * that the stored value remains.
   */
  toStore(sent: SentSsn, stored: EncryptedValue): string | null | undefined {
    // A client receives null for an SSN that cannot be decrypted. If it sends null back, keep the stored value: the
    // service can decrypt it once the right FIELD_KEY is configured.
    if (!sent) return stored.encrypted && this.opened(stored) === undefined ? undefined : sent;
    return this.isMask(sent, stored) ? undefined : this.cipher.encrypt(sent, stored.place);
  }

  /** Whether `sent` is the mask of the stored SSN: the client received the mask and sent it back. */
  private isMask(sent: string, stored: EncryptedValue): boolean {
    const ssn = this.opened(stored);
    return ssn !== undefined && sent === maskedSsn(ssn);
  }

  /** The decrypted SSN; undefined if no SSN is stored or it cannot be decrypted. */
  private opened({ encrypted, place }: EncryptedValue): string | undefined {
    return encrypted ? this.cipher.open(encrypted, place) : undefined;
  }

  /**
   * Decrypts the SSNs of a list. Before the client gets a batch of rows, the audit records the read of each SSN in it,
   * so that it is found by the id of the record. The first entry has the fields of the request too.
   */
  private disclosed<T extends { SSN: string | null }>(
    rows: RowSource<T>,
    whose: EncryptedRecord<T>,
    request: Record<string, unknown>,
  ): RowSource<T> {
    return new RowSource(async () => {
      const opened = await rows.open();
      const { first, rest } = opened;
      const isNamed = !rest && first.length <= mostNamed;
      const ids = isNamed ? { [whose.list]: first.map((owner) => whose.idOf(owner)) } : {};
      let call: Change[] = [readOf(whose, '*', { ...request, ...ids })];
      const shown = new RowSource(() => Promise.resolve(opened)).mapBatches(async (owners) => {
        const reads = owners.flatMap((owner) => (owner.SSN ? [readOf(whose, String(whose.idOf(owner)))] : []));
        await this.audit([...call, ...reads]);
        call = [];
        return owners.map((owner) => this.withNumber(owner, whose));
      });
      return shown.open();
    });
  }

  private withNumber<T extends { SSN: string | null }>(
    owner: T,
    whose: EncryptedRecord<T>,
    shown: (ssn: string) => string = (ssn) => ssn,
  ): T {
    if (!owner.SSN) return owner;
    const ssn = this.opened({ encrypted: owner.SSN, place: whose.placeOf(owner) });
    owner.SSN = ssn === undefined ? null : shown(ssn);
    return owner;
  }

  private async audit(reads: readonly Change[]): Promise<void> {
    const call = currentCall();
    if (call) call.showsSecret = true;
    if (reads.length === 0) return;
    await this.db.tx(async () => reads.forEach((read) => this.db.audited(read)));
  }
}

function readOf<T>({ record }: EncryptedRecord<T>, Id: string, After?: Record<string, unknown>): Change {
  return { Record: record.name, Id, Action: 'ReadSSN', ...(After && { After }) };
}

/**
 * Whether the caller gets the SSN in full: only Administrators do, and only if the query parameter `fields` names SSN.
 */
function inFull(caller: Principal, options: ListOptions): boolean {
  return caller.isAdministrator && options.fields !== undefined && isSent(options, 'SSN');
}

/** The masked SSN: `***-**-1234`. An SSN of four digits or fewer is masked completely. */
export function maskedSsn(ssn: string): string {
  const digits = ssn.replaceAll(/\D/g, '');
  return `***-**-${digits.length > shownDigits ? digits.slice(-shownDigits) : '****'}`;
}
