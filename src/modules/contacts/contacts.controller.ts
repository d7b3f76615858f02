import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound, PreconditionFailed } from '../../errors/errors.js';
import { HandlerResult } from '../../http/endpoint/handler-result.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { ContactPhonesService } from './contact-phones.service.js';
import { ContactChangesService } from './contact-changes.service.js';
import { Contact } from './contact.entity.js';
import { ContactFilter, ContactListRequest, ContactRequest, ContactsResponse as response } from './contacts.records.js';
import { ContactsService } from './contacts.service.js';
import { ContactSearchService } from './search/contact-search.service.js';

const path = '/v1/Contacts/{ContactId}';
const kept =
  'Fields that the service writes (ContactId, DateCreated, LastContact, HasGiftCard, the deletion and the lock) are ' +
  'ignored. A masked SSN that is sent back changes nothing. Meta.Warnings lists sent numbers without text messages.';

@Resource(groups.contacts)
export class ContactsController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly search: ContactSearchService,
    private readonly changes: ContactChangesService,
    private readonly phones: ContactPhonesService,
  ) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Contacts',
    request: ContactRequest,
    query: ContactFilter,
    response,
    summary: 'List or search contacts',
    description:
      'Lists the contacts in scope or shared with your agent, by Name and ContactId. SSN is masked unless an ' +
      'Administrator names it in `fields`.',
  })
  async listContacts(
    @Input() filter: Bound<ContactRequest & ContactFilter>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Contacts: await this.search.list(caller, filter, options) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path,
    request: ContactRequest,
    response,
    summary: 'Read a contact',
    description: 'Only Administrators can read a deleted contact. Meta.MergedInto names the contact that replaced it.',
    errors: [NotFound, Forbidden],
    etag: Contact,
  })
  async readContact(
    @Input() { ContactId }: BoundWith<ContactRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    const contact = await this.contacts.find(caller, ContactId, options);
    return new HandlerResult({ Contacts: [contact] }, { meta: await this.contacts.mergedInto(contact) });
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Contacts',
    request: Contact,
    response,
    summary: 'Add a contact',
    description:
      'Send at least one of Name, FirstName, LastName and BusinessName. AgentId defaults to your agent, and Name to ' +
      '"FirstName LastName". 409 for a ContactGUID in use. Meta.PossibleDuplicates lists up to 10 contacts that you ' +
      `can see with the same e-mail address or telephone number. ${kept}`,
    errors: [Forbidden, Conflict],
    example: { FirstName: 'Ada', LastName: 'Lovelace', EmailWork: 'ada@example.com', Phone: '(505) 555-0142' },
  })
  async addContact(@Input() sent: Bound<Contact>, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    const added = await this.changes.create(caller, sent);
    const meta = { ...(await this.search.duplicates(caller, added)), ...this.phones.warnings([sent]) };
    return new HandlerResult({ Contacts: [await this.contacts.read(caller, added.ContactId, options)] }, { meta });
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path,
    request: Contact,
    response,
    summary: 'Change a contact',
    description:
      'Changes the fields that you send. The owner must be in scope. Another AgentId in scope transfers the contact ' +
      `and ends its lock. 409 for a contact that another agent has locked, and for another ContactGUID. ${kept}`,
    errors: [NotFound, Forbidden, Conflict],
    example: { Phone: '(505) 555-0143', Tags: 'VIP' },
  })
  async changeContact(
    @Input() sent: BoundWith<Contact, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.changes.change(caller, sent.ContactId, sent);
    const meta = this.phones.warnings([sent]);
    return new HandlerResult({ Contacts: [await this.contacts.read(caller, sent.ContactId, options)] }, { meta });
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path: '/v1/Contacts',
    request: ContactListRequest,
    response,
    summary: 'Change many contacts',
    description:
      'Changes each contact like PUT /v1/Contacts/{ContactId}, all or none. 412 if a contact has another Version ' +
      `than the one that you send; the error of each such contact has the present one as Meta.Version. ${kept}`,
    errors: [NotFound, Forbidden, Conflict, PreconditionFailed],
    example: { Contacts: [{ ContactId: 1, Tags: 'VIP' }] },
  })
  async changeContacts(
    @Input() sent: Bound<ContactListRequest>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    const ids = await this.changes.changeAll(caller, sent.Contacts);
    const meta = this.phones.warnings(sent.Contacts, (at) => `Contacts[${at}].`);
    return new HandlerResult({ Contacts: await this.contacts.readAll(caller, ids, options) }, { meta });
  }

  @Endpoint({
    verb: 'DELETE',
    delegable: true,
    path,
    request: ContactRequest,
    response,
    summary: 'Delete a contact',
    description: 'Lists and searches then leave the contact out. 409 for a contact that another agent has locked.',
    errors: [NotFound, Forbidden, Conflict],
  })
  async removeContact(
    @Input() { ContactId }: BoundWith<ContactRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.changes.remove(caller, ContactId);
    return { Contacts: [await this.contacts.read(caller, ContactId, options)] };
  }
}

export class ContactHistoryController extends HistoryOf(ContactsController, 'readContact', 'changeContact') {}
