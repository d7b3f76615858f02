import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Reader, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { ActivitiesRequest, ActivitiesResponse as response } from './activity.records.js';
import { Activity } from './activity.entity.js';
import { ActivitiesService } from './activities.service.js';

const path = '/v1/Contacts/{ContactId}/Activities';
const byId = '/v1/Activities/{ActivityId}';
const changeRule =
  'For 24 hours, the agent who logged the activity may change it; after that, only an Administrator: else 403. ' +
  'LastContact of the contact follows.';

/** Activities of a contact. */
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
    description: 'Sorted by StartDate, newest first. AgentId 0: logged by an Administrator without an agent.',
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
    verb: 'POST',
    delegable: true,
    path,
    request: Activity,
    response,
    etag: Activity,
    summary: 'Log an activity with a contact',
    description:
      'Logs an activity of your agent, as Log of the activity tracker does. StartDate is now by default, and at most ' +
      '24 hours ahead. The same agent, contact, type and StartDate: the answer is the stored activity. Outreach to a ' +
      'contact marked DoNotContact, or a contact locked by another agent: 409.',
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
    description: `Changes the fields that you send; the contact and the agent remain. ${changeRule}`,
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
