import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, Gone, NotFound } from '../../../errors/errors.js';
import { HandlerResult } from '../../../http/endpoint/handler-result.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { ContactsService } from '../contacts.service.js';
import { DuplicatesService } from './duplicates.service.js';
import { ContactDifferencesService } from './contact-differences.service.js';
import {
  DifferencesResponse,
  DifferentRequest,
  DuplicatesResponse,
  MergeRequest,
  MergeResponse,
  MergesRequest,
  MergesResponse,
  UnmergeRequest,
} from './merge.records.js';
import { MergeService } from './merge.service.js';

const differentPath = '/v1/Contacts/Duplicates/Different';
const mergesPath = '/v1/Contacts/Merges';

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
    private readonly differences: ContactDifferencesService,
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
      'or name and birth date. A contact can be in several groups. A group does not list a contact that is marked as ' +
      'different from all others of the group, and a group without two unmarked contacts is not listed.',
  })
  async listDuplicates(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Duplicates: await this.duplicates.list(caller, options) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: differentPath,
    response: DifferencesResponse,
    summary: 'List contacts that are different people',
    description: 'Lists the pairs of contacts that were marked as different people, newest first, if you can see both.',
  })
  listDifferentContacts(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Different: this.differences.list(caller, options) };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: differentPath,
    request: DifferentRequest,
    response: DifferencesResponse,
    summary: 'Mark contacts as different people',
    description:
      'Marks each two of the contacts as different people, for all users: the list of possible duplicates no longer ' +
      'groups the two. All owners must be in scope. Returns all pairs of the contacts.',
    errors: [NotFound, Forbidden],
    example: { Contacts: [{ ContactId: 7 }, { ContactId: 19 }] },
  })
  async markDifferentContacts(@Input() request: Bound<DifferentRequest>, @Caller() caller: Principal) {
    return { Different: await this.differences.mark(caller, request) };
  }

  @Endpoint({
    verb: 'DELETE',
    delegable: true,
    path: differentPath,
    request: DifferentRequest,
    response: DifferencesResponse,
    summary: 'Unmark contacts as different people',
    description: 'Takes back the marks between the contacts, and returns them. All owners must be in scope.',
    errors: [NotFound, Forbidden],
    example: { Contacts: [{ ContactId: 7 }, { ContactId: 19 }] },
  })
  async unmarkDifferentContacts(@Input() request: Bound<DifferentRequest>, @Caller() caller: Principal) {
    return { Different: await this.differences.unmark(caller, request) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: mergesPath,
    response: MergesResponse,
    summary: 'List merges',
    description:
      'Lists the merged contacts, newest merge first, if the owners of both contacts are in scope. A merge that was ' +
      'undone is not listed.',
  })
  listMerges(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Merges: this.merges.list(caller, options) };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: mergesPath,
    request: MergesRequest,
    response: MergeResponse,
    summary: 'Make many merges',
    description:
      'Makes up to 50 merges, all or none, each as the merge of one contact does. No contact may be in two merges. ' +
      'Each error has the place of its merge. Returns the remaining contacts in the order sent.',
    errors: [NotFound, Forbidden, Conflict],
    example: { Merges: [{ ContactId: 43, From: [55] }] },
  })
  async mergeManyContacts(
    @Input() request: Bound<MergesRequest>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    const dropped = await this.merges.mergeAll(caller, request);
    const ids = request.Merges!.map(({ ContactId }) => ContactId!);
    return answerOf({ Contacts: await this.contacts.readAll(caller, ids, options) }, dropped);
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
      'this contact has already, and marks of these contacts as different people. ' +
      'All owners must be in scope. 409 for a contact that another agent has locked, and ' +
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
    return answerOf({ Contacts: [await this.contacts.read(caller, request.ContactId, options)] }, dropped);
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

/** A response whose Meta.Dropped counts the dropped records of each kind. */
function answerOf<T extends object>(answer: T, dropped: ReadonlyMap<string, number>): HandlerResult<T> {
  const Dropped = [...dropped].map(([record, count]) => `${count} ${record}`).join(', ');
  return new HandlerResult(answer, { meta: Dropped ? { Dropped } : {} });
}
