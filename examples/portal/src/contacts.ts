import { AgencyError, dataFrom, isSet, type Schemas } from 'agency-operations-client';
import { client } from './client.js';
import { clearMessages, fill, find, messageOf, onSend, show } from './page.js';

const fields = ['Phone', 'EmailWork', 'AdditionalInformation'] as const;

/** Searches contacts. A search without a text finds all of them. */
onSend('#search', async (values) => {
  const query = { Search: String(values.get('Search')), take: 20, orderBy: 'Name', include: 'total' } as const;
  const { Contacts, ResponseStatus } = await dataFrom(client.GET('/v1/Contacts', { params: { query } }));
  const buttons = Contacts.map(({ ContactId, Name, Phone }) => {
    const button = document.createElement('button');
    button.textContent = `${Name} ${Phone}`;
    button.addEventListener('click', () => {
      const failed = find('#open-failed', HTMLParagraphElement);
      failed.textContent = '';
      open(ContactId).catch((error: unknown) => (failed.textContent = messageOf(error)));
    });
    return button;
  });
  fill(find('#found', HTMLUListElement), buttons);
  const { Total, TotalIsEstimate } = ResponseStatus.Meta;
  if (buttons.length === 0) return 'No contact was found.';
  if (Number(Total) <= buttons.length) return buttons.length === 1 ? '1 contact.' : `${buttons.length} contacts.`;
  const all = `${TotalIsEstimate ? 'about ' : ''}${Number(Total).toLocaleString()}`;
  return `The first ${buttons.length} of ${all} contacts. Type more of the name to see others.`;
});

type Opened = { contact: Schemas['Contact']; etag: string };
let opened: Opened | undefined;

const form = find('#edit', HTMLFormElement);
const inputOf = (name: string) => form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
/** A value as an input has it: unset fields are empty, and lines end as in a textarea. */
const textOf = (contact: Schemas['Contact'], name: (typeof fields)[number]): string =>
  (contact[name] ?? '').replaceAll('\r\n', '\n');

async function open(ContactId: number): Promise<void> {
  opened = await read(ContactId);
  const { contact } = opened;
  find('#contact h3', HTMLHeadingElement).textContent = contact.Name;
  clearStored();
  // What was typed and said about another contact must not stay.
  for (const id of ['#edit', '#picture', '#log']) {
    const each = find(id, HTMLFormElement);
    each.reset();
    clearMessages(each);
  }
  for (const name of fields) inputOf(name).value = textOf(contact, name);
  await showActivities(ContactId);
  await showPicture(contact);
  show('#contact', true);
}

async function read(ContactId: number): Promise<Opened> {
  return withTag(client.GET('/v1/Contacts/{ContactId}', { params: { path: { ContactId } } }));
}

/** The contact of a response, with its ETag. */
async function withTag(call: Parameters<typeof dataFrom<Schemas['ContactsResponse']>>[0]): Promise<Opened> {
  const contact = (await dataFrom(call)).Contacts[0]!;
  return { contact, etag: (await call).response.headers.get('ETag')! };
}

/** A page cannot send credentials with the address of an image, so it shows the downloaded file. */
async function showPicture({ ContactImage }: Schemas['Contact']): Promise<void> {
  const image = find('#picture img', HTMLImageElement);
  URL.revokeObjectURL(image.src);
  const file = isSet(ContactImage) ? await client.downloadFile(ContactImage).catch(() => undefined) : undefined;
  if (file) image.src = URL.createObjectURL(file);
  show('#picture img', Boolean(file));
}

async function showActivities(ContactId: number): Promise<void> {
  const params = { path: { ContactId }, query: { take: 5 } };
  const { Activities } = await dataFrom(client.GET('/v1/Contacts/{ContactId}/Activities', { params }));
  const lines = Activities.map(({ StartDate, EventTypeName, Note }) => {
    return `${new Date(StartDate).toLocaleString()} ${EventTypeName}: ${Note}`;
  });
  fill(find('#activities', HTMLUListElement), lines.length > 0 ? lines : ['None yet.']);
}

/**
 * Takes over the stored contact. An input that still has the value of `before` gets the stored value. Another one keeps
 * what was typed, and the stored value is shown below it if it is new.
 */
function merge(stored: Opened, before: Schemas['Contact']): void {
  opened = stored;
  clearStored();
  for (const name of fields) {
    const [input, value] = [inputOf(name), textOf(stored.contact, name)];
    if (input.value === textOf(before, name)) input.value = value;
    else if (value !== textOf(before, name) && value !== input.value) showStored(input, value);
  }
}

function showStored(input: HTMLElement, value: string): void {
  const text = document.createElement('span');
  text.className = 'stored';
  text.textContent = `Now stored: ${value || 'nothing'}`;
  input.closest('label')!.after(text);
}

function clearStored(): void {
  for (const text of form.querySelectorAll('.stored')) text.remove();
}

onSend('#edit', async () => {
  const { contact, etag } = opened!;
  const { ContactId } = contact;
  const changed = fields.filter((name) => inputOf(name).value !== textOf(contact, name));
  const body = Object.fromEntries(changed.map((name) => [name, inputOf(name).value]));
  const params = { path: { ContactId }, header: { 'If-Match': etag } };
  const call = client.PUT('/v1/Contacts/{ContactId}', { params, body });
  try {
    merge(await withTag(call), { ...contact, ...body });
    return 'Saved.';
  } catch (error) {
    if (!(error instanceof AgencyError) || error.answered.response.status !== 412) throw error;
    merge(await read(ContactId), contact);
    return 'Someone else has changed this contact. Compare the values, and press Save again.';
  }
});

onSend('#picture', async (values, picture) => {
  const { contact } = opened!;
  const params = { path: { ContactId: contact.ContactId } };
  const { AttachmentId } = await client.uploadFile(values.get('File') as File);
  const next = await withTag(client.PUT('/v1/Contacts/{ContactId}/Image', { params, body: { AttachmentId } }));
  picture.reset();
  merge(next, contact);
  await showPicture(next.contact);
  return 'The picture is set.';
});

onSend('#log', async (values, log) => {
  const { contact } = opened!;
  const { ContactId } = contact;
  const params = { path: { ContactId } };
  const local = String(values.get('StartDate'));
  const StartDate = local ? new Date(local).toISOString() : null;
  const body = { EventTypeId: 1, Note: String(values.get('Note')), ...(StartDate && { StartDate }) };
  await dataFrom(client.POST('/v1/Contacts/{ContactId}/Activities', { params, body }));
  log.reset();
  merge(await read(ContactId), contact);
  await showActivities(ContactId);
  return 'The call is logged.';
});
