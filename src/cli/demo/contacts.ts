import { ContactShare } from '../../modules/contacts/contact-share.entity.js';
import { Contact } from '../../modules/contacts/contact.entity.js';
import { lastContact } from './activities.js';
import type { Agents } from './agents.js';
import type { Filling } from './filling.js';
import { departments, firstNames, lastNames, mailName, roles, streets } from './names.js';
import { contactGuid, ownerOf } from './ownership.js';
import { own } from './people.js';
import type { Place } from './places.js';

const sources = ['Referral', 'School visit', 'Benefits fair', 'Web form', 'Cold call'];
const statuses = ['Prospect', 'Appointment set', 'Client', 'Not interested'];
const categories = ['Educator', 'School administrator', 'Support staff', 'Retiree'];

export async function fillContacts(filling: Filling, agents: Agents, places: readonly Place[]): Promise<void> {
  await filling.put(Contact, contacts(filling, agents, places));
  await filling.put(ContactShare, shares(filling));
}

/** Contacts of others that agent@ sees because they are shared. */
function* shares({ contacts: count }: Filling): Generator<Partial<ContactShare>> {
  for (let ContactId = 15; ContactId <= Math.min(count, 5000); ContactId += 25) yield { ContactId, AgentId: own.agent };
}

function* contacts(filling: Filling, agents: Agents, places: readonly Place[]): Generator<Partial<Contact>> {
  for (let ContactId = 1; ContactId <= filling.contacts; ContactId++) yield contact(filling, agents, places, ContactId);
}

function contact(filling: Filling, agents: Agents, places: readonly Place[], ContactId: number): Partial<Contact> {
  const { random, calendar, cipher } = filling;
  const FirstName = random.pick(firstNames);
  const LastName = random.pick(lastNames);
  const AgentId = ownerOf(filling, agents, ContactId);
  const place = random.pick(places);
  const Role = random.pick(roles);
  const source = random.int(0, sources.length - 1);
  const status = random.int(0, statuses.length - 1);
  const category = random.int(0, categories.length - 1);
  // A tenth came in the last 30 days, the others in the years before.
  const DateCreated = calendar.at(
    ContactId % 10 === 7 ? random.int(0, 29) : random.int(30, 1500),
    random.int(14, 22),
    random.int(0, 59),
  );
  const deleted = ContactId % 50 === 49;
  const locked = ContactId % 90 === 31;
  const mail = mailName(FirstName, LastName);
  return {
    ContactId,
    ContactGUID: contactGuid(ContactId),
    ContactType: 1,
    AgentId,
    WritingAgentId: random.chance(0.3) ? AgentId : null,
    FirstName,
    LastName,
    MiddleInitial: random.chance(0.5) ? random.pick(firstNames)[0] : null,
    Name: `${FirstName} ${LastName}`,
    Initials: FirstName[0] + LastName[0],
    Role,
    Title: Role,
    Department: random.pick(departments),
    RoomNumber: random.chance(0.5) ? String(random.int(100, 399)) : null,
    EmailWork: `${mail}@schools.example`,
    EmailPersonal: random.chance(0.5) ? `${mail}${random.int(1, 99)}@mail.example` : null,
    Phone: random.phone(),
    PhoneLabel: 'Cell',
    PhoneAlt: random.chance(0.3) ? random.phone() : null,
    SchoolID: place.SchoolID,
    DistrictID: place.DistrictID,
    CountyID: place.CountyID,
    StateID: place.StateID,
    address_line1: `${random.int(100, 9900)} ${random.pick(streets)}`,
    address_city: place.city,
    address_state: place.state,
    address_zip: place.zip + random.digits(2),
    SourceTypeId: source + 1,
    SourceTypeDesc: sources[source],
    ContactStatusId: status + 1,
    ContactStatusDesc: statuses[status],
    ContactCategory: category + 1,
    ContactCategoryName: categories[category],
    // Numbers that begin with 900 are never given out.
    SSN: random.chance(0.4)
      ? cipher.encrypt(`900-${random.int(10, 99)}-${random.digits(4)}`, `contacts.SSN:${ContactId}`)
      : null,
    MaritalStatus: random.pick(['Single', 'Married', 'Married', 'Divorced', null]),
    NumberOfDebtAccounts: random.int(0, 6),
    TotalDebtAmount: random.int(0, 6) * random.int(50_000, 900_000),
    DateOfBirth: calendar.daysAgo(random.int(8500, 24_000)),
    DateCreated,
    LastContact: lastContact(filling, ContactId),
    DoNotContact: ContactId % 40 === 11,
    Active: !deleted,
    Deleted: deleted,
    DeletedBy: deleted ? 'admin@demo.test' : null,
    DeletedDateTimeUtc: deleted ? calendar.at(random.int(1, 25), 20) : null,
    Locked: locked,
    LockedByAgentId: locked ? AgentId : null,
    LockedTimestamp: locked ? calendar.at(3, 18) : null,
    SMSOptIn: random.chance(0.4),
    Tags: random.chance(0.3) ? random.some(['VIP', 'Spanish', 'Evenings', 'Referral source'], 2).join(',') : null,
  };
}
