import { broughtBack, offerProvider } from './openid.js';
import { openSteps } from './sign-in-steps.js';
import { bearerToken, call, forget, keep, messageOf, Refused, sessionEvents, signedInUser } from './tokens.js';

const isUnreachable = 'The service cannot be reached. This page tries again.';
/** The page waits this many milliseconds before it repeats a call that found no service. */
const tryAgainAfter = 5000;
/** A sign-out waits this many milliseconds for the service. After that, the page forgets the session by itself. */
const signedOutAfter = 10_000;
/** The steps that a user must take before any other call, by the reason of the refusal. */
const stepFor = { MustChangePassword: 'password', MfaRequired: 'enrol' };

/**
 * Runs the sign-in bar. Calls `changed` with the user and the bearer token whenever either changes. Both are undefined
 * if nobody is signed in.
 */
export async function openSession(changed) {
  const bar = document.querySelector('#sign-in');
  const welcome = document.querySelector('#welcome');
  const demo = bar.querySelector('.demo');
  const session = bar.querySelector('.session');
  const status = bar.querySelector(':scope > [role=status]');
  const others = document.querySelectorAll('.other');
  // The address may hold a place in its fragment, so that the link to the content must not change it.
  const content = document.querySelector('#content');
  content.tabIndex = -1;
  document.querySelector('a.skip').addEventListener('click', (event) => {
    event.preventDefault();
    content.focus();
  });
  let isDemo = false;
  let current;

  const show = (user, message = '') => {
    const isFocused = bar.contains(document.activeElement) || welcome?.contains(document.activeElement);
    current = user;
    for (const button of others) button.hidden = user !== undefined || (isDemo && welcome?.contains(button));
    demo.hidden = !isDemo || user !== undefined;
    session.hidden = user === undefined;
    if (welcome) welcome.hidden = user !== undefined;
    for (const part of document.querySelectorAll('[data-operation]'))
      part.hidden = !user?.Operations.includes(part.dataset.operation);
    if (user) {
      const { DisplayName, UserName, RoleNames } = user;
      session.firstChild.textContent = `Signed in as ${DisplayName || UserName}, ${RoleNames.join(', ')}.`;
    }
    status.textContent = message;
    steps.close();
    // The button that had the focus is hidden now, so move the focus.
    if (isFocused) (user ? session.querySelector('button') : isDemo ? demo.elements.user : others[0]).focus();
    changed(user, bearerToken());
  };

  /**
   * Removes the session from all tabs, and shows the sign-in with `message`. Unset `current` first: otherwise the event
   * `changed`, which `forget` sends, would say in this tab that the session has ended.
   */
  const endSession = (message) => {
    current = undefined;
    forget();
    show(undefined, message);
  };

  /** Shows who is signed in. Tries again while the service cannot be reached. */
  const greet = async () => {
    try {
      const user = await call('GET', '/v1/Auth/Me');
      // The recovery codes close the dialog themselves, when the user has kept them.
      if (user.UserId === signedInUser() && !steps.hasCodes()) show(user);
    } catch (error) {
      // The session has ended meanwhile, and the page shows the sign-in.
      if (!bearerToken()) return;
      if (stepFor[error.reason]) steps.require(stepFor[error.reason]);
      else if (error instanceof Refused && error.status < 500 && error.status !== 401 && error.status !== 429)
        endSession(error.message);
      else {
        status.textContent = isUnreachable;
        setTimeout(() => void greet(), tryAgainAfter);
      }
    }
  };

  /** Ends the session at the service. Returns the message about it. */
  const signOut = () => {
    status.textContent = 'Signing out …';
    const late =
      'This browser has forgotten the session. The service did not respond, and keeps its session until the session ' +
      'expires.';
    const ended = call('POST', '/v1/Auth/Logout').then(
      () => 'Signed out.',
      (error) => (error.status === 401 && !bearerToken() ? 'Signed out.' : late),
    );
    return Promise.race([ended, new Promise((resolve) => setTimeout(resolve, signedOutAfter, late))]);
  };

  /** Signs in. Throws Refused, or the error of `fetch` if nothing responds. */
  const signIn = async (credentials, path = '/v1/Auth/Login') => {
    if (bearerToken()) endSession(await signOut());
    keep(await call('POST', path, credentials));
  };

  const steps = openSteps({
    dialog: bar.querySelector('dialog'),
    signIn,
    isDone: () => current !== undefined,
    goOn: greet,
    giveUp: () => void signOut().then(endSession),
  });

  sessionEvents.addEventListener('changed', () => {
    if (signedInUser() === current?.UserId) {
      if (current) changed(current, bearerToken());
    } else if (bearerToken()) void greet();
    else show(undefined, 'The session has ended.');
  });
  // A session that ended while the tab was hidden shows the sign-in when somebody looks at the tab again.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && current) void greet();
  });
  for (const button of others) button.addEventListener('click', () => steps.show('login'));
  session.querySelector('button').addEventListener('click', () => void signOut().then(endSession));

  // Without these two responses, the sign-in by user name and password remains.
  const failed = (message) => show(undefined, message);
  await offerProvider(document.querySelectorAll('.provider'), call, failed).catch(() => undefined);
  const { users, password } = await call('GET', '/demo-users.json').catch(() => ({ users: [] }));
  isDemo = users.length > 0;
  if (isDemo) others[0].textContent = 'Other user';
  for (const part of document.querySelectorAll('.of-demo')) part.hidden = !isDemo;
  const complain = (error) => failed(messageOf(error));
  const enter = (UserName) => signIn({ UserName, Password: password }).catch(complain);
  for (const { UserName, DisplayName, Roles } of users) {
    const option = document.createElement('option');
    option.value = UserName;
    option.textContent = `${DisplayName} (${Roles})`;
    option.selected = UserName === 'agent@demo.test';
    demo.elements.user.append(option);
    if (welcome) welcome.querySelector('.users').append(userButton({ UserName, DisplayName, Roles }, enter));
  }
  demo.addEventListener('submit', (event) => {
    event.preventDefault();
    void enter(demo.elements.user.value);
  });
  const back = broughtBack();
  if (!bearerToken()) show(undefined, back?.error);
  if (back?.credentials) await steps.signInByProvider(back.credentials).catch(complain);
  else if (bearerToken()) await greet();
}

function userButton({ UserName, DisplayName, Roles }, enter) {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button';
  for (const [name, text] of [
    ['strong', DisplayName],
    ['span', Roles],
    ['code', UserName],
  ])
    button.append(Object.assign(document.createElement(name), { textContent: text }), ' ');
  button.addEventListener('click', () => void enter(UserName));
  item.append(button);
  return item;
}
