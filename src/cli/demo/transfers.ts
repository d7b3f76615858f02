import { ContactTransfer } from '../../modules/contacts/transfers/contact-transfer.entity.js';
import { SlotDistrictApproval, slotStatuses, SlotDistrict } from '../../modules/slots/slot.entity.js';
import { SmartsheetLine, SmartsheetTransfer } from '../../modules/smartsheets/smartsheet.entity.js';
import { agentIds, isActive, leaderOf, rankOf } from './agents.js';
import { minutesOfDay, own, numbered, type Filling, type Person } from './filling.js';
import type { Place } from './places.js';
import type { Users } from './users.js';

const sheets: readonly [TableName: string, types: readonly string[]][] = [
  ['LifeCases', ['Term', 'Whole life', 'Universal life']],
  ['AnnuityCases', ['Fixed', 'Indexed']],
  ['DisabilityCases', ['Short term', 'Long term']],
];
const casesEach = 40;
const occasions = ['Open enrollment', 'Benefits fair', 'Staff room visits', 'New teacher orientation'];

/** Writes lines of three sheets for every third contact. Some lines came from other agents. */
export async function fillSmartsheets(filling: Filling, people: readonly Person[], users: Users): Promise<void> {
  const lines = sheets.flatMap(([TableName, types], sheet) =>
    Array.from({ length: casesEach }, (_, index) => {
      const { AgentId, name } = people[(3 * (index + sheet * casesEach)) % people.length];
      return {
        ...{ TableName, ID: index + 1, PolicyAssociateId: filling.guid(), AgentId, ClientName: name.join(' ') },
        PolicyNumber: `${TableName[0]}P-${filling.faker.string.numeric(6)}`,
        TransactionId: `T${filling.faker.string.numeric(8)}`,
        type: filling.pick(types),
      };
    }),
  );
  await filling.put(SmartsheetLine, lines);
  const moved = lines.filter(({ AgentId }, index) => index % 7 === 0 && isActive(AgentId));
  const given = moved.map(({ TableName, ID, AgentId }) => ({ TableName, ID, ToAgentId: AgentId }));
  await filling.put(SmartsheetTransfer, transfers(filling, users, given));
}

/**
 * Writes a transfer from another agent for each contact whose ContactId is a multiple of 11, unless the contact is
 * deleted or its agent has left.
 */
export async function fillContactTransfers(filling: Filling, people: readonly Person[], users: Users): Promise<void> {
  const moved = people.filter(
    ({ ContactId, AgentId, Deleted }) => ContactId % 11 === 0 && isActive(AgentId) && !Deleted,
  );
  const given = moved.map(({ ContactId, AgentId }) => ({ ContactId, ToAgentId: AgentId }));
  await filling.put(ContactTransfer, transfers(filling, users, given));
}

/** Makes a transfer row for each record, with a former owner, the user who made the transfer, and the time. */
function transfers<T extends { ToAgentId: number }>(filling: Filling, users: Users, moved: readonly T[]) {
  const givers = [
    { FromAgentId: own.upline as number, TransferredBy: users.byName.get('upline@demo.test') },
    { FromAgentId: 12, TransferredBy: users.byName.get('admin@demo.test') },
    { FromAgentId: 6, TransferredBy: users.byName.get('agent@demo.test') },
  ];
  const moments = moved.map(() => filling.calendar.moment(filling.int(1, 180))).sort();
  const rows = moved.map((row, index) => ({
    ...row,
    ...filling.pick(givers.filter(({ FromAgentId }) => FromAgentId !== row.ToAgentId)),
    TransferredAt: moments[index],
  }));
  return numbered('TransferId', rows);
}

/**
 * Writes a slot for every district, and requests for slots. agent@ and other@ have a request in each status, and some
 * other agents have one request. A school has at most one request.
 */
export async function fillSlots(filling: Filling, places: readonly Place[], users: Users): Promise<void> {
  const { calendar } = filling;
  const districts = [...new Set(places.map(({ DistrictID }) => DistrictID))];
  await filling.put(
    SlotDistrict,
    districts.map((DistrictID, index) => ({
      ...{ SlotDistrictID: index + 1, DistrictID, Description: filling.pick(occasions) },
    })),
  );
  const others = agentIds(filling).filter(
    (id) => isActive(id) && rankOf(id) !== 'RVP' && id !== own.agent && id !== own.other,
  );
  const wanted = [
    ...[...slotStatuses, 'Approved' as const].map((status) => [own.agent, status] as const),
    ...slotStatuses.map((status) => [own.other, status] as const),
    ...filling.some(others, 15).map((id) => [id, filling.pick(slotStatuses)] as const),
  ];
  // The last district gets no open request, and each other district at most one.
  const free = new Set(districts.slice(0, -1));
  const schools = filling.faker.helpers.shuffle([...places]);
  const moments = wanted.map(() => calendar.moment(filling.int(1, 200))).sort();
  const requests = filling.faker.helpers.shuffle(wanted).map(([AgentID, wish], index) => {
    const at = wish === 'Pending' ? schools.findIndex(({ DistrictID }) => free.has(DistrictID)) : 0;
    const Status = at < 0 ? 'Rejected' : wish;
    // Take the school out of the list, so that no school has two requests.
    const [{ DistrictID, SchoolID }] = schools.splice(Math.max(at, 0), 1);
    if (Status === 'Pending') free.delete(DistrictID);
    const DateCreated = moments[index];
    const decided = Status !== 'Pending';
    const decider = Status === 'Removed' ? users.byAgent.get(AgentID)?.UserId : undefined;
    return {
      ...{ SlotDistrictID: districts.indexOf(DistrictID) + 1, SchoolID, AgentID, Status, DateCreated },
      AVPID: leaderOf(AgentID, 'AVP') ?? AgentID,
      DateModified: decided ? calendar.between(DateCreated, calendar.after(DateCreated, 4 * minutesOfDay)) : null,
      ModifiedBy: decided ? (decider ?? users.byName.get('admin@demo.test')) : null,
      Note: Status === 'Rejected' ? 'The district has an agent already.' : '',
    };
  });
  await filling.put(SlotDistrictApproval, numbered('SlotDistrictApprovalID', requests));
}
