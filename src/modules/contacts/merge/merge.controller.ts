import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, Gone, NotFound } from '../../../errors/errors.js';
import { HandlerResult } from '../../../http/endpoint/handler-result.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { ContactsService } from '../contacts.service.js';
import { DuplicatesService } from './duplicates.service.js';
import { DuplicatesResponse, MergeRequest, MergeResponse, UnmergeRequest } from './merge.records.js';
import { MergeService } from './merge.service.js';

@Resource({
  name: 'Merge',
  title: 'Merging contacts',
  order: 14,
  companion: true,
  access: roles(Role.Agent, Role.Administrator),
})
export class MergeController {
  constructor(
    private readonly merges: MergeService,
    private readonly duplicates: DuplicatesService,
    private readonly contacts: ContactsService,
  ) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Contacts/Duplicates',
    response: DuplicatesResponse,
    summary: 'List possible duplicates',
    description:
      'Lists groups of contacts that you can see and that share an e-mail address, a telephone number, ' +
      'or name and birth date. A contact can be in several groups.',
  })
  async listDuplicates(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Duplicates: await this.duplicates.list(caller, options) };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Contacts/{ContactId}/Merge',
    request: MergeRequest,
    response: MergeResponse,
    summary: 'Merge contacts',
    description:
      'All records that refer to the contacts of From then refer to this contact. Each unset field takes the value ' +
      'of the first contact of From that has a value, unless Take names another contact. SMSOptIn comes with its ' +
      'telephone number, or is not set. DoNotContact is set if any of the contacts has it. The contacts of From are ' +
      'deleted, and their Meta.MergedInto names this contact. An activity with values of its own moves by a ' +
      'millisecond if this contact has one of the same agent, type and time. Meta.Dropped counts the records that ' +
      'this contact has already. All owners must be in scope. 409 for a contact that another agent has locked, and ' +
      'for open visits of two of the contacts at one location.',
    errors: [NotFound, Forbidden, Conflict],
    example: { From: [19], Take: { Phone: 19 } },
  })
  async mergeContacts(
    @Input() request: BoundWith<MergeRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    const dropped = await this.merges.merge(caller, request);
    const Dropped = [...dropped].map(([record, count]) => `${count} ${record}`).join(', ');
    const answer = { Contacts: [await this.contacts.read(caller, request.ContactId, options)] };
    return new HandlerResult(answer, { meta: Dropped ? { Dropped } : {} });
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Contacts/{ContactId}/Unmerge',
    request: UnmergeRequest,
    response: MergeResponse,
    summary: 'Undo a merge',
    description:
      'Undoes the last merge into this contact, up to 30 days later (410 after that). Restores the merged contacts ' +
      'and each value that has not changed since the merge. Meta.NotRestored counts the changes that were not ' +
      'undone. Returns this contact and the restored contacts. With the id of a merged contact, it undoes the merge ' +
      'into the contact that remained. 409 if no contact was merged into this one, or if a later merge must be ' +
      'undone first.',
    errors: [NotFound, Forbidden, Conflict, Gone],
    example: {},
  })
  async unmergeContacts(
    @Input() { ContactId }: BoundWith<UnmergeRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    const { ids, left } = await this.merges.unmerge(caller, ContactId);
    const answer = { Contacts: await this.contacts.readAll(caller, ids, options) };
    return new HandlerResult(answer, { meta: left > 0 ? { NotRestored: String(left) } : {} });
  }
}
