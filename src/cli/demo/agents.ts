import { encryptionPlace } from '../../database/schema/table.js';
import { Agent } from '../../modules/agents/agent.entity.js';
import { own, type Filling } from './filling.js';

/** The agent of the user agent@demo.test (`agent@` in the comments of this folder) and all agents below this agent. */
export const branchOfAgent: readonly number[] = [own.agent, 6, 7, 8, 10];
/** Agents who left a month ago; one of them is in agent@'s branch. Their contacts and lines wait for a transfer. */
export const leavers: readonly number[] = [8, 9];
export const daysSinceLeaving = 30;

/** The number of agents in the file. A larger demo has further agents, who are below its last `above` agents. */
const agentsInFile = 24;
const above = 12;
const contactsEach = 300;

export function countOfAgents({ contacts }: Filling): number {
  return Math.max(agentsInFile, Math.ceil(contacts / contactsEach));
}

export function agentIds(filling: Filling): number[] {
  return Array.from({ length: countOfAgents(filling) }, (_, index) => index + 1);
}

export function isActive(AgentId: number): boolean {
  return AgentId <= agentsInFile ? !leavers.includes(AgentId) : AgentId % 25 !== 0;
}

/** A name in plain ASCII, as the local part of an e-mail address. */
export function mailName(name: readonly string[]): string {
  const plain = name
    .join('.')
    .normalize('NFD')
    .replaceAll(/[^A-Za-z.]/g, '');
  return plain.toLowerCase();
}

/**
 * Writes the further agents of a larger demo. Each resembles the agent above, except for name, licence and telephone
 * numbers.
 */
export async function fillFurtherAgents(filling: Filling): Promise<void> {
  const { db, faker } = filling;
  const uplines: Agent[] = [];
  for (let AgentId = agentsInFile - above + 1; AgentId <= agentsInFile; AgentId++)
    uplines.push((await db.read(Agent, { AgentId }))!);
  await filling.put(
    Agent,
    agentIds(filling)
      .slice(agentsInFile)
      .map((AgentId) => {
        const upline = uplines[AgentId % above];
        const [FirstName, LastName] = [faker.person.firstName(), faker.person.lastName()];
        const AgentName = `${FirstName} ${LastName}`;
        const CellPhone = filling.phone([upline.CellPhone.slice(1, 4)]);
        const Email = `${mailName([FirstName, LastName])}${AgentId}@agency.example.com`;
        return {
          ...upline,
          ...{ AgentId, FirstName, LastName, AgentName, FullName: AgentName, ByLastName: `${LastName}, ${FirstName}` },
          ...{ CellPhone, SMSPhoneNumber: CellPhone, HomePhone: '', WorkPhone: '', Fax: '' },
          ...{ Email, BusinessEmail: Email, AgentNumber: `A${10_000 + AgentId}`, CalendarId: filling.guid() },
          SSN: filling.cipher.encrypt(filling.ssn(), encryptionPlace(Agent, 'SSN', AgentId)),
          ...{ Upline1: upline.AgentId, Upline2: upline.Upline1, Upline3: upline.Upline2, Upline4: upline.Upline3 },
          ...{ Upline4Percent: 5_000, ReferringAgent: upline.AgentName, IsSecurityLicensed: AgentId % 4 === 0 },
          AgentStatus: isActive(AgentId) ? 'Active' : 'Inactive',
        };
      }),
  );
}
