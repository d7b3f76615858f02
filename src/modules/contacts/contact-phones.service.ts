import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Config } from '../../config/config.js';
import type { Bound } from '../../record/bind.js';
import { mostListed } from '../../record/field-error.js';
import { readPhone, type Country } from '../../record/values/phone.js';
import type { Contact } from './contact.entity.js';

/**
 * The number of contact `c` that text messages go to, and to which SMSOptIn belongs: Phone, or PhoneAlt without it. It
 * is in E.164 form if it is valid, else as written, and '' without a number.
 */
export const textNumber = sql`CASE WHEN COALESCE(c.Phone, '') <> '' THEN COALESCE(c.PhoneE164, c.Phone)
  ELSE COALESCE(c.PhoneAltE164, c.PhoneAlt, '') END`;

/** The same number as written: it tells whether text messages may go to the number. */
export const writtenNumber = sql`COALESCE(NULLIF(c.Phone, ''), c.PhoneAlt, '')`;

type Consent = Partial<Pick<Contact, 'Phone' | 'PhoneAlt' | 'SMSOptIn'>>;

/** The number of `textNumber`, of a contact that was read. */
function textNumberOf({ Phone, PhoneAlt }: Consent, country: Country): string {
  const written = Phone || PhoneAlt || '';
  return readPhone(written, country).e164 ?? written;
}

/**
 * SMSOptIn as false if undoing a change, by the values `sent`, changes the number for which consent was given, and does
 * not state SMSOptIn itself; else nothing. Another spelling of the same number changes nothing.
 */
export function withdrawnConsent(sent: Consent, before: Consent, country: Country): { SMSOptIn?: false } {
  const isKept = !before.SMSOptIn || sent.SMSOptIn !== undefined;
  if (isKept || (sent.Phone === undefined && sent.PhoneAlt === undefined)) return {};
  const { Phone = before.Phone, PhoneAlt = before.PhoneAlt } = sent;
  const isSame = textNumberOf({ Phone, PhoneAlt }, country) === textNumberOf(before, country);
  return isSame ? {} : { SMSOptIn: false };
}

@Injectable()
export class ContactPhonesService {
  constructor(private readonly config: Config) {}

  /**
   * The Meta of a response to a call that wrote contacts: `Warnings` has a sentence for each sent number that can get
   * no text messages. `placeOf` returns the place of a contact in the request, such as `Contacts[0].`.
   */
  warnings(sent: readonly Bound<Contact>[] = [], placeOf = (_at: number): string => ''): { Warnings?: string } {
    const warnings = sent.flatMap((contact, at) =>
      (['Phone', 'PhoneAlt'] as const).flatMap((name) => {
        const untextable = contact[name] ? readPhone(contact[name], this.config.country).untextable : undefined;
        return untextable === undefined ? [] : [`${placeOf(at)}${name} ${untextable}.`];
      }),
    );
    return warnings.length > 0 ? { Warnings: warnings.slice(0, mostListed).join(' ') } : {};
  }
}
