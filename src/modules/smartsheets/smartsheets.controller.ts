import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Endpoint, Input, Resource, roles, ListQuery } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { Conflict, NotFound } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import {
  SmartsheetsTransferRequest,
  SmartsheetsTransferResponse,
  SmartsheetLinesResponse,
  SmartsheetTransfersResponse,
} from './smartsheets.records.js';
import { SmartsheetsService } from './smartsheets.service.js';
import type { ListOptions } from '../../record/lists/list-options.js';

const lists = {
  name: 'SmartsheetsService',
  title: 'Smartsheet lines and transfers',
  order: 5,
  companion: true,
  access: roles(Role.Agent, Role.Administrator),
} as const;

@Resource({
  name: 'Smartsheets',
  title: 'Smartsheet line transfer',
  order: 1,
  access: roles(Role.Agent, Role.Administrator),
})
export class SmartsheetsController {
  constructor(private readonly smartsheets: SmartsheetsService) {}

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Smartsheets/TransferLines',
    request: SmartsheetsTransferRequest,
    response: SmartsheetsTransferResponse,
    summary: 'Transfer smartsheet lines to an agent',
    description:
      'Transfers all lines or none. Identify the lines by TableName and ID. A PolicyNumber, PolicyAssociateId or ' +
      'TransactionId that you send must equal the stored value, or be unset. A line that the receiver already owns ' +
      'does not change; it must be in scope, or transferred by you. Returns the lines after the transfer, in the ' +
      'order sent.',
    errors: [NotFound, Conflict],
    example: { agent: { AgentId: 2 }, lines: [{ ID: 1, TableName: 'LifeCases' }] },
  })
  async transferSmartsheetLines(@Input() request: Bound<SmartsheetsTransferRequest>, @Caller() caller: Principal) {
    return { lines: await this.smartsheets.transfer(request, caller) };
  }

  @Endpoint({
    group: lists,
    verb: 'GET',
    delegable: true,
    path: '/v1/Smartsheets/Lines',
    response: SmartsheetLinesResponse,
    summary: 'List smartsheet lines',
    description: 'Lists the lines whose owners are in scope, by ID and TableName.',
  })
  async listSmartsheetLines(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Lines: await this.smartsheets.lines(caller, options) };
  }

  @Endpoint({
    group: lists,
    verb: 'GET',
    delegable: true,
    path: '/v1/Smartsheets/Transfers',
    response: SmartsheetTransfersResponse,
    summary: 'List smartsheet transfers',
    description: 'Lists the transfers from or to an agent in scope, newest first.',
  })
  async listSmartsheetTransfers(@Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { Transfers: await this.smartsheets.transfers(caller, options) };
  }
}
