import { encryptionPlace } from '../../database/schema/table.js';
import { Agent } from '../../modules/agents/agent.entity.js';
import { own, type Filling } from './filling.js';
import type { Office, Place } from './places.js';
import type { Users } from './users.js';

type Rank = 'RVP' | 'AVP' | 'MVP' | 'Agent' | 'Senior Agent';
type Name = readonly [first: string, last: string];

/**
 * Margaret Ellison leads the team North, to which the agents of upline@ and agent@ belong. Thomas Okafor leads the team
 * South, to which the agent of other@ belongs.
 */
const leaders: ReadonlyMap<number, { name: Name; rank: Rank; upline?: number }> = new Map([
  [1, { name: ['Margaret', 'Ellison'], rank: 'RVP' }],
  [own.agent, { name: ['Daniel', 'Reyes'], rank: 'MVP', upline: own.upline }],
  [own.upline, { name: ['Susan', 'Whitaker'], rank: 'AVP', upline: 1 }],
  [own.other, { name: ['Priya', 'Raman'], rank: 'AVP', upline: 5 }],
  [5, { name: ['Thomas', 'Okafor'], rank: 'RVP' }],
  [11, { name: ['Elena', 'Vargas'], rank: 'MVP', upline: own.other }],
  [12, { name: ['Marcus', 'Boyd'], rank: 'MVP', upline: own.upline }],
]);

/** The agent of the user agent@demo.test (`agent@` in the comments of this folder) and all agents below this agent. */
export const branchOfAgent: readonly number[] = [own.agent, 6, 7, 8, 10];
/** Agents who left a month ago; one of them is in agent@'s branch. Their contacts and lines wait for a transfer. */
export const leavers: readonly number[] = [8, 9];
export const daysSinceLeaving = 30;

/** The number of agents of a small demo. The further agents of a larger demo are below these in the hierarchy. */
const fewestAgents = 24;
const contactsEach = 300;
const company = 'Demo Agency';
const uplinePercents = [50_000, 25_000, 12_500, 5_000];

export function countOfAgents({ contacts }: Filling): number {
  return Math.max(fewestAgents, Math.ceil(contacts / contactsEach));
}

export function agentIds(filling: Filling): number[] {
  return Array.from({ length: countOfAgents(filling) }, (_, index) => index + 1);
}

export function isActive(AgentId: number): boolean {
  return AgentId <= fewestAgents ? !leavers.includes(AgentId) : AgentId % 25 !== 0;
}

export function isLeader(AgentId: number): boolean {
  return leaders.has(AgentId);
}

/** Whether an agent sells securities: agent@'s branch, the agent of upline@, and a quarter of the others do. */
export function isSeller(AgentId: number): boolean {
  return branchOfAgent.includes(AgentId) || AgentId === own.upline || AgentId % 4 === 0;
}

export function rankOf(AgentId: number): Rank {
  return leaders.get(AgentId)?.rank ?? (AgentId % 3 === 1 ? 'Senior Agent' : 'Agent');
}

function uplineOf(AgentId: number): number | undefined {
  const leader = leaders.get(AgentId);
  if (leader) return leader.upline;
  if (AgentId === 10) return 6;
  if (branchOfAgent.includes(AgentId)) return own.agent;
  if (AgentId === 9) return own.upline;
  return AgentId <= fewestAgents ? 11 + ((AgentId + 1) % 2) : 13 + (AgentId % 12);
}

/** The agents above an agent in the hierarchy, at most four, the nearest first. */
function uplinesOf(AgentId: number): number[] {
  const uplines: number[] = [];
  for (let above = uplineOf(AgentId); above !== undefined; above = uplineOf(above)) uplines.push(above);
  return uplines;
}

/** The nearest agent above this agent who has the `rank`; null if there is none. */
export function leaderOf(AgentId: number, rank: Rank): number | null {
  return uplinesOf(AgentId).find((id) => rankOf(id) === rank) ?? null;
}

/** A name in plain ASCII, as the local part of an e-mail address. */
export function mailName(name: Name): string {
  const plain = name
    .join('.')
    .normalize('NFD')
    .replaceAll(/[^A-Za-z.]/g, '');
  return plain.toLowerCase();
}

export async function fillAgents(
  filling: Filling,
  users: Users,
  places: readonly Place[],
  offices: readonly Office[],
): Promise<void> {
  const { faker } = filling;
  const ids = agentIds(filling);
  const names = new Map(
    ids.map((id): [number, Name] => [id, leaders.get(id)?.name ?? [faker.person.firstName(), faker.person.lastName()]]),
  );
  await filling.put(
    Agent,
    ids.map((AgentId) => ({
      AgentId,
      ...person(filling, AgentId, names.get(AgentId)!),
      ...position(filling, AgentId, names),
      ...workplace(filling, AgentId, filling.pick(places), offices),
      ...signIns(filling, AgentId, users),
      ...history(filling, AgentId),
    })),
  );
}

function person(filling: Filling, AgentId: number, name: Name): Partial<Agent> {
  const [FirstName, LastName] = name;
  const AgentName = name.join(' ');
  const Email = `${mailName(name)}${AgentId}@agency.example.com`;
  return {
    ...{ FirstName, LastName, AgentName, FullName: AgentName, ByLastName: `${LastName}, ${FirstName}` },
    ...{ Email, BusinessEmail: Email },
    MiddleInitial: filling.chance(0.6) ? filling.faker.string.alpha({ casing: 'upper' }) : '',
    EmailSignature: `${AgentName}\n${company}`,
    SchedulerUrl: `https://scheduler.example.com/${AgentId}`,
    SSN: filling.cipher.encrypt(filling.ssn(), encryptionPlace(Agent, 'SSN', AgentId)),
    DOB: filling.calendar.daysAgo(filling.int(11_000, 22_000)),
  };
}

function position(filling: Filling, AgentId: number, names: ReadonlyMap<number, Name>): Partial<Agent> {
  const uplines = uplinesOf(AgentId);
  const Rank = rankOf(AgentId);
  const upline = (index: number) => uplines.at(index) ?? null;
  const percent = (index: number) => (index < uplines.length ? uplinePercents[index] : null);
  const sponsor = names.get(uplines[0])?.join(' ') ?? '';
  const leads = isLeader(AgentId);
  return {
    ...{ Upline1: upline(0), Upline2: upline(1), Upline3: upline(2), Upline4: upline(3) },
    ...{ Upline1Percent: percent(0), Upline2Percent: percent(1) },
    ...{ Upline3Percent: percent(2), Upline4Percent: percent(3) },
    ...{ MVPID: leaderOf(AgentId, 'MVP'), AVPID: leaderOf(AgentId, 'AVP'), RVPID: leaderOf(AgentId, 'RVP') },
    ...{ Rank, IsMVP: Rank === 'MVP', IsAVP: Rank === 'AVP', IsRVP: Rank === 'RVP', LeaderLocked: Rank === 'RVP' },
    AgentStatus: isActive(AgentId) ? 'Active' : 'Inactive',
    AgentNumber: `A${10_000 + AgentId}`,
    TeamName: (uplines.at(-1) ?? AgentId) === 1 ? 'North' : 'South',
    ...{ ReferringAgent: sponsor, PlacementAgent: filling.chance(0.3) ? sponsor : '' },
    Package: leads ? 'Leader' : filling.pick(['Standard', 'Standard', 'Premium']),
    FactFinderBilling: filling.chance(0.5) ? 250_000 : null,
    ...{ IsAgent: true, InsLicensed: true, IsSecurityLicensed: isSeller(AgentId), NBC: filling.chance(0.3) },
    ...{ IsBusinessCardAdmin: leads && filling.chance(0.3), Vested: leads || filling.chance(0.3) },
  };
}

function workplace(filling: Filling, AgentId: number, place: Place, offices: readonly Office[]): Partial<Agent> {
  const { city, state, areaCodes } = place;
  const office = offices.find(({ agents }) => agents.includes(AgentId));
  const CellPhone = filling.phone(areaCodes);
  return {
    Company: company,
    Address1: filling.faker.location.streetAddress(),
    Address2: filling.chance(0.25) ? `Suite ${filling.int(100, 480)}` : '',
    ...{ City: city, State: state.code, Zip: filling.pick(place.zips), Country: 'US', TimeZone: state.timeZone },
    ...{ CellPhone, SMSPhoneNumber: CellPhone, HomePhone: filling.phone(areaCodes) },
    ...{ WorkPhone: filling.phone(areaCodes), Fax: filling.chance(0.2) ? filling.phone(areaCodes) : '' },
    ...{ Office: office?.Name ?? city, StoreName: office ? `${company} ${office.Name}` : '' },
    LocationId: office?.LocationId ?? null,
    QueueDefaults: office ? { LocationId: office.LocationId, Services: office.lines.map(({ Id }) => Id) } : null,
    ...{ CalendarId: filling.guid(), Notes: office ? `Works at the desks of ${office.Name}.` : '' },
  };
}

function signIns(filling: Filling, AgentId: number, users: Users): Partial<Agent> {
  const user = users.byAgent.get(AgentId);
  return {
    ...{ UserId: user?.UserId ?? null, LastLogin: user?.LastLogin ?? null, LastSessionId: user?.SessionId ?? '' },
    PasswordUpdated: user !== undefined,
    VerifiedEmailStatus: user !== undefined || filling.chance(0.7),
    VerifiedCellPhoneStatus: filling.chance(0.6),
    ModifiedDate: filling.calendar.moment(isActive(AgentId) ? filling.int(1, 90) : daysSinceLeaving),
    ModifiedBy: AgentId === own.agent ? 'upline@demo.test' : 'admin@demo.test',
  };
}

function history(filling: Filling, AgentId: number): Partial<Agent> {
  const { calendar } = filling;
  // Agents who sell securities must have joined before their first listing.
  const days = filling.int(isLeader(AgentId) ? 2000 : isSeller(AgentId) ? 950 : 300, 3000);
  const joined = calendar.moment(days);
  const paid = filling.chance(0.8);
  const submitted = isActive(AgentId) ? filling.int(1, 30) : filling.int(daysSinceLeaving, 90);
  return {
    ...{ AgreeToDisclosures: true, AgreeToDate: calendar.daysAgo(days), CreatedDate: joined },
    PaidDate: paid ? calendar.daysAgo(filling.int(0, 28)) : null,
    GracePeriodDate: paid ? null : calendar.daysAgo(-filling.int(5, 30)),
    DirectPay: filling.chance(0.5) ? calendar.daysAgo(days - 30) : null,
    DirectPayApprBy: filling.chance(0.5) ? 'admin@demo.test' : '',
    LastSubmittedBusinessDate: calendar.daysAgo(submitted),
  };
}
