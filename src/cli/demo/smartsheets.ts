import { SmartsheetLine } from '../../modules/smartsheets/smartsheet-line.entity.js';
import { SmartsheetTransfer } from '../../modules/smartsheets/smartsheet-transfer.entity.js';
import type { Agents } from './agents.js';
import type { Filling } from './filling.js';
import { firstNames, lastNames } from './names.js';
import { own, type Users } from './people.js';

const sheets: readonly [TableName: string, types: readonly string[]][] = [
  ['LifeCases', ['Term', 'Whole life', 'Universal life']],
  ['AnnuityCases', ['Fixed', 'Indexed']],
  ['DisabilityCases', ['Short term', 'Long term']],
];
const inEach = 40;

/** Cases of three sheets: every third is agent@'s, and some came from other agents. */
export async function fillSmartsheets(filling: Filling, agents: Agents, users: Users): Promise<void> {
  const { random, calendar } = filling;
  const lines = sheets.flatMap(([TableName, types]) =>
    Array.from({ length: inEach }, (_, index) => ({
      TableName,
      ID: index + 1,
      PolicyAssociateId: random.guid(),
      AgentId: index % 3 === 0 ? own.agent : random.pick(agents.ids),
      ClientName: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
      PolicyNumber: `${TableName[0]}P-${random.digits(6)}`,
      TransactionId: `T${random.digits(8)}`,
      type: random.pick(types),
    })),
  );
  await filling.put(SmartsheetLine, lines);
  const moved = lines.filter((_, index) => index % 8 === 0);
  await filling.put(
    SmartsheetTransfer,
    moved.map(({ TableName, ID, AgentId }, index) => ({
      TransferId: index + 1,
      TableName,
      ID,
      FromAgentId: AgentId === own.upline ? own.agent : own.upline,
      ToAgentId: AgentId,
      TransferredAt: calendar.at(random.int(1, 180), random.int(14, 22), random.int(0, 59)),
      TransferredBy: users.byName.get('upline@demo.test') ?? null,
    })),
  );
}
