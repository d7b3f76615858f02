import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import { Forbidden, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import type { BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { contactsGroup } from '../contacts/contacts.group.js';
import { ActivitiesRequest, ActivitiesResponse } from './activity.records.js';
import { ContactActivities } from './contact-activities.service.js';

@Resource(contactsGroup)
export class ContactActivitiesController {
  constructor(private readonly activities: ContactActivities) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Contacts/{ContactId}/Activities',
    request: ActivitiesRequest,
    response: ActivitiesResponse,
    summary: "List a contact's activities",
    description: 'Newest first. AgentId 0: logged by an Administrator without an agent.',
    errors: [NotFound, Forbidden],
  })
  async listContactActivities(
    @Input() { ContactId }: BoundWith<ActivitiesRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Activities: await this.activities.list(caller, ContactId, options) };
  }
}
