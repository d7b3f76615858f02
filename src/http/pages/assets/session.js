import { broughtBack, offerProvider } from './openid.js';
import { bearerToken, call, forget, keep, Refused, sessionEvents, tryAgainAfter } from './tokens.js';

const isUnreachable = 'The service cannot be reached. This page tries again.';

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
  let current;

  const show = (user, message = '') => {
    current = user;
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
    changed(user, bearerToken());
  };

  const leave = (message) => {
    forget();
    show(undefined, message);
  };

  /** Shows who is signed in. Tries again while the service cannot be reached. */
  const greet = async () => {
    try {
      show(await call('GET', '/v1/Auth/Me'));
    } catch (error) {
      // The session has ended meanwhile, and the page shows the sign-in.
      if (!bearerToken()) return;
      if (error instanceof Refused && error.status < 500 && error.status !== 401 && error.status !== 429)
        leave(error.message);
      else {
        status.textContent = isUnreachable;
        setTimeout(() => void greet(), tryAgainAfter);
      }
    }
  };

  /** Ends the session at the service. Returns the message about it. */
  const signOut = () =>
    call('POST', '/v1/Auth/Logout').then(
      () => 'Signed out.',
      (error) =>
        error.status === 401 && !bearerToken()
          ? 'Signed out.'
          : 'This browser has forgotten the session. The service did not answer, so that the session stands there ' +
            'until it expires.',
    );

  const signIn = async (credentials, path = '/v1/Auth/Login') => {
    if (bearerToken()) await signOut();
    forget();
    try {
      keep(await call('POST', path, credentials));
      show(await call('GET', '/v1/Auth/Me'));
    } catch (error) {
      const MfaCode = error.fields?.includes('MfaCode') ? prompt('The code of the authenticator app') : null;
      if (MfaCode) await signIn({ ...credentials, MfaCode }, path);
      else leave(error instanceof Refused ? error.message : 'The service cannot be reached. Try again.');
    }
  };

  sessionEvents.addEventListener('ended', () => show(undefined, 'The session has ended.'));
  sessionEvents.addEventListener('unreachable', () => (status.textContent = isUnreachable));
  sessionEvents.addEventListener('renewed', () => {
    if (current) show(current);
  });
  // A session that ended while the tab was hidden shows the sign-in when somebody looks at the tab again.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && current) void greet();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void signIn(Object.fromEntries(new FormData(form)));
  });
  session.querySelector('button').addEventListener('click', () => void signOut().then(leave));

  // Without these two answers, the sign-in by user name and password remains.
  await offerProvider(bar.querySelector('.provider'), call, (message) => show(undefined, message)).catch(
    () => undefined,
  );
  const { users, password } = await call('GET', '/docs/demo-users.json').catch(() => ({ users: [] }));
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
  else if (bearerToken()) await greet();
  else show(undefined, back?.error);
}
