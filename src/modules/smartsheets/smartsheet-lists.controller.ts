import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import { Endpoint, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { SmartsheetLinesResponse, SmartsheetTransfersResponse } from './smartsheet-lists.records.js';
import { SmartsheetLists } from './smartsheet-lists.service.js';

@Resource({
  name: 'SmartsheetLists',
  title: 'Smartsheet lines and transfers',
  order: 5,
  companion: true,
  access: roles(Role.Agent, Role.Administrator),
})
export class SmartsheetListsController {
  constructor(private readonly lists: SmartsheetLists) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Smartsheets/Lines',
    response: SmartsheetLinesResponse,
    summary: 'List smartsheet lines',
    description: 'Those whose owners are in scope, by ID and TableName.',
  })
  async listSmartsheetLines(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Lines: await this.lists.lines(caller, options) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Smartsheets/Transfers',
    response: SmartsheetTransfersResponse,
    summary: 'List smartsheet transfers',
    description: 'Those from or to an agent in scope, the latest first.',
  })
  async listSmartsheetTransfers(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Transfers: await this.lists.transfers(caller, options) };
  }
}
