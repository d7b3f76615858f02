import { SmartsheetLine } from '../../../modules/smartsheets/smartsheet-line.entity.js';
import { SmartsheetTransfer } from '../../../modules/smartsheets/smartsheet-transfer.entity.js';
import type { Filling } from '../filling.js';
import { isActive } from '../people/hierarchy.js';
import { contactName, ownerOf } from '../people/ownership.js';
import type { Users } from '../people/users.js';
import { giversOf } from './handovers.js';

const sheets: readonly [TableName: string, types: readonly string[]][] = [
  ['LifeCases', ['Term', 'Whole life', 'Universal life']],
  ['AnnuityCases', ['Fixed', 'Indexed']],
  ['DisabilityCases', ['Short term', 'Long term']],
];
const inEach = 40;
/** Every third contact has a case: half of agent@'s, and those of agents who left. */
const step = 3;

/** Cases of contacts in three sheets; some came from other agents. */
export async function fillSmartsheets(filling: Filling, users: Users): Promise<void> {
  const { random, calendar } = filling;
  const lines = sheets.flatMap(([TableName, types], sheet) =>
    Array.from({ length: inEach }, (_, index) => {
      const client = ((step * (index + sheet * inEach)) % filling.contacts) + 1;
      return {
        TableName,
        ID: index + 1,
        PolicyAssociateId: random.guid(),
        AgentId: ownerOf(filling, client),
        ClientName: contactName(filling, client).join(' '),
        PolicyNumber: `${TableName[0]}P-${random.digits(6)}`,
        TransactionId: `T${random.digits(8)}`,
        type: random.pick(types),
      };
    }),
  );
  await filling.put(SmartsheetLine, lines);
  const moved = lines.filter(({ AgentId }, index) => index % 7 === 0 && isActive(AgentId));
  const moments = moved.map(() => calendar.moment(random, random.int(1, 180))).sort();
  const givers = giversOf(users);
  await filling.put(
    SmartsheetTransfer,
    moved.map(({ TableName, ID, AgentId }, index) => ({
      TransferId: index + 1,
      TableName,
      ID,
      ToAgentId: AgentId,
      ...random.pick(givers.filter(({ FromAgentId }) => FromAgentId !== AgentId)),
      TransferredAt: moments[index],
    })),
  );
}
