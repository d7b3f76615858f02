import { Day, Decimal, Derived, Double, Flag, Int32, ListOf, Name, Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';

const points = 'Points (of listings that are not void, and of adjustments)';
/** Example range in which the demo data always has rows. */
const [firstDay, lastDay] = ['2026-01-01T00:00:00.0000000', '2026-12-31T00:00:00.0000000'];

/** Summary of an agent's ledger. Levels are percentages. Sums are points, or money where the description says so. */
export class ListingSummary {
  @Double({ description: 'Level at the end of the range, in percent.', example: 65 }) AgentLevel!: number;
  @Double({ description: `${points} from 1 January to the end of the range.`, example: 8000 }) AgentYTDTotal!: number;
  @Double({ description: `${points} of the twelve months that end with the range.`, example: 14000 })
  AgentRTotal!: number;
  @Double({ description: `${points} of all days until the end of the range.`, example: 16000 })
  AgentOverallTotal!: number;
  @Double({ description: 'Points that the level above AgentLevel requires; 0 at the top.', example: 25000 })
  AgentNextLevelPrerequired!: number;
  @Double({ description: `${points} from 1 January to today.`, example: 11000 }) AgentCurrentYTDTotal!: number;
  @Double({ description: `${points} of the twelve months that end today.`, example: 17000 })
  AgentCurrentRunningTotal!: number;
  @Double({ description: 'Highest level that the points of AgentRTotal reach without adjustments.', example: 65 })
  AgentLevelCalculatedFromListingPart!: number;
  @Double({ description: 'Points missing from AgentCurrentRunningTotal to AgentNextLevelPrerequired.', example: 8000 })
  AgentRequiredBeforeNextLevel!: number;
  @Double({ description: 'Money of the adjustments in the range.', example: 100 }) AgentAdjustmentTotal!: number;
  @Double({ description: 'Money of the commissions in the range.', example: 2600 }) AgentCommissionSubtotal!: number;
  @Double({ description: 'Money of commissions and adjustments minus payments, before the range.', example: 400 })
  AgentBalanceForward!: number;
  @Text(30, { cell: 'hundredths', description: `${points} in the range, with two decimals.`, example: '4000.00' })
  AgentPoints!: string;
  @Text(16_000_000, {
    description: 'The policies listed in the range, each once, by date, comma-separated.',
    example: 'A-103',
  })
  AgentPolicyNumbers!: string;
}

/** A summary with the agent that owns the ledger. */
@Derived({ ownFirst: true })
export class BranchSummary extends ListingSummary {
  @Int32({ example: 7 }) AgentId!: number;
  @Name(200, { example: 'Ana Álvarez' }) AgentName!: string;
}

export class BranchSummaryRequest {
  @Day({
    required: true,
    description: 'First day of the range. The service uses this date and ignores a UTC offset.',
    example: firstDay,
  })
  ParamStartDate!: Day;
  @Day({
    required: true,
    description: 'Last day of the range, at most ten years after the first day.',
    example: lastDay,
  })
  ParamEndDate!: Day;
}

@Derived({ ownFirst: true })
export class SecuritiesSummaryRequest extends BranchSummaryRequest {
  @ListOf(() => ListingSummary) ListingSummary!: ListingSummary[];
  @Int32({
    description: 'Default: your agent. For an Administrator without an agent: all agents with a ledger.',
    example: 7,
  })
  AgentID!: number;
}

export class SecuritiesSummaryResponse extends responseOf('ListingSummary', ListingSummary) {}

export class BranchSummaryResponse extends responseOf('ListingSummary', BranchSummary) {}

const ledgerKinds = ['Listing', 'Adjustment', 'Payment'] as const;

/** A listing, an adjustment or a payment of an agent's ledger. */
export class LedgerLine {
  @Day({ example: firstDay }) Day!: Day;
  @Text(20, { enum: ledgerKinds, example: 'Listing' }) Kind!: string;
  @Int32({ example: 31, description: 'Identifies the line among those of its Kind.' }) Id!: number;
  @Int32({ example: 7 }) AgentId!: number;
  @Name(200, { example: 'Ana Álvarez' }) AgentName!: string;
  @Text(100, { example: 'A-103', description: 'The policy of a Listing.' }) PolicyNumber!: string;
  @Decimal(18, 2, { example: 4000, description: 'Points of a Listing or an Adjustment.' }) Points!: Decimal;
  @Decimal(18, 2, {
    example: 2600,
    description: 'Commission of a Listing, or money of an Adjustment or a Payment. A Payment reduces the balance.',
  })
  Amount!: Decimal;
  @Flag({ description: 'Without a filter on this field, the list omits void listings.' }) Void!: boolean;
}

export class LedgerRequest {
  @Day({
    required: true,
    description: 'First day. The service uses this date and ignores a UTC offset.',
    example: firstDay,
  })
  From!: Day;
  @Day({ required: true, description: 'Last day, at most ten years after the first day.', example: lastDay })
  To!: Day;
}

export class LedgerResponse extends responseOf('Ledger', LedgerLine) {}
