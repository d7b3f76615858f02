import type { Filling } from '../filling.js';
import { firstNames, lastNames } from './names.js';

/** The agents that the demo users are. */
export const own = { agent: 2, upline: 3, other: 4 } as const;

export type Rank = 'RVP' | 'AVP' | 'MVP' | 'Agent' | 'Senior Agent';

/**
 * Who leads: Margaret Ellison the region of upline@ and agent@ in the north, Thomas Okafor that of other@ in the south.
 */
const leaders: ReadonlyMap<number, { name: readonly [first: string, last: string]; rank: Rank; upline?: number }> =
  new Map([
    [1, { name: ['Margaret', 'Ellison'], rank: 'RVP' }],
    [own.agent, { name: ['Daniel', 'Reyes'], rank: 'MVP', upline: own.upline }],
    [own.upline, { name: ['Susan', 'Whitaker'], rank: 'AVP', upline: 1 }],
    [own.other, { name: ['Priya', 'Raman'], rank: 'AVP', upline: 5 }],
    [5, { name: ['Thomas', 'Okafor'], rank: 'RVP' }],
    [11, { name: ['Elena', 'Vargas'], rank: 'MVP', upline: own.other }],
    [12, { name: ['Marcus', 'Boyd'], rank: 'MVP', upline: own.upline }],
  ]);

/** agent@ and its downline. */
export const branchOfAgent = [own.agent, 6, 7, 8, 10] as const;

/** Agents who left a month ago, one of them of agent@'s branch: what was theirs waits to be handed over. */
export const leavers = [8, 9] as const;
export const daysSinceLeaving = 30;

/** The agents of any demo; a larger one has more below them. */
const fewestAgents = 24;
const contactsEach = 300;

export function agentCount({ contacts }: Filling): number {
  return Math.max(fewestAgents, Math.ceil(contacts / contactsEach));
}

export function agentIds(filling: Filling): number[] {
  return Array.from({ length: agentCount(filling) }, (_, index) => index + 1);
}

export function isActive(AgentId: number): boolean {
  return AgentId <= fewestAgents ? !leavers.some((id) => id === AgentId) : AgentId % 25 !== 0;
}

export function rankOf(AgentId: number): Rank {
  return leaders.get(AgentId)?.rank ?? (AgentId % 3 === 1 ? 'Senior Agent' : 'Agent');
}

export function isLeader(AgentId: number): boolean {
  return leaders.has(AgentId);
}

function uplineOf(AgentId: number): number | undefined {
  const leader = leaders.get(AgentId);
  if (leader) return leader.upline;
  if (AgentId === 10) return 6;
  if (branchOfAgent.some((id) => id === AgentId)) return own.agent;
  if (AgentId === 9) return own.upline;
  return AgentId <= fewestAgents ? 11 + ((AgentId + 1) % 2) : 13 + (AgentId % 12);
}

/** Those above an agent, the nearest first; four at most. */
export function uplinesOf(AgentId: number): number[] {
  const uplines: number[] = [];
  for (let above = uplineOf(AgentId); above !== undefined; above = uplineOf(above)) uplines.push(above);
  return uplines;
}

/** The nearest leader of that rank above an agent, or null. */
export function leaderOf(AgentId: number, rank: Rank): number | null {
  return uplinesOf(AgentId).find((id) => rankOf(id) === rank) ?? null;
}

export function agentName(filling: Filling, AgentId: number): readonly [first: string, last: string] {
  const random = filling.chanceOf('agent', AgentId);
  return leaders.get(AgentId)?.name ?? [random.pick(firstNames), random.pick(lastNames)];
}
