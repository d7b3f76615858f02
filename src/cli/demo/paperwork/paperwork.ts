import { AuditEntry, AuditRecord, AuditValue } from '../../../database/audit/audit.entity.js';
import { digestOf } from '../../../database/audit/change-log.js';
import { encryptionPlace, tableOf } from '../../../database/schema/table.js';
import { columns, storedFields } from '../../../database/schema/columns.js';
import { placeholdersOf } from '../../../http/endpoint/declaration.js';
import type { PathMatch } from '../../../http/endpoint/operation.js';
import { IdempotencyKey } from '../../../http/response/idempotency-key.entity.js';
import sql from 'sql-template-tag';
import { VisitDocumentLink } from '../../../modules/checkins/documents/visit-document.entity.js';
import { ContactImageFile } from '../../../modules/contacts/image/contact-image.entity.js';
import { Contact } from '../../../modules/contacts/contact.entity.js';
import { DocumentShare, Document } from '../../../modules/dropbox/document.entity.js';
import { kilobytes } from '../../../modules/files/files.service.js';
import { exampleFile, examplePicture } from '../../../modules/files/files.records.js';
import { GanttTask } from '../../../modules/projects/gantt/gantt.entity.js';
import { ProjectTeamMember } from '../../../modules/projects/team/project-team-member.entity.js';
import { roleTemplates } from '../../../modules/roles/role-templates.js';
import type { RolesRecordSet } from '../../../modules/roles/roles.record-set.js';
import type { Class } from '../../../record/field-types.js';
import { fieldOf, fieldsOf, listFieldOf, type Field } from '../../../record/metadata.js';
import { succeeded } from '../../../record/response-status.js';
import { exampleOf } from '../../../record/schema.js';
import { exampleVisit } from '../visits.js';
import { agentIds, branchOfAgent } from '../agents.js';
import { page, picture, type DemoFiles } from './files.js';
import { own, numbered, type Filling, type Person } from '../filling.js';
import type { Users } from '../users.js';

type Kind = readonly [group: string, type: string, text: string, mime: string, ending: string];
const pdf = ['application/pdf', 'pdf'] as const;
const identification: Kind = ['Identification', 'Identification', 'Photo identification', 'image/png', 'png'];
const ofContact: readonly Kind[] = [
  ['Applications', 'Application', 'Signed application', ...pdf],
  identification,
  ['Policies', 'Policy', 'Policy as delivered', ...pdf],
  ['Policies', 'Illustration', 'Illustration of benefits', ...pdf],
  ['', 'Note', 'Note of a call', 'text/plain', 'txt'],
];
const ofAgent: readonly Kind[] = [
  ['Contracts', 'Contract', 'Agent contract', ...pdf],
  ['Licenses', 'License', 'State insurance license', ...pdf],
  identification,
  ['', 'Form', 'Direct deposit form', ...pdf],
];

/** Id of the document that the customer handed in for the example visit. */
export const handedIn = 300;

/**
 * Writes documents of the first contacts and of every agent. Shares some documents of agents outside agent@'s branch
 * with agent@, and two documents of the first contact with other@.
 */
export async function fillDocuments(filling: Filling, people: readonly Person[], files: DemoFiles): Promise<void> {
  const first = people.slice(0, 60);
  const rows = numbered('Id', [
    ...first.flatMap(({ ContactId, AgentId, name, DateCreated }) =>
      filling.some(ofContact, ContactId === 1 ? ofContact.length : filling.int(1, 3)).map((kind) => ({
        ...document(filling, 'Contact', ContactId, kind, DateCreated),
        owner: AgentId,
        // An identification with a name belongs to the contact's spouse.
        ...(kind === identification && filling.chance(0.4)
          ? { FirstName: filling.faker.person.firstName(), LastName: name[1] }
          : {}),
      })),
    ),
    ...agentIds(filling).flatMap((AgentId) =>
      filling.some(ofAgent, AgentId === own.agent ? ofAgent.length : filling.int(0, 2)).map((kind) => ({
        ...document(filling, 'Agent', AgentId, kind, filling.calendar.daysAgo(290)),
        owner: AgentId,
      })),
    ),
  ]);
  const documents = rows.map((row) => ({
    ...row,
    // fillVisitDocuments writes the document `handedIn`. The agents of a larger demo have more documents than that.
    Id: row.Id < handedIn ? row.Id : row.Id + 1,
    // The first two documents have the files that the examples of the documentation name.
    AttachmentId: [exampleFile, examplePicture].at(row.Id - 1) ?? row.AttachmentId,
    Locked: row.Id > 2 && row.Locked,
    FileSizeInKB: kilobytes(contentOf(row).length),
  }));
  await files.fill(
    documents.map(({ AttachmentId, AttachmentName, DateAdded, ...row }) => {
      const content = contentOf(row);
      return { AttachmentId, FileName: AttachmentName, MimeType: row.MimeType, UploadedAt: DateAdded, content };
    }),
  );
  await filling.put(
    Document,
    documents.map(({ owner: _, ...row }) => row),
  );
  const shared = documents.filter(({ Id, owner }) => Id % 4 === 0 && !branchOfAgent.includes(owner));
  const given = documents.filter(({ TableName, RecordId }) => TableName === 'Contact' && RecordId === 1).slice(0, 2);
  await filling.put(DocumentShare, [
    ...shared.map(({ Id }) => ({ Id, AgentId: own.agent })),
    ...given.map(({ Id }) => ({ Id, AgentId: own.other })),
  ]);
}

/** Writes the image of the first contact. */
export async function fillImages(filling: Filling, files: DemoFiles): Promise<void> {
  const [AttachmentId, ContactId] = [filling.guid(), 1];
  const content = picture([204, 164, 96]);
  const UploadedAt = filling.calendar.moment(20);
  await files.fill([{ AttachmentId, FileName: 'portrait.png', MimeType: 'image/png', UploadedAt, content }]);
  await filling.put(ContactImageFile, [{ AttachmentId, ContactId }]);
  await filling.db.execute(sql`UPDATE contacts SET ContactImage = ${AttachmentId} WHERE ContactId = ${ContactId}`);
}

/** Writes the document that the customer handed in for the visit in the examples of the documentation. */
export async function fillVisitDocuments(filling: Filling, files: DemoFiles): Promise<void> {
  const visit = await filling.db.one<{ ContactId: number; LineId: string }>(sql`SELECT c.ContactId AS ContactId,
    v.LineId AS LineId FROM checkins v JOIN contacts c ON c.ContactGUID = v.CustomerId WHERE v.Id = ${exampleVisit}`);
  if (!visit) return;
  const kind: Kind = ['Visits', 'Statement', 'Last statement', ...pdf];
  const { AttachmentName, ...row } = document(filling, 'Contact', visit.ContactId, kind, filling.calendar.now);
  const { AttachmentId, MimeType, DateAdded: UploadedAt } = row;
  const content = contentOf(row);
  await files.fill([{ AttachmentId, FileName: AttachmentName, MimeType, UploadedAt, content }]);
  const FileSizeInKB = kilobytes(content.length);
  await filling.put(Document, [{ ...row, Id: handedIn, AttachmentName, Locked: false, FileSizeInKB }]);
  await filling.put(VisitDocumentLink, [{ Id: handedIn, CheckinId: exampleVisit, LineId: visit.LineId }]);
}

function contentOf({ Description, MimeType }: { Description: string; MimeType: string }): Buffer {
  if (MimeType === 'image/png') return picture([88, 129, 87]);
  return MimeType === 'text/plain' ? Buffer.from(`${Description}\nCalls again on Friday.\n`) : page(Description);
}

function document(filling: Filling, TableName: string, RecordId: number, kind: Kind, since: string) {
  const [DocumentGroup, DocumentType, Description, MimeType, ending] = kind;
  return {
    ...{ AttachmentId: filling.guid(), TableName, RecordId, Description, DocumentType, DocumentGroup, MimeType },
    DateAdded: filling.calendar.between(since, filling.calendar.now),
    Locked: filling.chance(0.15),
    AttachmentName: `${DocumentType.toLowerCase()}-${TableName.toLowerCase()}-${RecordId}.${ending}`,
  };
}

/** Gives the role of the receptionist its permissions. */
export async function fillFrontDesk(roles: RolesRecordSet): Promise<void> {
  const { Permissions } = roleTemplates.get('front-desk')!;
  await roles.save([{ RoleId: 11, Permissions: [...Permissions] }]);
}

/** Writes audit rows of the last days, and a response that is kept for an Idempotency-Key. */
export async function fillHistory(filling: Filling, users: Users): Promise<void> {
  const { db, calendar, faker } = filling;
  const members = await db.all<ProjectTeamMember>(
    sql`SELECT ${columns(ProjectTeamMember, 'm')} FROM project_team_members m ORDER BY m.TeamMemberID`,
  );
  const tasks = await db.all<GanttTask>(sql`SELECT ${columns(GanttTask, 't')} FROM gantt_tasks t ORDER BY t.id`);
  const UserId = users.byName.get('agent@demo.test')!;
  const hosts = members
    .filter(({ MemberRole }) => MemberRole === 'Host')
    .map(({ TeamMemberID, ContactID }) => {
      const [Owner, Before, After] = [
        `Contact.ContactId:${ContactID}`,
        { MemberRole: 'Volunteer' },
        { MemberRole: 'Host' },
      ];
      const kept = encryptedValues(filling, Owner, Before, After);
      return { ...changed('ProjectTeamMember', TeamMemberID, 'MemberRole', ['***', '***']), kept };
    });
  const done = tasks
    .filter(({ type, progress }) => type === 'task' && progress === 100)
    .map(({ id }) => ({ ...changed('GanttTask', id, 'progress', [60, 100]), kept: undefined }));
  const changes = faker.helpers.shuffle([...hosts, ...done]);
  for (const [index, { kept, ...change }] of changes.entries()) {
    const { AuditId } = await db.insert(AuditEntry, {
      ...{ At: calendar.moment(changes.length - index), UserId, Operation: `change${change.Record}` },
      ...{ Record: change.Record, RecordId: change.Id, RequestId: `demo-request-${index + 1}` },
      Changes: JSON.stringify([kept ? { ...change, Digest: kept.Digest } : change]),
    });
    if (kept) await db.insert(AuditValue, { ...kept, AuditId });
  }
  const Key = 'demo-team-member-1';
  const body = JSON.stringify({ ResponseStatus: succeeded(), ProjectTeamMembers: members.slice(0, 1) });
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  const Answer = filling.cipher.encrypt(
    JSON.stringify({ headers, body, disclosures: [] }),
    `idempotency_keys.Answer:${UserId}:${Key}`,
  );
  const CreatedAt = calendar.after(calendar.now, -filling.int(60, 600));
  const RequestHash = faker.string.numeric(64);
  await filling.put(IdempotencyKey, [{ UserId, Key, RequestHash, AnswerSize: Answer.length, Answer, CreatedAt }]);
}

function changed(Record: string, id: number, field: string, [before, after]: [unknown, unknown]) {
  return { Record, Id: String(id), Action: 'Update', Before: { [field]: before }, After: { [field]: after } };
}

/** The personal values of a change, as the audit keeps them. */
function encryptedValues(filling: Filling, Owner: string, Before: object, After: object): Omit<AuditValue, 'AuditId'> {
  const text = JSON.stringify({ Salt: filling.faker.string.alphanumeric(22), Before, After });
  const Digest = digestOf(text);
  return { Digest, Owner, Sealed: filling.cipher.encrypt(text, encryptionPlace(AuditValue, 'Sealed', Digest)) };
}

/** The AuditId of one call that changed all example records with a history. */
const lastChange = 1_000_000;

/** Writes an audited change of each example record, so that the examples of Revert succeed. `paths` are all paths. */
export async function fillChanges(filling: Filling, users: Users, paths: readonly PathMatch[]): Promise<void> {
  const changes: object[] = [];
  const records: Omit<AuditRecord, 'AuditId'>[] = [];
  const values: Omit<AuditValue, 'AuditId'>[] = [];
  for (const { entity, key, field } of changedRecords(paths)) {
    const row = (await filling.db.read<object>(entity, key)) as Record<string, string | boolean | null> | undefined;
    if (!row) continue;
    const [to, RecordId] = [row[field.name], Object.values(key).join(',')];
    const from = field.type.name === 'flag' ? !to : `${to ?? ''} (former)`.trimStart().slice(0, field.type.maxLength);
    const [Before, After] = [{ [field.name]: from }, { [field.name]: to }];
    const { record: Record } = tableOf(entity);
    records.push({ Record, RecordId });
    const change = { Record, Id: RecordId, Action: 'Update' };
    if (!field.options.personal) changes.push({ ...change, Before, After });
    else {
      const Owner = entity === Contact ? `Contact:${RecordId}` : `Contact.ContactId:${row.ContactID ?? row.ContactId}`;
      const kept = encryptedValues(filling, Owner, Before, After);
      values.push(kept);
      const hide = (value: unknown): object => ({ [field.name]: value ? '***' : value });
      changes.push({ ...change, Before: hide(from), After: hide(to), Digest: kept.Digest });
    }
  }
  const [first, ...others] = records;
  await filling.db.insert(AuditEntry, {
    ...{ AuditId: lastChange, At: filling.calendar.now, UserId: users.byName.get('admin@demo.test')! },
    ...{ ...first, Operation: 'importRecordSet', RequestId: 'demo-request-last', Changes: JSON.stringify(changes) },
  });
  await filling.db.insertAll(
    AuditRecord,
    others.map((record) => ({ ...record, AuditId: lastChange })),
  );
  await filling.db.insertAll(
    AuditValue,
    values.map((value) => ({ ...value, AuditId: lastChange })),
  );
}

/** The records in the examples of Revert, each with a field (text or flag) that the record's PUT can write. */
function changedRecords(paths: readonly PathMatch[]): { entity: Class; key: object; field: Field }[] {
  const undone = new Set(paths.map(({ template }) => template).filter((path) => path.endsWith('/{AuditId}/Revert')));
  return paths.flatMap(({ template: path, row: entity, operations }) => {
    if (!entity || !undone.has(`${path}/History/{AuditId}/Revert`)) return [];
    const [read, change] = [operations.get('GET')!, operations.get('PUT') ?? operations.get('POST')!];
    const request = change.declaration.request!;
    const shown = listFieldOf(change.declaration.response)?.type.item?.record?.() ?? change.declaration.response;
    const inList = fieldsOf(request).some(({ type }) => type.item?.record?.() === shown);
    // The audit keeps only the host of a URL, so a change of it cannot be undone.
    const isWritten = ({ name, options: { key, secret, references, hostOnly, stamp } }: Field): boolean =>
      !key &&
      !secret &&
      !references &&
      !hostOnly &&
      !stamp &&
      [inList ? shown : request, shown].every((record) => fieldOf(record, name));
    const fields = storedFields(entity).filter((field) => isWritten(field) && !field.options.enum);
    const field =
      fields.findLast(({ type }) => type.name === 'text') ?? fields.find(({ type }) => type.name === 'flag');
    const names = placeholdersOf(path);
    const keyed = fieldOf(request, names[0]) ? request : read.declaration.request!;
    const key = Object.fromEntries(names.map((name) => [name, exampleOf(fieldOf(keyed, name)!)]));
    return field ? [{ entity, key, field }] : [];
  });
}
