import { DocumentShare } from '../../modules/dropbox/document-share.entity.js';
import { Document } from '../../modules/dropbox/document.entity.js';
import type { Agents } from './agents.js';
import type { Filling } from './filling.js';
import { ownerOf } from './ownership.js';
import { own } from './people.js';

const kinds: readonly [group: string, type: string, description: string, mime: string, ending: string][] = [
  ['Applications', 'Application', 'Signed application', 'application/pdf', 'pdf'],
  ['Identification', 'Identification', 'Photo identification', 'image/jpeg', 'jpg'],
  ['Policies', 'Policy', 'Policy as delivered', 'application/pdf', 'pdf'],
  ['Policies', 'Illustration', 'Illustration of benefits', 'application/pdf', 'pdf'],
  ['', 'Note', 'Note of a call', 'text/plain', 'txt'],
];

/** Documents of the first contacts and of every agent; some of other branches are shared with agent@. */
export async function fillDocuments(filling: Filling, agents: Agents): Promise<void> {
  const contacts = Array.from({ length: Math.min(filling.contacts, 60) }, (_, index) => index + 1);
  const ofContacts = contacts.flatMap((id) =>
    documentsOf(filling, 'Contact', id, id === 1 ? kinds.length : filling.random.int(1, 3)),
  );
  const ofAgents = agents.ids.flatMap((id) =>
    documentsOf(filling, 'Agent', id, id === own.agent ? 4 : filling.random.int(0, 2)),
  );
  const documents = [...ofContacts, ...ofAgents].map((document, index) => ({ ...document, Id: index + 1 }));
  await filling.put(Document, documents);
  const shared = documents.filter(({ Id, TableName, RecordId }) => {
    const owner = TableName === 'Agent' ? RecordId : ownerOf(filling, agents, RecordId);
    return Id % 4 === 0 && !agents.near.includes(owner);
  });
  await filling.put(
    DocumentShare,
    shared.map(({ Id }) => ({ Id, AgentId: own.agent })),
  );
  const given = documents.filter(({ TableName, RecordId }) => TableName === 'Contact' && RecordId === 1).slice(0, 2);
  await filling.put(
    DocumentShare,
    given.map(({ Id }) => ({ Id, AgentId: own.other })),
  );
}

function documentsOf({ random, calendar }: Filling, TableName: string, RecordId: number, count: number) {
  return random.some(kinds, count).map(([DocumentGroup, DocumentType, Description, MimeType, ending]) => ({
    AttachmentId: random.guid(),
    TableName,
    RecordId,
    Description,
    DocumentType,
    DocumentGroup,
    DateAdded: calendar.at(random.int(1, 400), random.int(14, 22), random.int(0, 59)),
    Locked: random.chance(0.15),
    FileSizeInKB: random.int(80, 40_000) / 10,
    AttachmentName: `${DocumentType.toLowerCase()}-${TableName.toLowerCase()}-${RecordId}.${ending}`,
    MimeType,
  }));
}
