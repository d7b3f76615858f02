import { Conflict, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { ContactStatus, ContactCategory } from './choices.entity.js';
import { ContactCategoriesResponse, ContactStatusesResponse } from './choices.records.js';
import { ChoicesService } from './choices.service.js';

const writers = roles(Role.Administrator);
const status = { request: ContactStatus, response: ContactStatusesResponse };
const category = { request: ContactCategory, response: ContactCategoriesResponse };
const keyed = 'The service assigns the id, unless you send one: contacts may already have it.';

@Resource(groups.lookUps)
export class ContactStatusesController {
  constructor(private readonly choices: ChoicesService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/ContactStatuses',
    response: ContactStatusesResponse,
    summary: 'List contact statuses',
    description: 'Lists the statuses of contacts by ContactStatusDesc.',
  })
  listContactStatuses(@ListQuery() options: ListOptions) {
    return { ContactStatuses: this.choices.statuses.list(options) };
  }

  @Endpoint({
    ...status,
    verb: 'GET',
    delegable: true,
    path: '/v1/ContactStatuses/{ContactStatusId}',
    summary: 'Read a contact status',
    errors: [NotFound],
    etag: ContactStatus,
  })
  async readContactStatus(@Input() { ContactStatusId }: BoundWith<ContactStatus, 'ContactStatusId'>) {
    return { ContactStatuses: [await this.choices.statuses.read(ContactStatusId)] };
  }

  @Endpoint({
    ...status,
    access: writers,
    verb: 'POST',
    path: '/v1/ContactStatuses',
    summary: 'Add a contact status',
    description: keyed,
    example: { ContactStatusDesc: 'Waiting for documents' },
    errors: [Conflict],
  })
  async addContactStatus(@Input() sent: Bound<ContactStatus>) {
    return { ContactStatuses: [await this.choices.statuses.addKeyed(sent)] };
  }

  @Endpoint({
    ...status,
    access: writers,
    verb: 'PUT',
    path: '/v1/ContactStatuses/{ContactStatusId}',
    summary: 'Change a contact status',
    description: 'All contacts with this ContactStatusId then have the new ContactStatusDesc.',
    example: { ContactStatusDesc: 'Client' },
    errors: [NotFound],
  })
  async changeContactStatus(@Input() { ContactStatusId, ...changes }: BoundWith<ContactStatus, 'ContactStatusId'>) {
    return { ContactStatuses: [await this.choices.statuses.change(ContactStatusId, changes)] };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/ContactCategories',
    response: ContactCategoriesResponse,
    summary: 'List contact categories',
    description: 'Lists the categories of contacts by ContactCategoryName.',
  })
  listContactCategories(@ListQuery() options: ListOptions) {
    return { ContactCategories: this.choices.categories.list(options) };
  }

  @Endpoint({
    ...category,
    verb: 'GET',
    delegable: true,
    path: '/v1/ContactCategories/{ContactCategory}',
    summary: 'Read a contact category',
    errors: [NotFound],
    etag: ContactCategory,
  })
  async readContactCategory(@Input() { ContactCategory }: BoundWith<ContactCategory, 'ContactCategory'>) {
    return { ContactCategories: [await this.choices.categories.read(ContactCategory)] };
  }

  @Endpoint({
    ...category,
    access: writers,
    verb: 'POST',
    path: '/v1/ContactCategories',
    summary: 'Add a contact category',
    description: keyed,
    example: { ContactCategoryName: 'Parent' },
    errors: [Conflict],
  })
  async addContactCategory(@Input() sent: Bound<ContactCategory>) {
    return { ContactCategories: [await this.choices.categories.addKeyed(sent)] };
  }

  @Endpoint({
    ...category,
    access: writers,
    verb: 'PUT',
    path: '/v1/ContactCategories/{ContactCategory}',
    summary: 'Change a contact category',
    description: 'All contacts with this ContactCategory then have the new ContactCategoryName.',
    example: { ContactCategoryName: 'Educator' },
    errors: [NotFound],
  })
  async changeContactCategory(@Input() { ContactCategory, ...changes }: BoundWith<ContactCategory, 'ContactCategory'>) {
    return { ContactCategories: [await this.choices.categories.change(ContactCategory, changes)] };
  }
}

export class ContactStatusHistoryController extends HistoryOf(
  ContactStatusesController,
  'readContactStatus',
  'changeContactStatus',
) {}
export class ContactCategoryHistoryController extends HistoryOf(
  ContactStatusesController,
  'readContactCategory',
  'changeContactCategory',
) {}
