import { AgencyError, dataFrom, type Schemas } from 'agency-operations-client';
import { client } from './client.js';
import { fill, find, onSend, show } from './page.js';

const fields = ['Phone', 'EmailWork', 'AdditionalInformation'] as const;

onSend('#search', async (values) => {
  const query = { Search: String(values.get('Search')), take: 20, orderBy: 'Name' };
  const { Contacts } = await dataFrom(client.GET('/v1/Contacts', { params: { query } }));
  const buttons = Contacts.map(({ ContactId, Name, Phone }) => {
    const button = document.createElement('button');
    button.textContent = `${Name} ${Phone}`;
    button.addEventListener('click', () => void open(ContactId));
    return button;
  });
  fill(find('#found', HTMLUListElement), buttons);
  return buttons.length > 0 ? '' : 'No contact was found.';
});

/** The opened contact, and the ETag of the state that the page shows. */
let opened: { contact: Schemas['Contact']; etag: string } | undefined;

async function open(ContactId: number): Promise<void> {
  const call = client.GET('/v1/Contacts/{ContactId}', { params: { path: { ContactId } } });
  const contact = (await dataFrom(call)).Contacts[0]!;
  opened = { contact, etag: (await call).response.headers.get('ETag')! };
  find('#contact h3', HTMLHeadingElement).textContent = contact.Name;
  const form = find('#edit', HTMLFormElement);
  for (const name of fields) (form.elements.namedItem(name) as HTMLInputElement).value = contact[name] ?? '';
  const params = { path: { ContactId }, query: { take: 5 } };
  const { Activities } = await dataFrom(client.GET('/v1/Contacts/{ContactId}/Activities', { params }));
  const lines = Activities.map(({ StartDate, EventTypeName, Note }) => {
    return `${new Date(StartDate).toLocaleString()} ${EventTypeName}: ${Note}`;
  });
  fill(find('#activities', HTMLUListElement), lines.length > 0 ? lines : ['None yet.']);
  show('#contact', true);
}

/** Changes the opened contact, unless someone else has changed it since it was read. */
async function save(changes: Schemas['ContactInput']): Promise<void> {
  const { contact, etag } = opened!;
  const path = { ContactId: contact.ContactId };
  const params = { path, header: { 'If-Match': etag } };
  await dataFrom(client.PUT('/v1/Contacts/{ContactId}', { params, body: changes }));
  await open(path.ContactId);
}

onSend('#edit', async (values) => {
  try {
    await save(Object.fromEntries(fields.map((name) => [name, String(values.get(name))])));
    return 'Saved.';
  } catch (error) {
    if (!(error instanceof AgencyError) || error.answered.response.status !== 412) throw error;
    await open(opened!.contact.ContactId);
    return 'Someone else has changed this contact. You see the new values: enter your change again.';
  }
});

onSend('#log', async (values, form) => {
  const params = { path: { ContactId: opened!.contact.ContactId } };
  const body = { EventTypeId: 1, Note: String(values.get('Note')) };
  await dataFrom(client.POST('/v1/Contacts/{ContactId}/Activities', { params, body }));
  await open(params.path.ContactId);
  form.reset();
  return 'The call is logged.';
});
