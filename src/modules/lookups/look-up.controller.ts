import type { Type } from '@nestjs/common';
import { keyNames } from '../../database/schema/columns.js';
import { tableOf } from '../../database/schema/table.js';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import { Conflict, NotFound, refuse } from '../../errors/errors.js';
import type { EndpointDeclaration } from '../../http/endpoint/declaration.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound } from '../../record/bind.js';
import { fieldError } from '../../record/field-error.js';
import type { Class } from '../../record/field-types.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { responseOf } from '../../record/response-status.js';
import { HistoryOf } from '../history/history.controller.js';

type Documented = Pick<EndpointDeclaration, 'description' | 'example'>;

interface LookUp<E> {
  /** The list in paths and responses: `States`. */
  list: string;
  /** A row, and the rows, in summaries: `a state` and `states`. */
  one: string;
  many: string;
  /** Describes the list; by default, says by what it is sorted. */
  description?: string;
  add: Documented;
  change: Documented;
  /** A POST may send the id although the database generates it: other rows may already refer to it. */
  keepsIds?: true;
  /** The field that a POST must have although a stored row may lack it. */
  needs?: keyof E & string;
}

/**
 * The controllers of a table without rules of its own, for the `controllers` of a module. With `list: 'States'` they
 * give `listStates`, `readState`, `addState` and `changeState` below /v1/States, and the history of a state.
 */
export function LookUpOf<E extends object>(entity: Class<E>, look: LookUp<E>): Type[] {
  const { record: name, order } = tableOf(entity);
  const [key] = keyNames(entity);
  const path = `/v1/${look.list}`;
  const byId = `${path}/{${key}}`;
  const request: Class = entity;
  const response: Class = responseOf(look.list, entity);
  const reading = { verb: 'GET', delegable: true, response } as const;
  const writing = { access: roles(Role.Administrator), request, response } as const;
  const answer = (rows: unknown): object => ({ [look.list]: rows });
  const { description = `Lists the ${look.many} by ${order.join(', ')}.` } = look;
  type Row = Record<string, number | string>;

  @Resource(groups.lookUps)
  class LookUpController {
    constructor(@InjectRows(entity) readonly rows: TableRows<E>) {}

    @Endpoint({ ...reading, path, summary: `List ${look.many}`, description })
    [`list${look.list}`](@ListQuery() options: ListOptions) {
      return answer(this.rows.list(options));
    }

    @Endpoint({
      ...reading,
      path: byId,
      request,
      summary: `Read ${look.one}`,
      errors: [NotFound],
      etag: entity,
    })
    async [`read${name}`](@Input() { [key]: id }: Row) {
      return answer([await this.rows.read(id)]);
    }

    @Endpoint({ ...writing, ...look.add, verb: 'POST', path, summary: `Add ${look.one}`, errors: [Conflict] })
    async [`add${name}`](@Input() sent: Bound<E> & Partial<E>) {
      if (look.needs && !sent[look.needs]) refuse([fieldError('NotNull', look.needs, 'is required')]);
      return answer([await (look.keepsIds ? this.rows.addKeyed(sent) : this.rows.add(sent))]);
    }

    @Endpoint({
      ...writing,
      ...look.change,
      verb: 'PUT',
      path: byId,
      summary: `Change ${look.one}`,
      errors: [NotFound],
    })
    async [`change${name}`](@Input() { [key]: id, ...changes }: Row) {
      return answer([await this.rows.change(id, changes as Partial<E>)]);
    }
  }
  const controller: Type = LookUpController;
  return [controller, HistoryOf(controller, `read${name}`, `change${name}`)];
}
