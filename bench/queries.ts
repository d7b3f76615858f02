import { branchOfAgent } from '../src/cli/demo/agents.js';

/** Contact queries of the hand-written servers, in SQL that both databases support. */
export const contactNames = `d.DistrictName AS District, sc.SchoolName AS School, st.State AS State,
  st.StateName AS StateName, co.County AS County, w.AgentName AS WritingAgentName,
  EXISTS (SELECT 1 FROM contact_shares h WHERE h.ContactId = c.ContactId) AS IsShared`;

export const namesOfContact = `LEFT JOIN districts d ON d.DistrictID = c.DistrictID
  LEFT JOIN schools sc ON sc.SchoolID = c.SchoolID LEFT JOIN states st ON st.StateID = c.StateID
  LEFT JOIN counties co ON co.CountyID = c.CountyID LEFT JOIN agents w ON w.AgentId = c.WritingAgentId`;

/** The keys of the contacts in the scope of agent@demo.test. */
export const visibleContacts = `SELECT c.ContactId FROM contacts c
  WHERE c.AgentId IN (${branchOfAgent.join(', ')}) AND c.Deleted = 0`;
