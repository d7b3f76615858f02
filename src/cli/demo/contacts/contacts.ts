import sql, { type Sql } from 'sql-template-tag';
import { encryptionPlace } from '../../../database/schema/table.js';
import { Activity, DueActivity } from '../../../modules/activity/activity.entity.js';
import { ContactShare } from '../../../modules/contacts/contact-share.entity.js';
import { Contact } from '../../../modules/contacts/contact.entity.js';
import { ContactMerge } from '../../../modules/contacts/merge/contact-merge.entity.js';
import { Document } from '../../../modules/dropbox/document.entity.js';
import type { ContactIndexService } from '../../../modules/contacts/search/contact-index.service.js';
import { branchOfAgent, countOfAgents, daysSinceLeaving, isActive, leavers, mailName } from '../agents.js';
import { own, type Filling, type Person } from '../filling.js';
import { placesOf, type Place } from '../places.js';
import type { Surveys } from './surveys.js';

/** A person's work. `years` is the range of ages at which people do it. */
interface Occupation {
  JobID: number;
  Role: string;
  Title: string;
  Department: string | null;
  ContactCategory: number;
  atSchool: boolean;
  /** The person has a room at the school. */
  room: boolean;
  years: readonly [least: number, most: number];
}

const subjects = ['Mathematics', 'English', 'Science', 'Social Studies', 'Spanish', 'Special Education', 'Art'];
const grades = ['Kindergarten', 'First Grade', 'Second Grade', 'Third Grade', 'Fourth Grade', 'Fifth Grade', 'Music'];

/** Posts at a school: role, department, ContactCategory, JobID, and whether the person has a room. */
const posts = [
  ['Principal', 'Administration', 2, 2, true],
  ['Assistant Principal', 'Administration', 2, 2, true],
  ['School Counselor', 'Counseling', 1, 3, true],
  ['Librarian', 'Library', 1, 1, true],
  ['Coach', 'Physical Education', 1, 1, false],
  ['Paraprofessional', 'Special Education', 3, 1, true],
  ['Nurse', 'Health Office', 3, 3, true],
  ['Administrative Assistant', 'Administration', 3, 4, true],
  ['Bus Driver', 'Transportation', 3, 4, false],
  ['Custodian', 'Facilities', 3, 4, false],
  ['Cook', 'Food Services', 3, 4, false],
] as const;

const owner = occupation('Owner', 'Owner', null, 5, 5, false, [28, 68]);

/** A random occupation at a school; most people are teachers. */
function occupationAt(filling: Filling, school: string): Occupation {
  if (filling.chance(0.08)) return occupation('Retired Teacher', 'Retired Teacher', null, 4, 6, false, [57, 82]);
  if (filling.chance(0.6)) {
    const department = filling.pick(school.includes('Elementary') ? grades : subjects);
    return occupation('Teacher', `${department} Teacher`, department, 1, 1, true, [23, 65]);
  }
  const [role, department, category, job, room] = filling.pick(posts);
  const leads = category === 2;
  return occupation(role, leads ? `${role}, ${school}` : role, department, category, job, room, [leads ? 36 : 21, 66]);
}

function occupation(
  Role: string,
  Title: string,
  Department: string | null,
  ContactCategory: number,
  JobID: number,
  room: boolean,
  years: Occupation['years'],
): Occupation {
  return { Role, Title, Department, ContactCategory, JobID, atSchool: ContactCategory <= 3, room, years };
}

/** EventTypeIds. */
const firstMeeting = 5;
const lastService = 11;
const factFinder = 13;

/** The Flow that belongs to each ContactStatusId. */
const flows = ['First call', 'Appointment', 'Annual review', 'Closed'];
const insurers = ['Example Life', 'Example Mutual', 'Sample Annuity', 'Sample Health'];
const outcomes = ['Reached', 'Left a message', 'No answer', 'Agreed'];
const notes = ['Wants to compare two annuities.', 'Call again after the school year.', 'Asked about beneficiaries.'];
const remarks = ['Prefers calls after school.', 'Plans to retire in June.', 'Spouse teaches too.', 'Moved last year.'];

/** The contact in the examples of the documentation. No other contact has a number with the area code of PhoneAlt. */
const example = {
  ContactId: 37,
  name: ['Maria', 'Lopez'],
  phone: { PhoneAlt: '(915) 555-0142', AltPhoneLabel: 'Home' },
} as const;

/**
 * The contacts up to this ContactId are the first contacts. Of these, agent@ owns a sixth. The agents of agent@'s
 * branch and the agents who left own some, too.
 */
const firstContacts = 600;
const activeBranch = branchOfAgent.filter(isActive);
const batch = 2000;

/** Names by id. */
type Names = ReadonlyMap<number, string>;

/** What contacts name: schools and choices. */
interface Choices {
  places: readonly Place[];
  jobs: Names;
  categories: Names;
  sources: Names;
  statuses: Names;
}

async function choicesOf(filling: Filling): Promise<Choices> {
  const names = async (query: Sql): Promise<Names> => {
    const rows = await filling.db.all<{ Id: number; Name: string }>(query);
    return new Map(rows.map(({ Id, Name }) => [Id, Name]));
  };
  return {
    places: await placesOf(filling),
    jobs: await names(sql`SELECT JobID AS Id, JobName AS Name FROM jobs`),
    categories: await names(sql`SELECT ContactCategory AS Id, ContactCategoryName AS Name FROM contact_categories`),
    sources: await names(sql`SELECT SourceTypeId AS Id, SourceTypeDesc AS Name FROM source_types`),
    statuses: await names(sql`SELECT ContactStatusId AS Id, ContactStatusDesc AS Name FROM contact_statuses`),
  };
}

/** The agent who owns a contact. The contacts after `firstContacts` are spread evenly over all agents. */
export function ownerOf(filling: Filling, ContactId: number): number {
  if (ContactId <= firstContacts) {
    if (ContactId % 6 === 1) return own.agent;
    if (ContactId % 30 === 4) return leavers[0];
    if (ContactId % 30 === 10) return leavers[1];
    if (ContactId % 10 === 2) return filling.pick(activeBranch);
  }
  return filling.int(1, countOfAgents(filling));
}

/** Writes contacts with their activities and survey invitations. Returns the contacts up to `firstContacts`. */
export async function fillContacts(filling: Filling, surveys: Surveys, index: ContactIndexService): Promise<Person[]> {
  const choices = await choicesOf(filling);
  const known: Person[] = [];
  const ahead = filling.calendar.after(filling.calendar.now, 20 * 60);
  let ActivityId = 1;
  for (let first = 1; first <= filling.contacts; first += batch) {
    const count = Math.min(batch, filling.contacts - first + 1);
    const people = Array.from({ length: count }, (_, at) => personOf(filling, first + at));
    const asked = surveys.ask(people);
    await filling.put(Contact, contactsOf(filling, people, choices, asked.cards));
    await index.update(people.map(({ ContactId }) => ContactId));
    await surveys.put(asked);
    const activities = people.flatMap(({ ContactId, AgentId, activities }) =>
      activities.map(({ StartDate, EventTypeId }) => {
        const EndDate = filling.calendar.after(StartDate, 5 + 5 * (++ActivityId % 11));
        const told = { Outcome: outcomes[ActivityId % 6] ?? '', Note: notes[ActivityId % 13] ?? '' };
        return { ActivityId, AgentId, ContactId, EventTypeId, StartDate, EndDate, ...told, LoggedAt: StartDate };
      }),
    );
    await filling.put(Activity, activities);
    known.push(...people.filter(({ ContactId }) => ContactId <= firstContacts));
  }
  // Add a future meeting of agent@ with the first contact.
  const meeting = { ActivityId: 1, AgentId: own.agent, ContactId: 1, EventTypeId: firstMeeting, StartDate: ahead };
  const told = { Outcome: 'Agreed', Note: 'Bring the annuity comparison.', LoggedAt: filling.calendar.now };
  await filling.put(Activity, [{ ...meeting, EndDate: filling.calendar.after(ahead, 60), ...told }]);
  await filling.put(DueActivity, [{ ActivityId: 1, StartDate: ahead }]);
  await filling.put(ContactShare, [...shares(known)]);
  return known;
}

/** Makes the rows one by one, because an array of all rows would keep their memory from being freed. */
function* contactsOf(
  filling: Filling,
  people: readonly Person[],
  choices: Choices,
  cards: ReadonlySet<number>,
): Generator<Partial<Contact>> {
  for (const person of people) yield contact(filling, person, choices, cards.has(person.ContactId));
}

/** Merges a deleted contact of agent@ into another one, and gives two contacts of agent@ the same e-mail address. */
export async function fillMerges(filling: Filling, index: ContactIndexService): Promise<void> {
  const [MergeId, MergedAt] = [1, filling.calendar.moment(3)];
  const Steps = filling.cipher.encrypt('[]', encryptionPlace(ContactMerge, 'Steps', MergeId));
  const [ContactId, MergedContactId] = [25, 49];
  await filling.put(ContactMerge, [{ MergeId, ContactId, MergedContactId, MergedAt, CallId: filling.guid(), Steps }]);
  const activities = await filling.db.all<Activity>(sql`SELECT a.ActivityId AS ActivityId FROM activities a
    WHERE a.ContactId = ${MergedContactId} AND NOT EXISTS (SELECT 1 FROM activities k WHERE k.ContactId = ${ContactId}
      AND k.AgentId = a.AgentId AND k.EventTypeId = a.EventTypeId AND k.StartDate = a.StartDate)`);
  await filling.put(
    Activity,
    activities.map(({ ActivityId }) => ({ ActivityId, ContactId })),
  );
  const documents = await filling.db.all<Document>(sql`SELECT d.Id AS Id FROM documents d
    WHERE d.TableName = 'Contact' AND d.RecordId = ${MergedContactId}`);
  await filling.put(
    Document,
    documents.map(({ Id }) => ({ Id, RecordId: ContactId })),
  );
  const [remaining, merged] = [
    (await filling.db.read(Contact, { ContactId }))!,
    (await filling.db.read(Contact, { ContactId: MergedContactId }))!,
  ];
  const later = (merged.LastContact ?? '') > (remaining.LastContact ?? '') ? merged : remaining;
  await filling.put(Contact, [
    { ContactId, LastContact: later.LastContact },
    { ContactId: MergedContactId, LastContact: null },
  ]);
  const [kept, doubled] = [7, 19];
  const { EmailPersonal, EmailWork } = (await filling.db.read(Contact, { ContactId: kept }))!;
  await filling.put(Contact, [{ ContactId: doubled, EmailPersonal: EmailPersonal ?? EmailWork }]);
  await index.update([doubled]);
}

/** Writes when the last project of each team member ends. */
export async function fillProjectEnds({ db }: Filling): Promise<void> {
  await db.execute(sql`UPDATE contacts SET ProjectEndDate = (SELECT MAX(p.EndDate) FROM project_team_members m
      JOIN projects p ON p.ProjectID = m.ProjectID WHERE m.ContactID = contacts.ContactId)
    WHERE ContactId IN (SELECT ContactID FROM project_team_members)`);
}

/** Shares some contacts of other agents with agent@, and some contacts with other@. */
function* shares(people: readonly Person[]): Generator<Partial<ContactShare>> {
  for (const { ContactId, AgentId } of people) {
    if (ContactId % 25 === 15 && !branchOfAgent.includes(AgentId)) yield { ContactId, AgentId: own.agent };
    if (ContactId % 60 === 55 && AgentId !== own.other) yield { ContactId, AgentId: own.other };
  }
}

/** Draws the values of a contact. No two of its activities begin in the same second, whatever is drawn. */
export function personOf(filling: Filling, ContactId: number): Person {
  const { faker, calendar } = filling;
  const AgentId = ownerOf(filling, ContactId);
  const Deleted = ContactId % 50 === 49;
  const DoNotContact = ContactId % 40 === 11;
  // Deleted contacts, and contacts whose agent left, have no recent activities.
  const quiet = Deleted || !isActive(AgentId);
  // A tenth of the contacts were created in the last 30 days.
  const fresh = ContactId % 10 === 7 && !quiet;
  const daysAgo = fresh ? filling.int(0, 29) : filling.int(2 * daysSinceLeaving, 1500);
  const DateCreated = calendar.moment(daysAgo);
  // A seventh of the contacts have no activity.
  const activities = Array.from({ length: ContactId % 7 === 3 ? 0 : filling.int(1, 4) }, () => {
    const most = Math.min(daysAgo, !quiet && filling.chance(0.45) ? 29 : 365);
    return {
      StartDate: calendar.moment(filling.int(Math.min(quiet ? daysSinceLeaving + 1 : 0, most), most)),
      EventTypeId: DoNotContact ? filling.int(firstMeeting, lastService) : filling.int(1, factFinder),
    };
  });
  const name = [faker.person.firstName(), faker.person.lastName()] as const;
  return {
    ...{ ContactId, AgentId, daysAgo, DateCreated, Deleted, DoNotContact },
    ContactGUID: `c0${ContactId.toString(16).padStart(10, '0')}4d3f8a5b7e91c2d4f601`,
    name: ContactId === example.ContactId ? example.name : name,
    activities: activities
      .filter(({ StartDate }) => StartDate > DateCreated)
      .sort((a, b) => (a.StartDate < b.StartDate ? -1 : 1))
      .filter(({ StartDate }, at, sorted) => StartDate !== sorted.at(at - 1)!.StartDate || at === 0),
  };
}

function contact(filling: Filling, person: Person, choices: Choices, HasGiftCard: boolean): Partial<Contact> {
  const place = filling.pick(choices.places);
  const occupation = person.ContactId % 20 === 8 ? owner : occupationAt(filling, place.SchoolName);
  // An object spread of so many fields would take 30 times as long.
  return Object.assign(
    identity(filling, person, occupation),
    work(filling, person, occupation, place, choices),
    reach(filling, person, occupation, place),
    Object.assign(relation(filling, person, choices), marks(filling, person), {
      HasGiftCard,
      ...(person.ContactId === example.ContactId && example.phone),
    }),
  );
}

function identity(filling: Filling, { ContactId, ContactGUID, name }: Person, { years }: Occupation): Partial<Contact> {
  const [FirstName, LastName] = name;
  const MiddleInitial = filling.chance(0.5) ? filling.faker.string.alpha({ casing: 'upper' }) : null;
  const accounts = filling.chance(0.5) ? filling.int(1, 6) : 0;
  return {
    ...{ ContactId, ContactGUID, FirstName, LastName, MiddleInitial, Name: name.join(' ') },
    Initials: FirstName[0] + (MiddleInitial ?? '') + LastName[0],
    DateOfBirth: filling.calendar.daysAgo(Math.round(365.25 * filling.int(...years)) + filling.int(0, 364)),
    MaritalStatus: filling.pick(['Single', 'Married', 'Married', 'Divorced', null]),
    SSN: filling.chance(0.4) ? filling.cipher.encrypt(filling.ssn(), encryptionPlace(Contact, 'SSN', ContactId)) : null,
    ...{ NumberOfDebtAccounts: accounts, TotalDebtAmount: accounts * filling.int(50_000, 900_000) },
    ContactImage: filling.chance(0.1) ? `contact-${ContactId}.jpg` : null,
    AdditionalInformation: filling.chance(0.2) ? filling.pick(remarks) : null,
    Tags: filling.chance(0.3) ? filling.some(['VIP', 'Spanish', 'Evenings', 'Referral source'], 2).join(',') : null,
  };
}

function work(
  filling: Filling,
  { ContactId, name }: Person,
  occupation: Occupation,
  { State, StateID, StateName, city, CountyID, DistrictID, SchoolID }: Place,
  { jobs, categories }: Choices,
): Partial<Contact> {
  const { Role, Title, Department, JobID, ContactCategory, room, atSchool } = occupation;
  const business = occupation === owner;
  const trade = filling.pick(['Tutoring', 'Landscaping', 'Photography', 'Catering', 'Bookkeeping']);
  return {
    ...{ ContactType: business ? 2 : 1, Role, Title, Department, JobID, JobName: jobs.get(JobID) },
    JobCount: atSchool && filling.chance(0.1) ? 2 : 1,
    RoomNumber: room ? String(filling.int(100, 399)) : null,
    ...{ ContactCategory, ContactCategoryName: categories.get(ContactCategory) },
    ...{ SchoolID: atSchool ? SchoolID : null, DistrictID: business ? null : DistrictID, CountyID, StateID },
    BusinessName: business ? `${name[1]} ${trade} LLC` : null,
    DBA: business && filling.chance(0.5) ? `${city} ${trade}` : null,
    CompanyAffiliation: atSchool && filling.chance(0.3) ? `${StateName} Education Association` : null,
    PeraContactId: !business && ['CO', 'NM'].includes(State) ? 100_000 + ContactId : null,
  };
}

function reach(
  filling: Filling,
  { ContactId, name, DoNotContact }: Person,
  { atSchool }: Occupation,
  { city, State, zips, areaCodes, mailDomain }: Place,
): Partial<Contact> {
  const mail = `${mailName(name)}${ContactId}`;
  const second = filling.chance(0.3);
  return {
    EmailWork: atSchool ? `${mail}@${mailDomain}.example.org` : null,
    EmailPersonal: !atSchool || filling.chance(0.5) ? `${mail}@example.com` : null,
    ...{ Phone: filling.phone(areaCodes), PhoneLabel: filling.pick(['Cell', 'Cell', 'Cell', 'Home']) },
    PhoneAlt: second ? filling.phone(areaCodes) : null,
    AltPhoneLabel: second ? filling.pick(atSchool ? ['School', 'Home'] : ['Work', 'Home']) : null,
    SMSOptIn: !DoNotContact && filling.chance(0.4),
    address_line1: filling.faker.location.streetAddress(),
    ...{ address_city: city, address_state: State, address_zip: filling.pick(zips) },
  };
}

/** The fields about the agent's work with the contact. */
function relation(
  filling: Filling,
  { AgentId, DoNotContact, activities, DateCreated }: Person,
  { sources, statuses }: Choices,
): Partial<Contact> {
  const { faker } = filling;
  const status = DoNotContact ? 3 : activities.length === 0 ? 0 : filling.int(0, 2);
  const client = status === 2;
  const source = filling.int(0, sources.size - 1);
  const found = activities.some(({ EventTypeId }) => EventTypeId === factFinder);
  const counting = activities.findLast(({ EventTypeId }) => EventTypeId <= lastService);
  const notes = [`Referred by ${faker.person.firstName()} ${faker.person.lastName()}.`, null, 'Left a card.'];
  const [ContactStatusId, SourceTypeId] = [status + 1, source + 1];
  return {
    ...{ AgentId, WritingAgentId: client ? AgentId : null },
    ...{ ContactStatusId, ContactStatusDesc: statuses.get(ContactStatusId) },
    ...{ Flow: flows[status], SourceTypeId, SourceTypeDesc: sources.get(SourceTypeId) },
    SourceNote: notes[source] ?? null,
    Carriers: client ? filling.some(insurers, filling.int(1, 2)).join(', ') : null,
    Rate: activities.length > 0 ? filling.int(1, 5) : null,
    ...{ HasFactFinderSheet: found, FactFinderCodeId: found ? filling.int(1, 3) : null },
    ...{ HasNBC: client && filling.chance(0.3), DateCreated, LastContact: counting?.StartDate ?? null },
  };
}

function marks(filling: Filling, { ContactId, AgentId, Deleted, DoNotContact }: Person): Partial<Contact> {
  const { calendar } = filling;
  // Some of agent@'s contacts are locked by upline@, and the other locked contacts by their owners. A lock ends after a
  // day.
  const Locked = ContactId % 30 === 1 && ContactId % 90 !== 1;
  const locker = AgentId === own.agent && ContactId % 90 === 31 ? own.upline : AgentId;
  return {
    ...{ DoNotContact, Active: !Deleted, Deleted, DeletedBy: Deleted ? 'admin@demo.test' : null },
    DeletedDateTimeUtc: Deleted ? calendar.moment(filling.int(1, 25)) : null,
    ...{ Locked, LockedByAgentId: Locked ? locker : null },
    LockedTimestamp: Locked ? calendar.after(calendar.now, -filling.int(20, 600)) : null,
  };
}
