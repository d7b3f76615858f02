import type { Principal } from '../../auth/guards/principal.js';
import { Caller } from '../../auth/guards/caller.js';
import { Endpoint, ListQuery, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { queries } from './activity-command.js';
import { ActivityQuery, ActivityTrackerRequest, ActivityTrackerResponse } from './activity.records.js';
import { ActivityService } from './activity.service.js';

const described =
  `Contacted: contacts with an activity in the range, by the last one in it. NotContacted: those without one
and without DoNotContact, never-contacted first, then the longest neglected. New: those created in the range. All: every
one. The last two by LastContact, newest first, never last. Each contact once. An appointment ahead counts when its time
comes. The range is the 30 days that end now unless dates are sent, and at most 366 days.
SSN is masked but for an Administrator whose fields name it.`.replaceAll('\n', ' ');

@Resource({
  name: 'ActivityTracker',
  title: 'Activity tracker',
  order: 4,
  access: roles(Role.Agent, Role.Administrator),
})
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/ActivityTracker',
    request: ActivityTrackerRequest,
    response: ActivityTrackerResponse,
    summary: 'Log an activity, or list contacts by their activities',
    description:
      'Without CommandType or with Log: an activity with Contact.ContactId is added and the contact is answered; the ' +
      `same agent, contact, type and StartDate again changes nothing. ${described}`,
    errors: [NotFound, Forbidden, Conflict],
    example: { CommandType: 'Log', Contact: { ContactId: 1 }, EventTypeId: 1 },
  })
  async trackActivity(
    @Input() request: Bound<ActivityTrackerRequest>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Contact: await this.activity.run(caller, request, options, ['Log', ...queries]) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: ['/v1/ActivityTracker/{CommandType}', '/v1/ActivityTracker/{CommandType}/{StartDate}/{EndDate}'],
    also: [{ id: 'listContactsByActivityInRange', summary: 'List contacts by their activities in a range of days' }],
    request: ActivityQuery,
    filters: ['StartDate', 'EndDate', 'EventTypeId'],
    response: ActivityTrackerResponse,
    summary: 'List contacts by their activities',
    description: described,
  })
  async listContactsByActivity(
    @Input() request: BoundWith<ActivityQuery, 'CommandType'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Contact: await this.activity.run(caller, request, options, queries) };
  }
}
