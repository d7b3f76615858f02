import { Injectable } from '@nestjs/common';
import { FieldCipher } from '../../database/sealed/field-cipher.js';
import { fieldError, type FieldError } from '../../record/field-error.js';

/** A number as it is stored; place: what it is bound to (`contacts.SSN:42`). */
export interface StoredSsn {
  readonly sealed: string | null;
  readonly place: string;
}

type Sent = string | null | undefined;

const shown = 4;
const form = /^\d{3}-?\d{2}-?\d{4}$/;

/** Social security numbers: encrypted where they are stored, and masked for all but a few. */
@Injectable()
export class SsnService {
  constructor(private readonly cipher: FieldCipher) {}

  /** The number, masked unless it is to be read in full; what is unset stays so. */
  open<T extends string | null>(sealed: T, place: string, inFull: boolean): T | string {
    if (!sealed) return sealed;
    const ssn = this.cipher.decrypt(sealed, place);
    return inFull ? ssn : maskedSsn(ssn);
  }

  /** What is wrong with a number that was sent. */
  errors(sent: Sent, stored?: StoredSsn): FieldError[] {
    if (!sent || form.test(sent) || (stored && this.isMask(sent, stored))) return [];
    return [fieldError('Invalid', 'SSN', 'must be nine digits, with hyphens (123-45-6789) or without')];
  }

  /** What to store in place of what is stored; undefined: it stays. */
  toStore(sent: Sent, stored: StoredSsn): string | null | undefined {
    if (!sent) return sent;
    return this.isMask(sent, stored) ? undefined : this.cipher.encrypt(sent, stored.place);
  }

  /** A record that is sent back as it came changes nothing. */
  private isMask(sent: string, { sealed, place }: StoredSsn): boolean {
    return sent === this.open(sealed, place, false);
  }
}

/**
 * A social security number as all but Administrators see it: `***-**-1234`. One
 * of four digits or fewer is hidden whole.
 */
export function maskedSsn(ssn: string): string {
  const digits = ssn.replaceAll(/\D/g, '');
  return `***-**-${digits.length > shown ? digits.slice(-shown) : '****'}`;
}
