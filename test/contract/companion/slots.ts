import { agents, type Group } from '../group.js';
import { records as known, type Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';
const response = { ResponseStatus, SlotDistrictApprovals: 'list<NotedSlotDistrictApproval>' };
const list = 'SlotDistrictApprovals';

export const records: Readonly<Record<string, Fields>> = {
  NotedSlotDistrictApproval: { ...known.SlotDistrictApprovalExtended, Note: 'string' },
};

export const groups: Readonly<Record<string, Group>> = {
  'C8 SlotDistrictApprovals': {
    title: 'Slot district approvals',
    routes: { '/v1/SlotDistrictApprovals': ['GET', 'POST'] },
    access: agents,
    request: { ...known.SlotDistrictApproval, Note: 'string' },
    response,
    list,
  },
  'C8 Decisions': {
    title: 'Decisions on slot district approvals',
    routes: { '/v1/SlotDistrictApprovals/{Id}': ['PUT'] },
    access: agents,
    request: { Id: 'int32', Status: 'string', Note: 'string' },
    response,
    list,
  },
};

export const placeholders: Readonly<Record<string, string>> = {};
