import { AgencyError, dataFrom, type Schemas } from 'agency-operations-client';
import { client, session } from './client.js';
import { fill, find, messageOf, onSend, show } from './page.js';

/** The forms of the steps until a user may use the portal. */
const steps = ['#sign-in', '#new-password', '#enrol', '#confirm', '#recovery'];
/** The step that the service requires, by the reason of its refusal. */
const required: Readonly<Record<string, string>> = { MustChangePassword: '#new-password', MfaRequired: '#enrol' };

const ended = 'Your session has ended. Sign in again.';

/** The password that was typed, for the steps that need it again. */
let password = '';
let goOn: () => Promise<void>;

/** Calls `next` after each step, and when the session begins or ends. */
export function onAccount(next: () => Promise<void>): void {
  goOn = next;
}

/** Shows one step and a sentence about it, or the portal. */
export function showStep(step: string | undefined, text = ''): void {
  for (const each of steps) show(each, each === step);
  show('#parts', step === undefined);
  show('#sign-out', Boolean(session.get()));
  find('#message', HTMLParagraphElement).textContent = text;
}

/**
 * The signed-in user, or undefined if the user must first do something. The page then shows the form for it. `wasShown`
 * tells whether the page has shown a user before.
 */
export async function signedInUser(wasShown: boolean): Promise<Schemas['MeResponse'] | undefined> {
  if (!session.get()) {
    showStep('#sign-in', wasShown ? ended : '');
    return undefined;
  }
  try {
    return await dataFrom(client.GET('/v1/Auth/Me'));
  } catch (error) {
    const reason = error instanceof AgencyError ? error.answered.error?.ResponseStatus.Meta.Reason : undefined;
    // The client has removed a session that the service refuses to renew.
    if (!session.get()) showStep('#sign-in', ended);
    else
      showStep(reason && required[reason], reason && required[reason] ? '' : `${messageOf(error)} Reload this page.`);
    return undefined;
  }
}

onSend('#sign-in', async (values, form) => {
  const given = (name: string): string => String(values.get(name));
  await client.signIn({ UserName: given('UserName'), Password: given('Password'), Code: given('Code') });
  password = given('Password');
  form.reset();
  await goOn();
  return '';
});

onSend('#new-password', async (values, form) => {
  const NewPassword = String(values.get('NewPassword'));
  const body = { CurrentPassword: String(values.get('CurrentPassword')), NewPassword };
  const tokens = await dataFrom(client.POST('/v1/Auth/Password', { body }));
  session.set({ ...session.get()!, ...tokens });
  password = NewPassword;
  form.reset();
  await goOn();
  return '';
});

onSend('#enrol', async (values, form) => {
  password = String(values.get('Password'));
  const { QrCode, Secret } = await dataFrom(client.POST('/v1/Auth/Mfa/Enrol', { body: { Password: password } }));
  form.reset();
  find('#confirm img', HTMLImageElement).src = QrCode;
  find('#confirm code', HTMLElement).textContent = Secret;
  showStep('#confirm');
  return '';
});

onSend('#confirm', async (values, form) => {
  const body = { Code: String(values.get('Code')), OwnPassword: password };
  const { RecoveryCodes } = await dataFrom(client.POST('/v1/Auth/Mfa/Confirm', { body }));
  form.reset();
  fill(find('#recovery ul', HTMLUListElement), RecoveryCodes);
  showStep('#recovery');
  return '';
});

onSend('#recovery', async () => {
  await goOn();
  return '';
});

find('#sign-out', HTMLButtonElement).addEventListener('click', () => {
  client.signOut().then(
    () => location.reload(),
    (error: unknown) => (find('#message', HTMLParagraphElement).textContent = messageOf(error)),
  );
});
