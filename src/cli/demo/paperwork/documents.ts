import { DocumentShare } from '../../../modules/dropbox/document-share.entity.js';
import { Document } from '../../../modules/dropbox/document.entity.js';
import type { Filling } from '../filling.js';
import { agentIds, branchOfAgent, own } from '../people/hierarchy.js';
import { firstNames } from '../people/names.js';
import { contactName, createdOf, ownerOf } from '../people/ownership.js';

interface Kind {
  group: string;
  type: string;
  text: string;
  mime: string;
  ending: string;
}

const pdf = { mime: 'application/pdf', ending: 'pdf' };
const photo = { mime: 'image/jpeg', ending: 'jpg' };
const identification = { group: 'Identification', type: 'Identification', text: 'Photo identification', ...photo };

const ofContact: readonly Kind[] = [
  { group: 'Applications', type: 'Application', text: 'Signed application', ...pdf },
  identification,
  { group: 'Policies', type: 'Policy', text: 'Policy as delivered', ...pdf },
  { group: 'Policies', type: 'Illustration', text: 'Illustration of benefits', ...pdf },
  { group: '', type: 'Note', text: 'Note of a call', mime: 'text/plain', ending: 'txt' },
];
const ofAgent: readonly Kind[] = [
  { group: 'Contracts', type: 'Contract', text: 'Agent contract', ...pdf },
  { group: 'Licenses', type: 'License', text: 'State insurance license', ...pdf },
  identification,
  { group: '', type: 'Form', text: 'Direct deposit form', ...pdf },
];

/** Documents of the first contacts and of every agent; some of other branches are shared with agent@. */
export async function fillDocuments(filling: Filling): Promise<void> {
  const documents = [...documentsOf(filling)].map((document, index) => ({ ...document, Id: index + 1 }));
  await filling.put(Document, documents);
  const shared = documents.filter(({ Id, TableName, RecordId }) => {
    const owner = TableName === 'Agent' ? RecordId : ownerOf(filling, RecordId);
    return Id % 4 === 0 && !branchOfAgent.some((id) => id === owner);
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

function* documentsOf(filling: Filling) {
  const { random, calendar } = filling;
  for (let ContactId = 1; ContactId <= Math.min(filling.contacts, 60); ContactId++) {
    const [, LastName] = contactName(filling, ContactId);
    const { DateCreated } = createdOf(filling, ContactId);
    const count = ContactId === 1 ? ofContact.length : random.int(1, 3);
    for (const kind of random.some(ofContact, count)) {
      // Who shows an identification may be the spouse; without a name it is the owner.
      const person =
        kind === identification && random.chance(0.4) ? { FirstName: random.pick(firstNames), LastName } : {};
      yield { ...document(filling, 'Contact', ContactId, kind, DateCreated), ...person };
    }
  }
  for (const AgentId of agentIds(filling)) {
    const count = AgentId === own.agent ? ofAgent.length : random.int(0, 2);
    for (const kind of random.some(ofAgent, count))
      yield document(filling, 'Agent', AgentId, kind, calendar.daysAgo(290));
  }
}

function document({ random, calendar }: Filling, TableName: string, RecordId: number, kind: Kind, since: string) {
  const { group, type, text, mime, ending } = kind;
  return {
    AttachmentId: random.guid(),
    TableName,
    RecordId,
    Description: text,
    DocumentType: type,
    DocumentGroup: group,
    DateAdded: calendar.between(random, since, calendar.now),
    Locked: random.chance(0.15),
    FileSizeInKB: random.int(80, 40_000) / 10,
    AttachmentName: `${type.toLowerCase()}-${TableName.toLowerCase()}-${RecordId}.${ending}`,
    MimeType: mime,
  };
}
