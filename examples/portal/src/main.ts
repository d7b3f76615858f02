import { dataFrom } from 'agency-operations-client';
import { client, session } from './client.js';
import './contacts.js';
import { offerSets } from './import.js';
import { find, onSend, show } from './page.js';
import { closeReception, openReception } from './reception.js';

/** Shows what the user may do if one is signed in, else the sign-in form. */
async function refresh(): Promise<void> {
  const user = session.get();
  show('#sign-in', !user);
  show('main', Boolean(user));
  show('#sign-out', Boolean(user));
  find('#user', HTMLParagraphElement).textContent = user ? user.DisplayName : '';
  closeReception();
  if (!user) return;
  const { Operations } = await dataFrom(client.GET('/v1/Auth/Me'));
  const offer = (section: string, operation: string): boolean => {
    show(section, Operations.includes(operation));
    return Operations.includes(operation);
  };
  offer('#contacts', 'listContacts');
  if (offer('#reception', 'callNext')) openReception();
  if (offer('#import-section', 'importRecordSet')) void offerSets();
}

onSend('#sign-in', async (values, form) => {
  const given = (name: string): string => String(values.get(name));
  await client.signIn({ UserName: given('UserName'), Password: given('Password'), Code: given('Code') });
  form.reset();
  await refresh();
  return '';
});

find('#sign-out', HTMLButtonElement).addEventListener('click', async () => {
  await client.signOut();
  location.reload();
});

// Another tab signed in or out; a renewed token changes nothing that is shown.
addEventListener('storage', ({ oldValue, newValue }) => {
  if (!oldValue !== !newValue) location.reload();
});
void refresh();
