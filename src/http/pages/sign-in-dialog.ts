/** The page that asks for a link to set a new password. */
export const forgotPath = '/password';

const password = (label: string, name: string, kind: 'current' | 'new'): string =>
  `<label>${label} <input class="control" name="${name}" type="password" autocomplete="${kind}-password"
            required></label>`;

const code = (label: string, name: string, more = ''): string =>
  `<label>${label} <input class="control" name="${name}" autocomplete="one-time-code" ${more}></label>
          <p>Each code works once. If the app still shows a code that you have used, wait for the next one.</p>`;

/** The user name for password managers. The script fills it in. */
const hiddenUser = '<input class="user" autocomplete="username" hidden>';

/** A step of the sign-in: a form whose error message is its alert. */
const step = (name: string, title: string, fields: string, go: string, canCancel = true): string => `
        <template><form name="${name}">
          <h2 tabindex="-1">${title}</h2>
          <p role="alert" id="${name}-error"></p>
          ${fields}
          <p class="row"><button class="button main">${go}</button>
            ${canCancel ? '<button type="button" class="button cancel">Cancel</button>' : ''}</p>
        </form></template>`;

/** The dialog of the sign-in bar. The script sign-in-steps.js shows one step at a time. */
export const signInDialog = (publicPath: string): string => `<dialog aria-label="Sign in">${[
  step(
    'login',
    'Sign in',
    `<label>User name <input class="control" name="UserName" autocomplete="username" required></label>
          ${password('Password', 'Password', 'current')}
          <div class="code" hidden>${code('Code of your authenticator app, or a recovery code', 'Code')}</div>
          <p><a href="${publicPath}${forgotPath}">Forgot password?</a></p>`,
    'Sign in',
  ),
  step(
    'code',
    'One-time code',
    code('Code of your authenticator app, or a recovery code', 'MfaCode', 'required'),
    'Sign in',
  ),
  step(
    'password',
    'Choose your own password',
    `<p>An Administrator made your password, or it is too short. Choose one that only you know: 15 characters or more
            (8 with one-time codes), and not a widely used one.</p>
          ${hiddenUser}${password('Present password', 'CurrentPassword', 'current')}
          ${password('New password', 'NewPassword', 'new')}`,
    'Save',
  ),
  step(
    'enrol',
    'Set up one-time codes',
    `<p>To sign in, your account also needs a code from an authenticator app on your phone. Set up the app now.</p>
          ${hiddenUser}${password('Your password', 'Password', 'current')}`,
    'Continue',
  ),
  step(
    'confirm',
    'Set up one-time codes',
    `<p>Scan this picture with your authenticator app, or type the key below into it.</p>
          <p><img alt="QR code for the authenticator app" width="200" height="200"></p>
          <p><code class="secret"></code></p>
          ${code('Code that the app shows', 'Code', 'required inputmode="numeric"')}`,
    'Confirm',
  ),
  step(
    'codes',
    'Keep these recovery codes',
    '<p>Each of them signs you in once if you lose the app. This page shows them only now.</p><ul></ul>',
    'I have kept them',
    false,
  ),
].join('')}
      </dialog>`;
