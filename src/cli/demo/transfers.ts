import { ContactTransfer } from '../../modules/contacts/transfers/contact-transfer.entity.js';
import { SmartsheetLine, SmartsheetTransfer } from '../../modules/smartsheets/smartsheet.entity.js';
import { isActive } from './agents.js';
import { own, numbered, type Filling, type Person } from './filling.js';
import type { Users } from './users.js';

const sheets: readonly [TableName: string, types: readonly string[]][] = [
  ['LifeCases', ['Term', 'Whole life', 'Universal life']],
  ['AnnuityCases', ['Fixed', 'Indexed']],
  ['DisabilityCases', ['Short term', 'Long term']],
];
const casesEach = 40;

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
