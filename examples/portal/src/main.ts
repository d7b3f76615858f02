import { client, session } from './client.js';
import './contacts.js';
import { offerSets } from './import.js';
import { find, onSend, show } from './page.js';
import { offerStations, stopQueue } from './queue.js';

/** Shows the portal if the user is signed in, else the sign-in form. */
function refresh(): void {
  const user = session.get();
  show('#sign-in', !user);
  show('main', Boolean(user));
  show('#sign-out', Boolean(user));
  find('#user', HTMLParagraphElement).textContent = user ? user.DisplayName : '';
  stopQueue();
  if (!user) return;
  void offerStations();
  const mayImport = user.Roles.includes('Administrator');
  show('#import-section', mayImport);
  if (mayImport) void offerSets();
}

onSend('#sign-in', async (values, form) => {
  const given = (name: string): string => String(values.get(name));
  await client.signIn({ UserName: given('UserName'), Password: given('Password'), Code: given('Code') });
  form.reset();
  refresh();
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
refresh();
