import sql, { raw } from 'sql-template-tag';
import { JobsService } from '../../../src/jobs/jobs.service.js';
import { storedFields } from '../../../src/database/schema/columns.js';
import { tableOf } from '../../../src/database/schema/table.js';
import { quoted } from '../../../src/database/sql/quoted.js';
import { PersonTables } from '../../../src/modules/contacts/person/person-tables.js';
import { bind } from '../../../src/record/bind.js';
import { exampleOf } from '../../../src/record/schema.js';
import { newGuid } from '../../../src/record/values/guid.js';
import { startApp, type TestApp } from '../app/app.js';
import { upload } from '../data/files.js';
import { person, seedPeople } from '../data/people.js';
import { store } from '../data/rows.js';
import { agency, cliSettings } from '../processes/cli.js';

/** The state of a suite about erasures after `start`. settings: those of the command line. */
export let app: TestApp;
export let settings: Record<string, string>;

/** The word that all texts about a contact contain, by ContactId. It is short enough for every text field. */
export const words: Record<number, string> = { 1: 'Qzywvx', 2: 'Jkpmgf' };
/** Fields that cannot contain the word, because their texts come from a fixed list. */
const chosen = ['Contact.DeletedBy', 'LineAnswer.Question', 'Document.MimeType'];
export const now = '2026-03-01T10:00:00.0000000';
export const guid = (digit: string): string => digit.repeat(32);

/** Values with the word for every field of free text. */
function texts(entity: string, word: string): Record<string, string> {
  const { fields, link } = tableNamed(entity);
  const free = fields.filter(
    ({ name, type, options }) =>
      type.name === 'text' &&
      !options.enum &&
      !(options.encrypted && options.secret) &&
      !link.includes(name) &&
      !chosen.includes(`${entity}.${name}`),
  );
  return Object.fromEntries(free.map(({ name }) => [name, fitting(name, word)]));
}

/** A text that contains the word and has the form that the field requires. */
function fitting(name: string, word: string): string {
  if (/Email(?!Signature)/.test(name)) return `${word}@example.com`;
  return /Phone(?!Label)/.test(name) ? `${word} 555-0199` : word;
}

export function tableNamed(name: string) {
  const { entity, links } = app.get(PersonTables).all.find((table) => table.entity.name === name)!;
  return { fields: storedFields(entity), link: links.map(({ column }) => column) };
}

/** Stores a contact, and a row in every table that can refer to a contact. */
async function lives(ContactId: number, digit: string): Promise<void> {
  const [ContactGUID, visit, SurveyGuid] = [guid(digit), newGuid(), newGuid()];
  const AgentId = person.own;
  await seedContact(ContactId, ContactGUID);
  await store(app, 'ContactShare', [{ ContactId, AgentId: person.other }]);
  const MergedContactId = ContactId + 10;
  await store(app, 'Contact', [{ ContactId: MergedContactId, Name: words[ContactId], Deleted: true }]);
  await store(app, 'ContactMerge', [{ ContactId, MergedContactId, MergedAt: now, CallId: newGuid() }]);
  const pair = { ContactId, OtherContactId: MergedContactId };
  await store(app, 'ContactDifference', [{ ...pair, MarkedAt: now, MarkedBy: 'agent@example.test' }]);
  await store(app, 'ContactTransfer', [
    { ContactId, FromAgentId: person.below, ToAgentId: AgentId, TransferredAt: now },
  ]);
  const meeting = { AgentId, ContactId, EventTypeId: 1, StartDate: now };
  await store(app, 'Activity', [{ ...texts('Activity', words[ContactId]), ...meeting, ActivityId: ContactId }]);
  const AppointmentId = ContactId;
  await store(app, 'Appointment', [
    { ...texts('Appointment', words[ContactId]), ...meeting, AppointmentId, EndDate: now, LineId: guid('2') },
  ]);
  await store(app, 'BookingHold', [
    {
      ...{ TokenHash: guid(digit), FormId: guid(digit), LineId: guid('2'), EmailHash: guid(digit), AppointmentId },
      ...{ StartDate: now, EndDate: now, CreatedAt: now, ExpiresAt: now },
      Details: JSON.stringify({ FirstName: words[ContactId] }),
    },
  ]);
  const message = { Kind: 'AppointmentMade', Channel: 'Mail', State: 'NotSent', Record: 'Appointment', RecordId: '0' };
  await store(app, 'Message', [
    { ...message, ContactId, Recipient: `${words[ContactId]}@example.test`, CreatedAt: now, GiveUpAt: now },
  ]);
  await store(app, 'DueActivity', [{ ActivityId: ContactId, StartDate: now }]);
  await store(app, 'ProjectTeamMember', [
    { ...texts('ProjectTeamMember', words[ContactId]), ProjectID: 1, ContactID: ContactId },
  ]);
  const place = { LocationId: guid('1'), LineId: guid('2'), LineIds: [guid('2')] };
  const times = { SignInTime: now, AdjustedSignInTime: now, BusinessDay: '2026-03-01' };
  const done = { Status: 3, Completed: true, QuestionnaireSubmitted: true };
  await store(app, 'Checkin', [{ Id: visit, CustomerId: ContactGUID, ...place, ...times, ...done }]);
  await store(app, 'CheckinLeg', [{ CheckinId: visit, Number: 1, LineId: guid('2'), EndTime: times.SignInTime }]);
  await store(app, 'CheckinLine', [{ CheckinId: visit, LineId: guid('2') }]);
  await store(app, 'LineAnswer', [
    { ...texts('LineAnswer', words[ContactId]), CustomerCheckInId: visit, Id: 1, LineId: guid('2'), Question: 'Why?' },
  ]);
  const asked = { SurveyId: 1, AgentId, ContactId, ExpiresAt: now, AnsweredAt: now };
  await store(app, 'SurveyInvitation', [{ SurveyGuid, ...asked }]);
  const answer = { SurveyGuid, QuestionId: 1, DateAnswered: now, ResponseCode: 'Y' };
  await store(app, 'SurveyAnswer', [{ ...texts('SurveyAnswer', words[ContactId]), ...answer }]);
  await store(app, 'GiftCardReward', [{ SurveyGuid }]);
  const [image, AttachmentId] = await Promise.all([fileOf(words[ContactId]), fileOf(words[ContactId])]);
  const document = { TableName: 'Contact', RecordId: ContactId, Id: ContactId, AttachmentId };
  await store(app, 'Document', [{ ...texts('Document', words[ContactId]), ...document }]);
  await store(app, 'DocumentShare', [{ Id: ContactId, AgentId: person.other }]);
  await store(app, 'VisitDocumentLink', [{ Id: ContactId, CheckinId: visit, LineId: guid('2') }]);
  await store(app, 'ContactImageFile', [{ AttachmentId: image, ContactId }]);
  await refersFromOtherTables(ContactId);
}

/** Stores a row of example values in each table that can refer to a contact and has no row of this contact. */
async function refersFromOtherTables(ContactId: number): Promise<void> {
  for (const { entity, links } of app.get(PersonTables).all) {
    const link = links.find(({ of, field }) => of.name === 'Contact' && field === 'ContactId');
    const fields = storedFields(entity).filter(({ options }) => options.key !== 'generated');
    if (!link || fields.some(({ options }) => options.key)) continue;
    const named = sql`${raw(tableOf(entity).name)} WHERE ${quoted(link.column)} = ${ContactId}`;
    if (await app.db.exists(named)) continue;
    const examples = Object.fromEntries(fields.map((field) => [field.name, exampleOf(field)]));
    const sent = { ...examples, ...texts(entity.name, words[ContactId]), [link.column]: ContactId };
    await store(app, entity.name, [bind(entity, sent).value]);
  }
}

/** An uploaded text that names the contact. */
async function fileOf(word: string): Promise<string> {
  const { AttachmentId } = await upload(
    app,
    await app.as('Administrator'),
    Buffer.from(`${word} called`),
    `${word}.txt`,
  );
  return AttachmentId;
}

async function seedContact(ContactId: number, ContactGUID: string): Promise<void> {
  const columnsOf = {
    ...texts('Contact', words[ContactId]),
    ContactId,
    ContactGUID,
    AgentId: person.own,
    DateOfBirth: '1815-12-10',
  };
  const csv = [columnsOf, { ...columnsOf, SSN: '900-12-3456' }].map((row) => Object.keys(row).join(','))[1];
  const values = [...Object.values(columnsOf), '900-12-3456'].join(',');
  expect(await agency(['import', 'contacts', '-'], settings, `${csv}\n${values}\n`)).toMatchObject({ code: 0 });
}

/** Starts the service with the contacts 1 and 2, and rows in every table that can refer to a contact. */
export async function start(): Promise<void> {
  app = await startApp();
  // A minute after its start, the service would delete old messages, such as those whose words this suite counts.
  await app.get(JobsService).onModuleDestroy();
  settings = cliSettings(app.database);
  await seedPeople(app);
  await store(app, 'Project', [{ ProjectID: 1, ProjectName: 'Enrolment' }]);
  await store(app, 'Location', [{ LocationId: guid('1'), Name: 'Main Street' }]);
  await store(app, 'Line', [{ Id: guid('2'), LocationId: guid('1'), Name: 'Review' }]);
  await store(app, 'Question', [{ Id: 1, LineId: guid('2'), Question: 'Why?' }]);
  await store(app, 'Survey', [{ SurveyId: 1, Title: 'How was it?' }]);
  await store(app, 'SurveyQuestion', [{ QuestionId: 1, SurveyId: 1, Text: 'Again?' }]);
  await lives(1, 'a');
  await lives(2, 'b');
}
