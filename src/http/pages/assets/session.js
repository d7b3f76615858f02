import { broughtBack, offerProvider } from './openid.js';

/** Key of the tokens in sessionStorage, which belongs to this tab until it is closed. */
const kept = 'agency.session';

/** The bearer token that this tab stores; undefined if nobody is signed in. */
export const bearerToken = () => JSON.parse(sessionStorage.getItem(kept) ?? '{}').BearerToken;

/** A failed call, with the service's message. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer?.ResponseStatus?.Message ?? `The service answered ${status}.`);
    this.status = status;
    this.fields = (answer?.ResponseStatus?.Errors ?? []).map(({ FieldName }) => FieldName);
  }
}

/**
 * Runs the sign-in bar. Calls `changed` with the user and the bearer token whenever either changes. Both are undefined
 * if nobody is signed in.
 */
export async function openSession(changed) {
  const bar = document.querySelector('#sign-in');
  const own = bar.querySelector('details');
  const form = own.querySelector('form');
  const demo = bar.querySelector('.demo');
  let isDemo = false;
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
    const isFocused = bar.contains(document.activeElement);
    own.hidden = user !== undefined;
    if (user) own.open = false;
    demo.hidden = !isDemo || user !== undefined;
    session.hidden = user === undefined;
    if (user)
      session.firstChild.textContent = `Signed in as ${user.DisplayName || user.UserName}, ${user.Roles.join(', ')}.`;
    status.textContent = message;
    // The form that had the focus is hidden now, so move the focus.
    if (isFocused) {
      const next = isDemo ? demo.elements.user : own.querySelector('summary');
      (user ? session.querySelector('button') : next).focus();
    }
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
  isDemo = users.length > 0;
  if (isDemo) own.querySelector('summary').textContent = 'Other user';
  for (const { UserName, DisplayName, Roles } of users) {
    const option = document.createElement('option');
    option.value = UserName;
    option.textContent = `${DisplayName} (${Roles})`;
    option.selected = UserName === 'agent@demo.test';
    demo.elements.user.append(option);
  }
  demo.addEventListener('submit', (event) => {
    event.preventDefault();
    void signIn({ UserName: demo.elements.user.value, Password: password });
  });
  const back = broughtBack();
  if (back?.credentials) await signIn(back.credentials, '/v1/Auth/OpenId/Token');
  else if (!tokens) show(undefined, back?.error);
  else if (new Date(tokens.ExpiresAt) - Date.now() < 60_000) await renew();
  else {
    keep(tokens);
    await call('GET', '/v1/Auth/Me').then(show, () => forget('The session has ended.'));
  }
}
