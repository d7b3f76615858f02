import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { Config } from '../../../config/config.js';
import { Db } from '../../../database/db.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import type { Guid } from '../../../record/fields.js';
import { noOptions, type ListResult } from '../../../record/lists/list-options.js';
import { fieldsOf } from '../../../record/metadata.js';
import { Contact } from '../contact.entity.js';
import { ContactSearchService } from './contact-search.service.js';
import { comparedName } from './name-words.js';
import { endingOf, matchOf, withMail, withPhone, type LookUp } from './search-terms.js';
import { rangeOf } from './term-conditions.js';
import { canBeWhole, fewestOfPart, isShort, wholeName } from './whole-names.js';

/** Number of last digits of a telephone number that the response shows, to distinguish customers. */
const endingDigits = 4;
/** Maximum number of contacts that are compared with a search that must not find hidden fields. */
const mostCompared = 200;
/** Maximum number of contacts with the same telephone number or e-mail address whose names are compared. */
const mostNamed = 100;

type FoundCustomer = Pick<Contact, 'ContactGUID' | 'Name' | 'FirstName' | 'LastName'> & { PhoneEnding: string };
type Named = Pick<Contact, 'ContactId' | 'ContactGUID' | 'LastName'>;
const compared: readonly string[] = [
  ...['ContactId', 'ContactGUID', 'Name', 'FirstName', 'LastName', 'BusinessName', 'Phone', 'PhoneAlt', 'EmailWork'],
  'EmailPersonal',
];

/** Finds the customer to check in, for receptionists and kiosks. */
@Injectable()
export class CustomerSearchService {
  constructor(
    private readonly db: Db,
    private readonly search: ContactSearchService,
    private readonly config: Config,
  ) {}

  /**
   * The first `most` contacts that match a search, among all contacts of the agency if `ofAgency`, else among those
   * that the caller may see: first the contacts of which it is a whole name, then those in which its words begin words,
   * each in the order of Name. A search of fewer than three letters finds only whole names, because a receptionist
   * could page through all customers with single letters. Among all contacts, a part of an e-mail address matches no
   * contact, and a part of a telephone number only if it consists of last digits that the response shows.
   */
  async first(caller: Principal, Search: string, most: number, ofAgency: boolean): Promise<FoundCustomer[]> {
    const { country } = this.config;
    const name = wholeName(Search);
    const matches = ofAgency && !caller.isAdministrator ? matchOf(Search, endingDigits, country) : undefined;
    const fields = fieldsOf(Contact).filter(({ name: field }) => compared.includes(field));
    const found = new Map<number, FoundCustomer>();
    const add = async (contacts: ListResult<Contact>, isMatch?: (contact: Contact) => boolean): Promise<void> => {
      for await (const contact of contacts) {
        if (found.size === most) return;
        if (isMatch && !isMatch(contact)) continue;
        const { ContactId, ContactGUID, Name, FirstName, LastName, Phone, PhoneAlt } = contact;
        const PhoneEnding = endingOf(Phone ?? PhoneAlt ?? '', endingDigits, country);
        found.set(ContactId, { ContactGUID, Name, FirstName, LastName, PhoneEnding });
      }
    };
    const options = { ...noOptions, fields };
    if (name !== '') await add(await this.search.named(caller, { name, ofAgency }, { ...options, take: most }));
    if (!isShort(name) || name === '') {
      const take = matches ? mostCompared : most;
      await add(await this.search.matches(caller, { Search, ofAgency }, { ...options, take }), matches);
    }
    return [...found.values()];
  }

  /** The error of a search that is too short even for a whole name; none if it has neither letter nor digit. */
  lengthErrors(Search: string): FieldError[] {
    const name = wholeName(Search);
    if (name === '' || !isShort(name) || canBeWhole(name)) return [];
    const rest =
      `must have at least ${fewestOfPart} letters or digits, or be a whole name of two letters or of one Chinese, ` +
      'Japanese or Korean character';
    return [fieldError('Length', 'Search', rest, { Min: String(fewestOfPart) })];
  }

  /** Whether a last name is that of a contact, without regard to letter case and accents. */
  isNamed(lastName: string, known: string | null): boolean {
    const wanted = comparedName(lastName);
    return wanted !== '' && comparedName(known ?? '') === wanted;
  }

  /**
   * The ContactId of the only contact with this e-mail address and last name; undefined if there is none or several.
   * Letter case and marks do not count.
   */
  async onlyWithMail(mail: string, lastName: string): Promise<number | undefined> {
    return (await this.onlyNamed(withMail(mail), lastName))?.ContactId;
  }

  /** As `onlyWithMail`, the ContactGUID of the only contact with this telephone number and last name. */
  async only(phone: string, lastName: string): Promise<Guid | undefined> {
    return (await this.onlyNamed(withPhone(phone, this.config.country), lastName))?.ContactGUID ?? undefined;
  }

  /**
   * The only contact with this term and last name; undefined if there is none or several, or if too many contacts have
   * the term to compare their names. A wrong term and a wrong name take equally long, so that the duration reveals
   * neither.
   */
  private async onlyNamed(term: LookUp, lastName: string): Promise<Named | undefined> {
    const found = await this.db.all<Named>(
      sql`SELECT c.ContactId AS ContactId, c.ContactGUID AS ContactGUID, c.LastName AS LastName
        FROM contact_terms t JOIN contacts c ON c.ContactId = t.ContactId
        WHERE ${rangeOf(term, 't')} ORDER BY t.Name, t.ContactId LIMIT ${mostNamed + 1}`,
    );
    const named = found.filter(({ LastName }) => this.isNamed(lastName, LastName));
    return named.length === 1 && found.length <= mostNamed ? named[0] : undefined;
  }
}
