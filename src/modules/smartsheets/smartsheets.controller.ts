import { Caller } from '../../auth/guards/caller.js';
import type { Principal } from '../../auth/guards/principal.js';
import { Endpoint, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { Conflict, NotFound } from '../../errors/errors.js';
import type { Bound } from '../../record/bind.js';
import { SmartsheetsTransferRequest, SmartsheetsTransferResponse } from './smartsheets.records.js';
import { SmartsheetsService } from './smartsheets.service.js';

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
      'All or nothing. Lines are named by TableName and ID; a PolicyNumber, PolicyAssociateId or TransactionId that ' +
      'is sent, and is not unset, must be the stored one. A line that the receiver owns already stays as it is when ' +
      'it is in scope or the caller is who transferred it there. The answer has the lines after the transfer, in the ' +
      'order sent.',
    errors: [NotFound, Conflict],
    example: { agent: { AgentId: 2 }, lines: [{ ID: 1, TableName: 'LifeCases' }] },
  })
  async transferSmartsheetLines(@Input() request: Bound<SmartsheetsTransferRequest>, @Caller() caller: Principal) {
    return { lines: await this.smartsheets.transfer(request, caller) };
  }
}
