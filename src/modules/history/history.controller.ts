import type { Type } from '@nestjs/common';
import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { historyOf, nounOf, revertOf } from './history.nouns.js';
import type { RevertedEntry } from './history.records.js';
import { HistoryService } from './history.service.js';

/**
 * The base of a controller with the history of a record: `extends HistoryOf(EventTypesController, 'readEventType',
 * 'changeEventType')` gives the operations `readEventTypeHistory` and `revertEventType`. `read` and `change` are the
 * handlers of the controller that read and change the record. Without `change`, the history cannot be undone. Throws if
 * `read` does not name the record's entity as `etag`.
 */
export function HistoryOf<C>(controller: Type<C>, read: keyof C & string, change?: keyof C & string) {
  const noun = nounOf(controller, read, change);

  @Resource(groups.history)
  class HistoryController {
    constructor(readonly history: HistoryService) {}

    @Endpoint(historyOf(noun))
    async [`read${noun.name}History`](
      @Input() request: object,
      @Caller() caller: Principal,
      @ListQuery() options: ListOptions,
    ) {
      return { History: await this.history.list(noun, request, caller, options) };
    }
  }
  if (!noun.change) return HistoryController;
  const changed = noun.change;

  class RevertibleHistoryController extends HistoryController {
    @Endpoint(revertOf(noun, changed))
    [`revert${noun.name}`](@Input() request: RevertedEntry, @Caller() caller: Principal) {
      return this.history.revert(noun, changed.name, request, caller);
    }
  }
  return RevertibleHistoryController;
}
