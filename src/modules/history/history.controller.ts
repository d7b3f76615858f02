import { Caller, type Principal } from '../../auth/accounts/principal.js';
import type { EndpointDeclaration } from '../../http/endpoint/declaration.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { historyOf, revertOf, type Noun } from './history.nouns.js';
import type { RevertedEntry } from './history.records.js';
import { HistoryService } from './history.service.js';

/**
 * `declare` adds the operations when the service starts, because they depend on the operations of all other
 * controllers.
 */
@Resource({ name: 'History', title: 'History', order: 13, companion: true })
export class HistoryController {
  constructor(readonly history: HistoryService) {}

  static declare(noun: Noun): void {
    const { change } = noun;
    add(`read${noun.name}History`, historyOf(noun), async function (this: HistoryController, request, caller, options) {
      return { History: await this.history.list(noun, request, caller, options) };
    });
    if (change)
      add(`revert${noun.name}`, revertOf(noun, change), function (this: HistoryController, request, caller) {
        return this.history.revert(noun, change.name, request as RevertedEntry, caller);
      });
  }
}

type Handle = (this: HistoryController, request: object, caller: Principal, options: ListOptions) => Promise<object>;

/** Adds a method to HistoryController as if it were declared in the class. */
function add(name: string, declaration: Omit<EndpointDeclaration, 'filters'>, handle: Handle): void {
  const { prototype } = HistoryController;
  const method = { value: handle, writable: true, configurable: true };
  Object.defineProperty(prototype, name, method);
  Input()(prototype, name, 0);
  Caller()(prototype, name, 1);
  ListQuery()(prototype, name, 2);
  (Endpoint(declaration) as MethodDecorator)(prototype, name, method);
}
