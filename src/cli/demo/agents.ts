import { Agent } from '../../modules/agents/agent.entity.js';
import { agentNameKey } from '../../modules/agents/agent-name.js';
import type { Filling } from './filling.js';
import { firstNames, lastNames, mailName, streets } from './names.js';
import { own, type Users } from './people.js';
import type { Place } from './places.js';

/** The leaders: Margaret Ellison leads the region of upline@ and agent@, Thomas Okafor that of other@. */
const leaders = [
  { AgentId: 1, FirstName: 'Margaret', LastName: 'Ellison', Rank: 'RVP' },
  { AgentId: own.agent, FirstName: 'Daniel', LastName: 'Reyes', Rank: 'Senior Agent', Upline1: own.upline },
  { AgentId: own.upline, FirstName: 'Susan', LastName: 'Whitaker', Rank: 'AVP', Upline1: 1 },
  { AgentId: own.other, FirstName: 'Priya', LastName: 'Raman', Rank: 'AVP', Upline1: 5 },
  { AgentId: 5, FirstName: 'Thomas', LastName: 'Okafor', Rank: 'RVP' },
] as const;

/** The agents who follow on the leaders; of the first ones agent@ is the upline. */
const firstOfAgent = [6, 7, 8];

export interface Agents {
  ids: readonly number[];
  /** Those of agent@ and its downline. */
  near: readonly number[];
  nameOf(agentId: number): string;
}

interface Line {
  Upline1: number | null;
  Upline2: number | null;
  Upline3: number | null;
  AVPID: number | null;
  RVPID: number | null;
}

/** Above a new agent: agent@'s branch for the first, then alternately Susan Whitaker's and Priya Raman's. */
function lineOf(AgentId: number): Line {
  if (firstOfAgent.includes(AgentId))
    return { Upline1: own.agent, Upline2: own.upline, Upline3: 1, AVPID: own.upline, RVPID: 1 };
  return AgentId % 3 === 0
    ? { Upline1: own.upline, Upline2: 1, Upline3: null, AVPID: own.upline, RVPID: 1 }
    : { Upline1: own.other, Upline2: 5, Upline3: null, AVPID: own.other, RVPID: 5 };
}

export async function fillAgents(filling: Filling, users: Users, places: readonly Place[]): Promise<Agents> {
  const { random, calendar } = filling;
  const count = Math.min(24 + Math.floor(filling.contacts / 1000), 300);
  const names = new Map<number, string>();
  const rows = Array.from({ length: count }, (_, index): Partial<Agent> => {
    const AgentId = index + 1;
    const leader = leaders.find((known) => known.AgentId === AgentId);
    const FirstName = leader?.FirstName ?? random.pick(firstNames);
    const LastName = leader?.LastName ?? random.pick(lastNames);
    const AgentName = `${FirstName} ${LastName}`;
    names.set(AgentId, AgentName);
    const above = leader ? leaderLine(leader) : lineOf(AgentId);
    const place = random.pick(places);
    const mail = `${mailName(FirstName, LastName)}${leader ? '' : AgentId}@agency.example`;
    const joined = calendar.daysAgo(random.int(300, 3000));
    const active = leader !== undefined || firstOfAgent.includes(AgentId) || !random.chance(0.12);
    const cell = random.phone();
    return {
      AgentId,
      ...above,
      AgentLevel: null,
      Upline1Percent: above.Upline1 === null ? null : 50_000,
      Upline2Percent: above.Upline2 === null ? null : 25_000,
      Company: 'Demo Agency',
      AgentName,
      AgentNameKey: agentNameKey(AgentName),
      FirstName,
      LastName,
      MiddleInitial: random.chance(0.6) ? random.pick(firstNames)[0] : '',
      Address1: `${random.int(100, 9900)} ${random.pick(streets)}`,
      City: place.city,
      State: place.state,
      Zip: place.zip + random.digits(2),
      Country: 'US',
      Email: mail,
      BusinessEmail: mail,
      EmailSignature: `${AgentName}\nDemo Agency`,
      HomePhone: random.phone(),
      CellPhone: cell,
      WorkPhone: random.phone(),
      SMSPhoneNumber: cell,
      AgentNumber: `A${10_000 + AgentId}`,
      TeamName: above.AVPID === own.other ? 'South' : 'North',
      Rank: leader?.Rank ?? random.pick(['Agent', 'Agent', 'Senior Agent']),
      AgentStatus: active ? 'Active' : 'Inactive',
      Office: place.city,
      SSN: filling.cipher.encrypt(`900-${random.int(10, 99)}-${random.digits(4)}`, `agents.SSN:${AgentId}`),
      TimeZone: 'America/Denver',
      FullName: AgentName,
      ByLastName: `${LastName}, ${FirstName}`,
      SchedulerUrl: `https://scheduler.example/${AgentId}`,
      InsLicensed: true,
      AgreeToDisclosures: true,
      IsAgent: true,
      IsAVP: leader?.Rank === 'AVP',
      IsRVP: leader?.Rank === 'RVP',
      IsSecurityLicensed: random.chance(0.5),
      Vested: random.chance(0.4),
      VerifiedEmailStatus: true,
      PasswordUpdated: true,
      AgreeToDate: joined,
      CreatedDate: joined,
      ModifiedDate: calendar.at(random.int(1, 90), random.int(15, 22)),
      ModifiedBy: 'admin@demo.test',
      DOB: calendar.daysAgo(random.int(9000, 22_000)),
      LastSubmittedBusinessDate: active ? calendar.daysAgo(random.int(0, 60)) : null,
      UserId: users.byAgent.get(AgentId) ?? null,
      CalendarId: random.guid(),
    };
  });
  await filling.put(Agent, rows);
  return {
    ids: rows.map(({ AgentId }) => AgentId!),
    near: [own.agent, ...firstOfAgent],
    nameOf: (agentId) => names.get(agentId) ?? '',
  };
}

function leaderLine(leader: (typeof leaders)[number]): Line {
  const RVPID = leader.AgentId === own.other ? 5 : leader.Rank === 'RVP' ? null : 1;
  const AVPID = leader.AgentId === own.agent ? own.upline : null;
  const Upline1 = 'Upline1' in leader ? leader.Upline1 : null;
  return { Upline1, Upline2: leader.AgentId === own.agent ? 1 : null, Upline3: null, AVPID, RVPID };
}
