// The dialog of the sign-in: a form for each step that a sign-in may need.
import { bearerToken, call, keep, messageOf } from './tokens.js';

/**
 * Runs the dialog. `signIn` sends credentials. `isDone` says whether the user is signed in and needs no other step.
 * `goOn` asks the service again, which signs in or shows the next step. `giveUp` ends a session whose user cancels a
 * step that the service requires.
 */
export function openSteps({ dialog, signIn, isDone, goOn, giveUp }) {
  const templates = [...dialog.querySelectorAll('template')].map(({ content }) => content.querySelector('form'));
  let form;
  /** What the user typed, so that the next step does not ask for it again. Forgotten when the dialog closes. */
  let typed = {};
  let byProvider;

  const remove = () => {
    form?.remove();
    form = undefined;
  };

  const show = (name) => {
    remove();
    form = templates.find((template) => template.getAttribute('name') === name).cloneNode(true);
    dialog.append(form);
    const { UserName = '', Password = '' } = typed;
    for (const field of form.querySelectorAll('.user')) field.value = UserName;
    if (name === 'password') form.elements.CurrentPassword.value = Password;
    if (name === 'enrol') form.elements.Password.value = Password;
    if (!dialog.open) dialog.showModal();
    const empty = [...form.querySelectorAll('input:not([hidden])')].find(({ value }) => value === '');
    // A key that is pressed too long must not close the recovery codes.
    (empty ?? form.querySelector(name === 'codes' ? 'h2' : '.main')).focus();
  };

  const hasCodes = () => form?.name === 'codes';

  const work = {
    login: (values) => {
      typed = values;
      return signIn(values);
    },
    code: ({ MfaCode }) => signIn({ ...byProvider, MfaCode }, '/v1/Auth/OpenId/Token'),
    password: async (values) => {
      const tokens = await call('POST', '/v1/Auth/Password', values);
      typed = { ...typed, Password: values.NewPassword };
      keep(tokens);
    },
    enrol: async (values) => {
      typed = { ...typed, ...values };
      const { Secret, QrCode } = await call('POST', '/v1/Auth/Mfa/Enrol', values);
      show('confirm');
      form.querySelector('img').src = QrCode;
      form.querySelector('.secret').textContent = Secret;
    },
    confirm: async ({ Code }) => {
      const sent = { Code, OwnPassword: typed.Password };
      const { RecoveryCodes } = await call('POST', '/v1/Auth/Mfa/Confirm', sent);
      show('codes');
      const item = (code) => Object.assign(document.createElement('li'), { textContent: code });
      form.querySelector('ul').replaceChildren(...RecoveryCodes.map(item));
    },
    codes: () => dialog.close(),
  };

  /** Shows the error in the form, and moves the focus to the field that it is about. */
  const complain = (error) => {
    const alert = form.querySelector('[role=alert]');
    const code = form.querySelector('.code');
    alert.textContent = messageOf(error);
    if (code && error.fields?.includes('Code')) code.hidden = false;
    const fields = [...form.querySelectorAll('input')].filter((field) => !field.closest('[hidden]'));
    const field = fields.find(({ name }) => error.fields?.includes(name)) ?? fields.at(-1);
    field?.setAttribute('aria-invalid', 'true');
    field?.setAttribute('aria-describedby', alert.id);
    field?.select();
  };

  dialog.addEventListener('submit', (event) => {
    event.preventDefault();
    const sent = event.target;
    const button = sent.querySelector('.main');
    if (button.disabled) return;
    sent.querySelector('[role=alert]').textContent = '';
    for (const field of sent.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
    button.disabled = true;
    Promise.resolve(work[sent.name](Object.fromEntries(new FormData(sent))))
      .catch((error) => sent === form && complain(error))
      .finally(() => (button.disabled = false));
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target.classList.contains('cancel')) dialog.close();
  });
  dialog.addEventListener('close', () => {
    const hadCodes = hasCodes();
    remove();
    typed = {};
    if (!bearerToken() || isDone()) return;
    if (hadCodes) void goOn();
    else giveUp();
  });

  return {
    show,
    hasCodes,
    /** Shows a step that the service requires, unless the user is at it: a renewed token must not clear its form. */
    require(name) {
      const isAt = form?.name === name || (name === 'enrol' && ['confirm', 'codes'].includes(form?.name));
      if (!isAt) show(name);
    },
    close: () => dialog.close(),
    /** Exchanges the provider's code for a session. Asks for a one-time code if the account has a second factor. */
    async signInByProvider(credentials) {
      byProvider = credentials;
      await signIn(credentials, '/v1/Auth/OpenId/Token').catch((error) => {
        if (!error.fields?.includes('MfaCode')) throw error;
        show('code');
      });
    },
  };
}
