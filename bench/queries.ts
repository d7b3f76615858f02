import { Agent } from '../src/modules/agents/agent.entity.js';
import { namedBy } from '../src/modules/agents/scope.service.js';
import { Contact } from '../src/modules/contacts/contact.entity.js';
import type { Class } from '../src/record/field-types.js';
import { fieldsOf } from '../src/record/metadata.js';

/** Contact queries of the hand-written servers, in SQL that both databases support. */
const computed: Readonly<Partial<Record<keyof Contact, string>>> = {
  District: 'd.DistrictName',
  School: 'sc.SchoolName',
  State: 'st.State',
  StateName: 'st.StateName',
  County: 'co.County',
  WritingAgentName: 'w.AgentName',
  ContactStatusDesc: 'COALESCE(cs.ContactStatusDesc, c.ContactStatusDesc)',
  SourceTypeDesc: 'COALESCE(so.SourceTypeDesc, c.SourceTypeDesc)',
  ContactCategoryName: 'COALESCE(cc.ContactCategoryName, c.ContactCategoryName)',
  JobName: 'COALESCE(jo.JobName, c.JobName)',
  // The lock of an agent who has left is no lock.
  Locked: `CASE WHEN c.Locked = 1 AND EXISTS (SELECT 1 FROM agents h LEFT JOIN users hu ON hu.UserId = h.UserId
    WHERE h.AgentId = c.LockedByAgentId AND (h.AgentStatus <> 'Active' OR hu.Disabled = 1)) THEN 0 ELSE c.Locked END`,
  IsShared: 'EXISTS (SELECT 1 FROM contact_shares h WHERE h.ContactId = c.ContactId)',
};

/** The fields of a record that a table stores, in the order in which the service sends them. */
export function columnsOf(record: Class, alias: string): string {
  return fieldsOf(record)
    .filter(({ options }) => !options.computed)
    .map(({ name }) => `${alias}.${name}`)
    .join(', ');
}

export const contactColumns = fieldsOf(Contact)
  .map(({ name }) => `${computed[name as keyof Contact] ?? `c.${name}`} AS ${name}`)
  .join(', ');

export const namesOfContact = `LEFT JOIN districts d ON d.DistrictID = c.DistrictID
  LEFT JOIN schools sc ON sc.SchoolID = c.SchoolID LEFT JOIN states st ON st.StateID = c.StateID
  LEFT JOIN counties co ON co.CountyID = c.CountyID LEFT JOIN agents w ON w.AgentId = c.WritingAgentId
  LEFT JOIN contact_statuses cs ON cs.ContactStatusId = c.ContactStatusId
  LEFT JOIN source_types so ON so.SourceTypeId = c.SourceTypeId
  LEFT JOIN contact_categories cc ON cc.ContactCategory = c.ContactCategory LEFT JOIN jobs jo ON jo.JobID = c.JobID`;

const keyOfAgent = 'AgentId' satisfies keyof Agent;

/** The agent `own` and the agents below it. */
export function branchOf(own: number): string {
  return `SELECT AgentId FROM agents WHERE ${[keyOfAgent, ...namedBy].map((name) => `${name} = ${own}`).join(' OR ')}`;
}

const order = 'LastContact DESC, ContactId DESC';

/** The keys of the first contacts that the agents own, or that others share with the agent `own`. */
export function visibleContacts(own: number, agents: readonly number[], take: number): string {
  const isOwned = `c.AgentId IN (${agents.join(', ')})`;
  const part = (condition: string): string => `SELECT * FROM (SELECT c.ContactId, c.LastContact FROM contacts c
    WHERE ${condition} AND (c.Deleted IS NULL OR c.Deleted = 0) ORDER BY ${order} LIMIT ${take}) part`;
  const shared = `c.ContactId IN (SELECT h.ContactId FROM contact_shares h WHERE h.AgentId = ${own})
    AND (${isOwned}) IS NOT TRUE`;
  return `SELECT * FROM (${part(isOwned)} UNION ALL ${part(shared)}) found ORDER BY ${order} LIMIT ${take}`;
}
