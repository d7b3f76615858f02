import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Reader, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { ActivitiesFilter, ActivitiesRequest, ActivitiesResponse as response } from './activity.records.js';
import { Activity } from './activity.entity.js';
import { ActivitiesService } from './activities.service.js';

const path = '/v1/Contacts/{ContactId}/Activities';
const byId = '/v1/Activities/{ActivityId}';
const changeRule =
  'The agent who logged the activity may change or remove it for 24 hours, an Administrator at any time, else 403. ' +
  'LastContact of the contact is updated.';

@Resource(groups.contacts)
export class ActivitiesController {
  constructor(private readonly activities: ActivitiesService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path,
    request: ActivitiesRequest,
    response,
    summary: "List a contact's activities",
    description: 'Newest StartDate first. AgentId is 0 if an Administrator without an agent logged the activity.',
    errors: [NotFound, Forbidden],
  })
  async listContactActivities(
    @Input() { ContactId }: BoundWith<ActivitiesRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Activities: await this.activities.list(caller, ContactId, options) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Activities',
    query: ActivitiesFilter,
    response,
    summary: 'List activities',
    description: 'Lists the activities with the contacts in scope, newest StartDate first. From and To are optional.',
  })
  async listActivities(
    @Input() range: Bound<ActivitiesFilter>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Activities: await this.activities.all(caller, range, options) };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path,
    request: Activity,
    response,
    etag: Activity,
    summary: 'Log an activity with a contact',
    description:
      'Logs an activity of your agent, like the command Log of the activity tracker. StartDate is now by default, ' +
      'and at most 24 hours ahead. If your agent has logged an activity with the same contact, type and StartDate, ' +
      'you get that activity. 409 for outreach to a contact marked DoNotContact, and for a contact locked by another ' +
      'agent.',
    errors: [NotFound, Forbidden, Conflict],
    example: { EventTypeId: 7, Outcome: 'Reached', Note: 'Wants to compare two annuities.' },
  })
  async logActivity(@Input() sent: BoundWith<Activity, 'ContactId'>, @Caller() caller: Principal) {
    return { Activities: [await this.activities.add(caller, sent)] };
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path: byId,
    request: Activity,
    response,
    etag: Activity,
    summary: 'Change an activity',
    description: `Changes the fields that you send, except ContactId and AgentId. ${changeRule}`,
    errors: [NotFound, Forbidden, Conflict],
    example: { Outcome: 'Rescheduled' },
  })
  async changeActivity(@Input() sent: BoundWith<Activity, 'ActivityId'>, @Caller() caller: Principal) {
    return { Activities: [await this.activities.change(caller, sent)] };
  }

  @Endpoint({
    verb: 'DELETE',
    delegable: true,
    path: byId,
    request: Activity,
    response,
    summary: 'Remove an activity',
    description: changeRule,
    errors: [NotFound, Forbidden, Conflict],
  })
  async removeActivity(@Input() { ActivityId }: BoundWith<Activity, 'ActivityId'>, @Caller() caller: Principal) {
    return { Activities: [await this.activities.remove(caller, ActivityId)] };
  }

  @Reader({ path: byId, request: Activity, response })
  async readActivity(@Input() { ActivityId }: BoundWith<Activity, 'ActivityId'>, @Caller() caller: Principal) {
    return { Activities: [await this.activities.locked(caller, ActivityId)] };
  }
}
