import { sealedPlace } from '../../../database/sealed/sealed-columns.js';
import { ContactShare } from '../../../modules/contacts/contact-share.entity.js';
import { Contact } from '../../../modules/contacts/contact.entity.js';
import type { ContactIndex } from '../../../modules/contacts/search/contact-index.service.js';
import type { Filling } from '../filling.js';
import { invitationOf } from '../paperwork/invitations.js';
import type { Place } from '../places/places.js';
import { activitiesOf, factFinder, lastContact } from '../work/activities.js';
import type { Plan } from '../work/plan.js';
import { branchOfAgent, own } from './hierarchy.js';
import { firstNames, lastNames, mailName, streets } from './names.js';
import { categories, occupationAt, owner, type Occupation } from './occupations.js';
import { contactGuid, contactName, createdOf, isDeleted, isLeftAlone, ownerOf } from './ownership.js';

const sources = ['Referral', 'School visit', 'Benefits fair', 'Web form', 'Cold call'] as const;
/** Each with the flow of work that a contact of that status is in. */
const statuses = [
  { text: 'Prospect', flow: 'First call' },
  { text: 'Appointment set', flow: 'Appointment' },
  { text: 'Client', flow: 'Annual review' },
  { text: 'Not interested', flow: 'Closed' },
] as const;
const trades = ['Tutoring', 'Landscaping', 'Photography', 'Catering', 'Bookkeeping', 'Music Lessons'];
const insurers = ['Example Life', 'Example Mutual', 'Sample Annuity', 'Sample Health'];
const remarks = [
  'Prefers calls after school.',
  'Plans to retire in June.',
  'Spouse teaches too.',
  'Moved here last year.',
];

export async function fillContacts(
  filling: Filling,
  places: readonly Place[],
  plan: Plan,
  index: ContactIndex,
): Promise<void> {
  await filling.put(Contact, contacts(filling, places, plan));
  await index.update(Array.from({ length: filling.contacts }, (_, at) => at + 1));
  await filling.put(ContactShare, shares(filling));
}

/** Contacts of others that agent@ sees because they are shared, and some of agent@'s that other@ sees. */
function* shares(filling: Filling): Generator<Partial<ContactShare>> {
  for (let ContactId = 15; ContactId <= Math.min(filling.contacts, 5000); ContactId += 25)
    if (!branchOfAgent.some((id) => id === ownerOf(filling, ContactId))) yield { ContactId, AgentId: own.agent };
  for (let ContactId = 55; ContactId <= Math.min(filling.contacts, 600); ContactId += 60)
    yield { ContactId, AgentId: own.other };
}

function* contacts(filling: Filling, places: readonly Place[], plan: Plan): Generator<Partial<Contact>> {
  for (let ContactId = 1; ContactId <= filling.contacts; ContactId++) {
    const place = filling.random.pick(places);
    const occupation = ContactId % 20 === 8 ? owner : occupationAt(filling.random, place.school);
    // Not spread: an object of so many fields takes 30 times as long that way.
    yield Object.assign(
      identity(filling, ContactId, occupation),
      work(filling, ContactId, occupation, place),
      reach(filling, ContactId, occupation, place),
      relation(filling, ContactId),
      marks(filling, ContactId),
      { ProjectEndDate: plan.endOf(ContactId) },
    );
  }
}

function identity(filling: Filling, ContactId: number, { years }: Occupation): Partial<Contact> {
  const { random, calendar } = filling;
  const [FirstName, LastName] = contactName(filling, ContactId);
  const MiddleInitial = random.chance(0.5) ? random.letter() : null;
  const accounts = random.chance(0.5) ? random.int(1, 6) : 0;
  const debts = Array.from({ length: accounts }, () => random.int(50_000, 900_000));
  return {
    ContactId,
    ContactGUID: contactGuid(ContactId),
    ...{ FirstName, LastName, MiddleInitial, Name: `${FirstName} ${LastName}` },
    Initials: FirstName[0] + (MiddleInitial ?? '') + LastName[0],
    DateOfBirth: calendar.daysAgo(Math.round(365.25 * random.int(...years)) + random.int(0, 364)),
    MaritalStatus: random.pick(['Single', 'Married', 'Married', 'Divorced', null]),
    SSN: random.chance(0.4) ? filling.cipher.encrypt(random.ssn(), sealedPlace('contacts', 'SSN', ContactId)) : null,
    NumberOfDebtAccounts: accounts,
    TotalDebtAmount: debts.reduce((sum, debt) => sum + debt, 0),
    ContactImage: random.chance(0.1) ? `contact-${ContactId}.jpg` : null,
    AdditionalInformation: random.chance(0.2) ? random.pick(remarks) : null,
    Tags: random.chance(0.3) ? random.some(['VIP', 'Spanish', 'Evenings', 'Referral source'], 2).join(',') : null,
  };
}

function work(filling: Filling, ContactId: number, occupation: Occupation, place: Place): Partial<Contact> {
  const { random } = filling;
  const { Role, Title, Department, JobID, JobName, category, room } = occupation;
  const business = occupation === owner;
  const atSchool = !business && category !== 'Retiree';
  const trade = random.pick(trades);
  const pension = !business && (place.state.code === 'CO' || place.state.code === 'NM');
  return {
    ContactType: business ? 2 : 1,
    ...{ Role, Title, Department, JobID, JobName, JobCount: atSchool && random.chance(0.1) ? 2 : 1 },
    RoomNumber: room ? String(random.int(100, 399)) : null,
    ContactCategory: categories.indexOf(category) + 1,
    ContactCategoryName: category,
    SchoolID: atSchool ? place.SchoolID : null,
    DistrictID: business ? null : place.DistrictID,
    CountyID: place.CountyID,
    StateID: place.state.id,
    BusinessName: business ? `${contactName(filling, ContactId)[1]} ${trade} LLC` : null,
    DBA: business && random.chance(0.5) ? `${place.region.city} ${trade}` : null,
    CompanyAffiliation: atSchool && random.chance(0.3) ? `${place.state.name} Education Association` : null,
    PeraContactId: pension ? 100_000 + ContactId : null,
  };
}

function reach(filling: Filling, ContactId: number, occupation: Occupation, place: Place): Partial<Contact> {
  const { random } = filling;
  const { region, state } = place;
  const mail = `${mailName(...contactName(filling, ContactId))}${ContactId}`;
  const atSchool = occupation.category !== 'Business owner' && occupation.category !== 'Retiree';
  const alternative = random.chance(0.3);
  return {
    EmailWork: atSchool ? `${mail}@${region.mailDomain}.example.org` : null,
    EmailPersonal: !atSchool || random.chance(0.5) ? `${mail}@example.com` : null,
    Phone: filling.phone(random.pick(region.areaCodes)),
    PhoneLabel: random.pick(['Cell', 'Cell', 'Cell', 'Home']),
    PhoneAlt: alternative ? filling.phone(random.pick(region.areaCodes)) : null,
    AltPhoneLabel: alternative ? random.pick(atSchool ? ['School', 'Home'] : ['Work', 'Home']) : null,
    SMSOptIn: !isLeftAlone(ContactId) && random.chance(0.4),
    address_line1: `${random.int(100, 9900)} ${random.pick(streets)}`,
    address_city: region.city,
    address_state: state.code,
    address_zip: random.pick(region.zips),
  };
}

/** How far the agent has come with a contact. */
function relation(filling: Filling, ContactId: number): Partial<Contact> {
  const { random } = filling;
  const activities = activitiesOf(filling, ContactId);
  const status = isLeftAlone(ContactId) ? 3 : activities.length === 0 ? 0 : random.int(0, 2);
  const client = status === 2;
  const source = random.int(0, sources.length - 1);
  const AgentId = ownerOf(filling, ContactId);
  const found = activities.some(({ EventTypeId }) => EventTypeId === factFinder);
  const referrer = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
  return {
    AgentId,
    WritingAgentId: client ? AgentId : null,
    ContactStatusId: status + 1,
    ContactStatusDesc: statuses[status].text,
    Flow: statuses[status].flow,
    SourceTypeId: source + 1,
    SourceTypeDesc: sources[source],
    SourceNote: source === 0 ? `Referred by ${referrer}.` : source === 2 ? 'Left a card at the table.' : null,
    Carriers: client ? random.some(insurers, random.int(1, 2)).join(', ') : null,
    Rate: activities.length > 0 ? random.int(1, 5) : null,
    HasFactFinderSheet: found,
    FactFinderCodeId: found ? random.int(1, 3) : null,
    HasNBC: client && random.chance(0.3),
    HasGiftCard: Boolean(invitationOf(filling, ContactId)?.AnsweredAt),
    DateCreated: createdOf(filling, ContactId).DateCreated,
    LastContact: lastContact(activities),
  };
}

function marks(filling: Filling, ContactId: number): Partial<Contact> {
  const { random, calendar } = filling;
  const Deleted = isDeleted(ContactId);
  const locker = lockedBy(filling, ContactId);
  return {
    DoNotContact: isLeftAlone(ContactId),
    Active: !Deleted,
    Deleted,
    DeletedBy: Deleted ? 'admin@demo.test' : null,
    DeletedDateTimeUtc: Deleted ? calendar.moment(random, random.int(1, 25)) : null,
    Locked: locker !== null,
    LockedByAgentId: locker,
    // A lock is in force for a day.
    LockedTimestamp: locker === null ? null : calendar.after(calendar.now, -random.int(20, 600)),
  };
}

/** Of the first contacts some of agent@'s are locked by upline@, and some by agent@; the others' by their owners. */
function lockedBy(filling: Filling, ContactId: number): number | null {
  if (ContactId % 90 !== 31 && ContactId % 90 !== 61) return null;
  const AgentId = ownerOf(filling, ContactId);
  return AgentId === own.agent && ContactId % 90 === 31 ? own.upline : AgentId;
}
