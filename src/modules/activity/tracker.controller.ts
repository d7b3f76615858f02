import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Endpoint, ListQuery, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { queries } from './activity.rules.js';
import { ActivityQuery, ActivityTrackerRequest, ActivityTrackerResponse } from './activity.records.js';
import { TrackerService } from './tracker.service.js';

const described = `| CommandType | Contacts | Order |
|---|---|---|
| Contacted | with an activity that is not internal, or a completed visit, in the range | the last of these first |
| NotContacted | the other active contacts, without DoNotContact | never contacted first, then the longest neglected |
| New | created in the range | LastContact, newest first |
| All | all contacts | LastContact, newest first |

Lists each contact once. With EventTypeId, only activities of that type count. An activity with a future StartDate \
counts from then on. The default range is the last 30 days; the longest is 366 days. SSN is masked unless an \
Administrator names it in fields.`;

@Resource({
  name: 'ActivityTracker',
  title: 'Activity tracker',
  order: 4,
  access: roles(Role.Agent, Role.Administrator),
})
export class TrackerController {
  constructor(private readonly activity: TrackerService) {}

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/ActivityTracker',
    request: ActivityTrackerRequest,
    response: ActivityTrackerResponse,
    summary: 'Log an activity, or list contacts by their activities',
    description:
      'Log (the default) adds an activity with the contact Contact.ContactId and returns the contact. A second call ' +
      `with the same agent, contact, type and StartDate changes nothing. The other commands:\n\n${described}`,
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
    path: '/v1/ActivityTracker/{CommandType}',
    also: {
      path: '/v1/ActivityTracker/{CommandType}/{StartDate}/{EndDate}',
      id: 'listContactsByActivityInRange',
      summary: 'List contacts by their activities in a range of days',
    },
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
