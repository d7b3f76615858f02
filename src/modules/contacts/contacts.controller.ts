import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles, withMeta } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { ContactChanges } from './contact-changes.service.js';
import { Contact } from './contact.entity.js';
import { contactsGroup } from './contacts.group.js';
import { ContactFilter, ContactRequest, ContactsResponse } from './contacts.records.js';
import { ContactsService } from './contacts.service.js';
import { ContactSearch } from './search/contact-search.service.js';

const path = '/v1/Contacts/{ContactId}';
const response = ContactsResponse;
const kept =
  'What the service keeps by itself (ContactId, DateCreated, LastContact, HasGiftCard, the deletion and the lock) is ' +
  'ignored. An SSN that is sent as it was answered stays as it is.';

@Resource(contactsGroup)
export class ContactsController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly search: ContactSearch,
    private readonly changes: ContactChanges,
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
      'Those in scope or shared with the own agent, by Name and ContactId. SSN is masked but for an Administrator ' +
      'whose fields name it.',
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
    description: "A deleted one is an Administrator's to read.",
    errors: [NotFound, Forbidden],
    etag: true,
  })
  async readContact(
    @Input() { ContactId }: BoundWith<ContactRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Contacts: [await this.contacts.find(caller, ContactId, options)] };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Contacts',
    request: Contact,
    response,
    summary: 'Add a contact',
    description:
      'One of Name, FirstName, LastName and BusinessName is needed. AgentId is the own agent and Name "FirstName ' +
      'LastName" unless sent; a ContactGUID that is in use: 409. Meta.PossibleDuplicates names up to 10 visible ' +
      `contacts with the same e-mail address or telephone digits. ${kept}`,
    errors: [Forbidden, Conflict],
    example: { FirstName: 'Ada', LastName: 'Lovelace', EmailWork: 'ada@example.com', Phone: '(505) 555-0142' },
  })
  async addContact(@Input() sent: Bound<Contact>, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    const added = await this.changes.create(caller, sent);
    const duplicates = await this.search.duplicates(caller, added);
    const answer = { Contacts: [await this.contacts.read(caller, added.ContactId, options)] };
    return withMeta(answer, duplicates.length > 0 ? { PossibleDuplicates: duplicates.join(',') } : {});
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path,
    request: Contact,
    response,
    summary: 'Change a contact',
    description:
      'Changes what is sent; the owner is in scope. Another AgentId hands the contact over to that agent, who is in ' +
      `scope too. A contact that another agent holds, or another ContactGUID: 409. ${kept}`,
    errors: [NotFound, Forbidden, Conflict],
    example: { Phone: '(505) 555-0143', Tags: 'VIP' },
  })
  async changeContact(
    @Input() sent: BoundWith<Contact, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.changes.change(caller, sent.ContactId, sent);
    return { Contacts: [await this.contacts.read(caller, sent.ContactId, options)] };
  }

  @Endpoint({
    verb: 'DELETE',
    delegable: true,
    path,
    request: ContactRequest,
    response,
    summary: 'Delete a contact',
    description:
      'It is marked as deleted, and nothing finds it any more. Again: the same. One that another agent holds: 409.',
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

  @Endpoint({
    verb: 'POST',
    path: '/v1/Contacts/{ContactId}/Restore',
    access: roles(Role.Administrator),
    request: ContactRequest,
    response,
    summary: 'Restore a deleted contact',
    description: 'One that is not deleted stays as it is.',
    errors: [NotFound],
    example: {},
  })
  async restoreContact(
    @Input() { ContactId }: BoundWith<ContactRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.changes.restore(caller, ContactId);
    return { Contacts: [await this.contacts.read(caller, ContactId, options)] };
  }
}
