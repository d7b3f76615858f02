import { AgentChangesService } from '../../../src/modules/agents/agent-changes.service.js';
import type { Contact } from '../../../src/modules/contacts/contact.entity.js';
import { ContactsRecordSet } from '../../../src/modules/contacts/contacts.record-set.js';
import { startApp, type TestApp } from '../app/app.js';
import { store } from './rows.js';

/** The agents of `seedPeople`: `below` is in the downline of `own`, `other` in another branch, `left` is inactive. */
export const person = { own: 1, below: 2, other: 3, left: 4 } as const;

/** Stores these agents, two event types, and the given contacts. */
export async function seedPeople(app: TestApp, contacts: readonly Partial<Contact>[] = []): Promise<void> {
  await app.db.tx(() =>
    app.get(AgentChangesService).save([
      { AgentId: person.own, AgentName: 'Own' },
      { AgentId: person.below, AgentName: 'Below', Upline1: person.own },
      { AgentId: person.other, AgentName: 'Other' },
      { AgentId: person.left, AgentName: 'Left', AgentStatus: 'Left' },
    ]),
  );
  await store(app, 'EventType', [
    { EventTypeId: 1, EventTypeName: 'Call', EventCategory: 'Outreach' },
    { EventTypeId: 2, EventTypeName: 'Meeting', EventCategory: 'Service' },
  ]);
  await addContacts(app, contacts);
}

/** Starts the service with these agents. agent: a user with the role Agent and the agent `own`. */
export async function startPeople(settings?: Parameters<typeof startApp>[0]) {
  const app = await startApp(settings);
  await seedPeople(app);
  return { app, agent: await app.as('Agent', person.own), admin: await app.as('Administrator') };
}

export async function addContacts(app: TestApp, contacts: readonly Partial<Contact>[]): Promise<void> {
  if (contacts.length === 0) return;
  const set = app.get(ContactsRecordSet);
  await app.db.tx(() => set.save(contacts.map((contact) => ({ ...contact, ContactId: contact.ContactId! }))));
}
