import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, decimal, flag, int32, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

const number = column(int32, { key: 'generated' });
const agent = column(int32, { required: true, references: 'agents.AgentId' });
const moment = column(datetime, { required: true });
const amount = decimal(18, 2);

/** The ledger of securities, and the levels that its points reach. */
export class Securities1764000014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'securities_listings',
      {
        ListingId: number,
        AgentId: agent,
        PolicyNumber: text(100),
        ListingDate: moment,
        Points: amount,
        Commission: amount,
        Void: flag,
      },
      { indexes: [['AgentId', 'ListingDate']] },
    );
    await createTable(
      runner,
      'securities_adjustments',
      { AdjustmentId: number, AgentId: agent, AdjustmentDate: moment, Points: amount, Amount: amount },
      { indexes: [['AgentId', 'AdjustmentDate']] },
    );
    await createTable(
      runner,
      'securities_payments',
      { PaymentId: number, AgentId: agent, PaymentDate: moment, Amount: amount },
      { indexes: [['AgentId', 'PaymentDate']] },
    );
    await createTable(runner, 'securities_levels', {
      Level: column(decimal(9, 2), { key: true }),
      RequiredPoints: amount,
    });
    await createTable(runner, 'agent_levels', {
      AgentId: column(int32, { key: true, references: 'agents.AgentId' }),
      EffectiveDate: column(datetime, { key: true }),
      Level: decimal(9, 2),
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [
      'agent_levels',
      'securities_levels',
      'securities_payments',
      'securities_adjustments',
      'securities_listings',
    ];
    for (const table of tables) await dropTable(runner, table);
  }
}
