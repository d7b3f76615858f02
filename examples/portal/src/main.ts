import { onAccount, showStep, signedInUser } from './account.js';
import { sessionKey } from './client.js';
import './contacts.js';
import { offerSets } from './import.js';
import { find, show } from './page.js';
import './people.js';
import { closeQueue, openQueue } from './queue.js';

/** The user whose data the page has. */
let shown: string | undefined;

/** Shows the parts of the portal that the user may use, or the form of the next step of the sign-in. */
async function refresh(): Promise<void> {
  closeQueue();
  const user = await signedInUser(shown !== undefined);
  find('#user', HTMLParagraphElement).textContent = user ? user.DisplayName || user.UserName : '';
  if (!user) return;
  // A new session of the same user finds again what was typed; another user begins with an empty page.
  if (shown && shown !== user.UserId) return location.reload();
  shown = user.UserId;
  const may = (operation: string): boolean => user.Operations.includes(operation);
  show('#contacts', may('listContacts'));
  show('#queue-section', may('listQueue'));
  show('#people-section', may('uploadImport'));
  show('#import-section', may('importRecordSet'));
  if (may('listQueue')) openQueue();
  if (may('importRecordSet')) offerSets();
  const hasParts = ['listContacts', 'listQueue', 'importRecordSet'].some(may);
  showStep(undefined, hasParts ? '' : 'Your roles have no part of this portal. Ask an Administrator for another role.');
}

onAccount(refresh);

// Another tab signed in or out, or its session ended; a renewed token changes nothing that is shown.
addEventListener('storage', ({ key, oldValue, newValue }) => {
  if (key === null || (key === sessionKey && !oldValue !== !newValue)) void refresh();
});
addEventListener('session-end', () => void refresh());
void refresh();
