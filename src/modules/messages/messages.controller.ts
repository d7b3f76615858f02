import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { CancelRequest, MessagesResponse as response, ResendRequest } from './messages.records.js';
import { MessagesService } from './messages.service.js';

@Resource(groups.messages)
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Messages',
    response,
    summary: 'List messages',
    description:
      'Lists the mails and text messages to contacts in scope, newest first. Administrators see all messages, also ' +
      'those to agents and users.',
  })
  listMessages(@Input() _: object, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Messages: this.messages.list(caller, options) };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Messages/{MessageId}/Resend',
    request: ResendRequest,
    response,
    summary: 'Send a message again',
    description:
      'Sends the message again, now or after the quiet hours, to the current address of its receiver. 409 if the ' +
      'receiver must not get messages, no channel is configured, or the record has changed since.',
    errors: [NotFound, Conflict],
  })
  async resendMessage(@Input() { MessageId }: BoundWith<ResendRequest, 'MessageId'>, @Caller() caller: Principal) {
    return { Messages: [await this.messages.resend(caller, MessageId)] };
  }

  @Endpoint({
    verb: 'DELETE',
    delegable: true,
    path: '/v1/Messages/{MessageId}',
    request: CancelRequest,
    response,
    summary: 'Cancel a message',
    description:
      'A message that waits (State Pending) becomes NotSent; one that is NotSent remains so. 409 for a message that ' +
      'was sent or has failed.',
    errors: [NotFound, Conflict],
  })
  async cancelMessage(@Input() { MessageId }: BoundWith<CancelRequest, 'MessageId'>, @Caller() caller: Principal) {
    return { Messages: [await this.messages.cancel(caller, MessageId)] };
  }
}
