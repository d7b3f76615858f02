/**
 * Runs on Swagger UI's page. Its form signs in and hands the bearer token to Swagger UI, which sends it
 * with every call and keeps it across reloads; the token is renewed before it expires. On a demo
 * database a button signs in each demo user.
 */
export const signInScript = `'use strict';
addEventListener('load', async () => {
  const { ui } = window;
  const page = document.createElement('section');
  page.id = 'sign-in';
  page.innerHTML = \`
    <form>
      <label>User name <input name="UserName" autocomplete="username" required></label>
      <label>Password <input name="Password" type="password" autocomplete="current-password" required></label>
      <label>One-time code
        <input name="Code" autocomplete="one-time-code" inputmode="numeric" size="8" placeholder="if active"></label>
      <button>Sign in</button>
    </form>
    <p class="demo" hidden>Demo users: </p>
    <p class="session" hidden><span></span> <button type="button">Sign out</button></p>
    <p role="status"></p>\`;
  document.body.prepend(page);
  const form = page.querySelector('form');
  const demo = page.querySelector('.demo');
  const session = page.querySelector('.session');
  const status = page.querySelector('[role=status]');
  let token;
  let renewal;

  const call = async (method, path, body) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: 'Bearer ' + token }) };
    const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.ResponseStatus.Message);
    return answer;
  };

  const show = (user, message = '') => {
    form.hidden = user !== undefined;
    demo.hidden = user !== undefined || demo.children.length === 0;
    session.hidden = user === undefined;
    const name = user && (user.DisplayName || user.UserName);
    if (user) session.firstChild.textContent = 'Signed in as ' + name + ', ' + user.Roles.join(', ') + '.';
    status.textContent = message;
  };

  const use = (answer) => {
    token = answer.BearerToken;
    const schema = { type: 'http', scheme: 'bearer' };
    ui.authActions.authorizeWithPersistOption({ bearer: { name: 'bearer', schema, value: token } });
    show(answer);
    const left = new Date(answer.ExpiresAt) - Date.now();
    clearTimeout(renewal);
    renewal = setTimeout(() => renew(answer.RefreshToken), Math.max(left - 60_000, 5_000));
  };

  const forget = (message) => {
    token = undefined;
    clearTimeout(renewal);
    ui.authActions.logoutWithPersistOption(['bearer']);
    show(undefined, message);
  };

  const renew = (RefreshToken) =>
    call('POST', '/v1/Auth/Refresh', { RefreshToken }).then(use, () => forget('The session has ended.'));

  const signIn = (credentials) =>
    call('POST', '/v1/Auth/Login', credentials).then(use, (error) => show(undefined, error.message));

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void signIn(Object.fromEntries(new FormData(form)));
  });
  session.querySelector('button').addEventListener('click', () => {
    call('POST', '/v1/Auth/Logout').then(() => forget('Signed out.'), () => forget('The session has ended.'));
  });

  const { users, password } = await call('GET', '/docs/demo-users.json');
  for (const { UserName, Roles } of users) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = UserName + ' (' + Roles + ')';
    button.addEventListener('click', () => signIn({ UserName, Password: password }));
    demo.append(button);
  }
  token = ui.authSelectors.authorized()?.getIn(['bearer', 'value']);
  if (token) await call('GET', '/v1/Auth/Me').then(show, () => forget('The session has ended.'));
  else show();
});
`;

export const signInStyle = `
  .swagger-ui .topbar { display: none }
  #sign-in { font: 14px/1.5 sans-serif; color: #3b4151; background: #fff; border-bottom: 1px solid #d9d9d9;
    padding: 12px max(20px, calc(50% - 710px)) }
  #sign-in form { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: end }
  #sign-in [hidden] { display: none }
  #sign-in label { display: grid; font-weight: 600 }
  #sign-in input { font: inherit; padding: 6px 8px; border: 1px solid #8a8f98; border-radius: 4px;
    background: #fff; color: inherit }
  #sign-in button { font: inherit; font-weight: 600; padding: 6px 12px; margin: 2px 4px 2px 0;
    border: 1px solid #1f6b3f; border-radius: 4px; background: #fff; color: #1f6b3f; cursor: pointer }
  #sign-in form button { background: #1f6b3f; color: #fff }
  #sign-in p { margin: 8px 0 0 }
  #sign-in p:empty { margin: 0 }
`;
