import { broughtBack, offerProvider } from './openid.js';

/** Where the tokens are kept: for this tab alone, and as long as it is open. */
const kept = 'agency.session';

/** Why a call failed, as the service says it. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer?.ResponseStatus?.Message ?? `The service answered ${status}.`);
    this.status = status;
    this.fields = (answer?.ResponseStatus?.Errors ?? []).map(({ FieldName }) => FieldName);
  }
}

/**
 * Runs the bar that signs in. changed: is told the user and the bearer token whenever either changes; undefined: nobody
 * is signed in.
 */
export async function openSession(changed) {
  const bar = document.querySelector('#sign-in');
  const form = bar.querySelector('form');
  const demo = bar.querySelector('.demo');
  const session = bar.querySelector('.session');
  const status = bar.querySelector('[role=status]');
  let tokens = JSON.parse(sessionStorage.getItem(kept) ?? 'null');
  let renewal;

  const call = async (method, path, body) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(tokens && { Authorization: `Bearer ${tokens.BearerToken}` }),
    };
    const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Refused(response.status, answer);
    return answer;
  };

  const show = (user, message = '') => {
    form.hidden = user !== undefined;
    session.hidden = user === undefined;
    if (user)
      session.firstChild.textContent = `Signed in as ${user.DisplayName || user.UserName}, ${user.Roles.join(', ')}.`;
    for (const button of demo.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button.value === user?.UserName));
    status.textContent = message;
    changed(user, tokens?.BearerToken);
  };

  const keep = ({ BearerToken, RefreshToken, ExpiresAt }) => {
    tokens = { BearerToken, RefreshToken, ExpiresAt };
    sessionStorage.setItem(kept, JSON.stringify(tokens));
    const left = new Date(ExpiresAt) - Date.now();
    clearTimeout(renewal);
    renewal = setTimeout(() => void renew(), Math.max(left - 60_000, 5_000));
  };

  const forget = (message) => {
    tokens = null;
    clearTimeout(renewal);
    sessionStorage.removeItem(kept);
    show(undefined, message);
  };

  const renew = async () => {
    const { RefreshToken } = tokens;
    tokens = null;
    try {
      keep(await call('POST', '/v1/Auth/Refresh', { RefreshToken }));
      show(await call('GET', '/v1/Auth/Me'));
    } catch {
      forget('The session has ended.');
    }
  };

  const signOut = () => call('POST', '/v1/Auth/Logout').catch(() => undefined);

  const signIn = async (credentials, path = '/v1/Auth/Login') => {
    if (tokens) await signOut();
    tokens = null;
    try {
      keep(await call('POST', path, credentials));
      show(await call('GET', '/v1/Auth/Me'));
    } catch (error) {
      const MfaCode = error.fields?.includes('MfaCode') ? prompt('The code of the authenticator app') : null;
      if (MfaCode) await signIn({ ...credentials, MfaCode }, path);
      else forget(error.message);
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void signIn(Object.fromEntries(new FormData(form)));
  });
  session.querySelector('button').addEventListener('click', () => void signOut().then(() => forget('Signed out.')));

  await offerProvider(bar.querySelector('.provider'), call, (message) => show(undefined, message));
  const { users, password } = await call('GET', '/docs/demo-users.json');
  for (const { UserName, Roles } of users) {
    const button = document.createElement('button');
    button.type = 'button';
    button.value = UserName;
    button.textContent = `${UserName} (${Roles})`;
    button.addEventListener('click', () => void signIn({ UserName, Password: password }));
    demo.append(' ', button);
  }
  demo.hidden = users.length === 0;
  const back = broughtBack();
  if (back?.credentials) await signIn(back.credentials, '/v1/Auth/OpenId/Token');
  else if (!tokens) show(undefined, back?.error);
  else if (new Date(tokens.ExpiresAt) - Date.now() < 60_000) await renew();
  else {
    keep(tokens);
    await call('GET', '/v1/Auth/Me').then(show, () => forget('The session has ended.'));
  }
}
