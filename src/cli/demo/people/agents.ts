import { sealedPlace } from '../../../database/sealed/sealed-columns.js';
import { Agent } from '../../../modules/agents/agent.entity.js';
import { folded } from '../../../record/values/folded.js';
import type { Filling } from '../filling.js';
import type { Office } from '../places/offices.js';
import type { Place } from '../places/places.js';
import { isSeller, levelNow } from '../work/securities.js';
import {
  agentIds,
  agentName,
  daysSinceLeaving,
  isActive,
  isLeader,
  leaderOf,
  own,
  rankOf,
  uplinesOf,
} from './hierarchy.js';
import { mailName, streets } from './names.js';
import type { Users } from './users.js';

const company = 'Demo Agency';
const uplinePercents = [50_000, 25_000, 12_500, 5_000];

export async function fillAgents(
  filling: Filling,
  users: Users,
  places: readonly Place[],
  offices: readonly Office[],
): Promise<void> {
  await filling.put(Agent, agents(filling, users, places, offices));
}

function* agents(
  filling: Filling,
  users: Users,
  places: readonly Place[],
  offices: readonly Office[],
): Generator<Partial<Agent>> {
  for (const AgentId of agentIds(filling)) {
    const { region, state } = filling.random.pick(places);
    yield {
      AgentId,
      ...nameOf(filling, AgentId),
      ...standing(filling, AgentId),
      ...workplace(filling, AgentId, { region, state }, offices),
      ...signIns(filling, AgentId, users),
      ...history(filling, AgentId),
    };
  }
}

function nameOf(filling: Filling, AgentId: number): Partial<Agent> {
  const { random } = filling;
  const [FirstName, LastName] = agentName(filling, AgentId);
  const AgentName = `${FirstName} ${LastName}`;
  return {
    ...{ FirstName, LastName, AgentName, FullName: AgentName, ByLastName: `${LastName}, ${FirstName}` },
    AgentNameKey: folded(AgentName),
    MiddleInitial: random.chance(0.6) ? random.letter() : '',
    EmailSignature: `${AgentName}\n${company}`,
    SchedulerUrl: `https://scheduler.example.com/${AgentId}`,
    SSN: filling.cipher.encrypt(random.ssn(), sealedPlace('agents', 'SSN', AgentId)),
  };
}

/** Where an agent stands among the others. */
function standing(filling: Filling, AgentId: number): Partial<Agent> {
  const { random } = filling;
  const uplines = uplinesOf(AgentId);
  const Rank = rankOf(AgentId);
  const upline = (index: number) => uplines.at(index) ?? null;
  const percent = (index: number) => (index < uplines.length ? uplinePercents[index] : null);
  const sponsor = upline(0) === null ? '' : agentName(filling, uplines[0]).join(' ');
  const leads = isLeader(AgentId);
  return {
    ...{ Upline1: upline(0), Upline2: upline(1), Upline3: upline(2), Upline4: upline(3) },
    ...{ Upline1Percent: percent(0), Upline2Percent: percent(1) },
    ...{ Upline3Percent: percent(2), Upline4Percent: percent(3) },
    MVPID: leaderOf(AgentId, 'MVP'),
    AVPID: leaderOf(AgentId, 'AVP'),
    RVPID: leaderOf(AgentId, 'RVP'),
    ...{ Rank, IsMVP: Rank === 'MVP', IsAVP: Rank === 'AVP', IsRVP: Rank === 'RVP', LeaderLocked: Rank === 'RVP' },
    AgentStatus: isActive(AgentId) ? 'Active' : 'Inactive',
    // A level is an exact decimal with four digits; the ledger's has two.
    AgentLevel: levelNow(filling, AgentId) * 100,
    AgentNumber: `A${10_000 + AgentId}`,
    TeamName: (uplines.at(-1) ?? AgentId) === 1 ? 'North' : 'South',
    ReferringAgent: sponsor,
    PlacementAgent: random.chance(0.3) ? sponsor : '',
    Package: leads ? 'Leader' : random.pick(['Standard', 'Standard', 'Premium']),
    FactFinderBilling: random.chance(0.5) ? 250_000 : null,
    IsAgent: true,
    InsLicensed: true,
    IsSecurityLicensed: isSeller(AgentId),
    IsBusinessCardAdmin: leads && random.chance(0.3),
    NBC: random.chance(0.3),
    Vested: leads || random.chance(0.3),
  };
}

function workplace(
  filling: Filling,
  AgentId: number,
  { region, state }: Pick<Place, 'region' | 'state'>,
  offices: readonly Office[],
): Partial<Agent> {
  const { random } = filling;
  const office = offices.find(({ agents }) => agents.includes(AgentId));
  const CellPhone = filling.phone(random.pick(region.areaCodes));
  const Email = `${mailName(...agentName(filling, AgentId))}${AgentId}@agency.example.com`;
  return {
    Company: company,
    Address1: `${random.int(100, 9900)} ${random.pick(streets)}`,
    Address2: random.chance(0.25) ? `Suite ${random.int(100, 480)}` : '',
    City: region.city,
    State: state.code,
    Zip: random.pick(region.zips),
    Country: 'US',
    TimeZone: state.timeZone,
    ...{ Email, BusinessEmail: Email, CellPhone, SMSPhoneNumber: CellPhone },
    HomePhone: filling.phone(random.pick(region.areaCodes)),
    WorkPhone: filling.phone(random.pick(region.areaCodes)),
    Fax: random.chance(0.2) ? filling.phone(random.pick(region.areaCodes)) : '',
    Office: office?.Name ?? region.city,
    StoreName: office ? `${company} ${office.Name}` : '',
    LocationId: office?.LocationId ?? null,
    QueueDefaults: office ? { LocationId: office.LocationId, Services: office.lines.map(({ Id }) => Id) } : null,
    CalendarId: random.guid(),
    Notes: office ? `Works at the desks of ${office.Name}.` : '',
  };
}

function signIns({ random, calendar }: Filling, AgentId: number, users: Users): Partial<Agent> {
  const user = users.byAgent.get(AgentId);
  return {
    UserId: user?.UserId ?? null,
    LastLogin: user?.LastLogin ?? null,
    LastSessionId: user?.SessionId ?? '',
    PasswordUpdated: user !== undefined,
    VerifiedEmailStatus: user !== undefined || random.chance(0.7),
    VerifiedCellPhoneStatus: random.chance(0.6),
    ModifiedDate: calendar.moment(random, isActive(AgentId) ? random.int(1, 90) : daysSinceLeaving),
    ModifiedBy: AgentId === own.agent ? 'upline@demo.test' : 'admin@demo.test',
  };
}

function history({ random, calendar }: Filling, AgentId: number): Partial<Agent> {
  // Whoever sells did so for longer than the ledgers tell.
  const days = random.int(isLeader(AgentId) ? 2000 : isSeller(AgentId) ? 950 : 300, 3000);
  const joined = calendar.moment(random, days);
  const paid = random.chance(0.8);
  return {
    AgreeToDisclosures: true,
    ...{ AgreeToDate: joined, CreatedDate: joined },
    PaidDate: paid ? calendar.daysAgo(random.int(0, 28)) : null,
    GracePeriodDate: paid ? null : calendar.daysAgo(-random.int(5, 30)),
    DirectPay: random.chance(0.5) ? calendar.daysAgo(days - 30) : null,
    DirectPayApprBy: random.chance(0.5) ? 'admin@demo.test' : '',
    DOB: calendar.daysAgo(random.int(11_000, 22_000)),
    LastSubmittedBusinessDate: calendar.daysAgo(
      isActive(AgentId) ? random.int(1, 30) : random.int(daysSinceLeaving, 90),
    ),
  };
}
