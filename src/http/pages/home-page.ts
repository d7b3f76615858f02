import { dataPath, frame } from './frame.js';

/** What the page tells of the running service; undefined: nobody outside need know. */
export interface HomeState {
  ready: boolean;
  version?: string;
  database?: string;
  /** The users of a demo, with whom anybody may sign in. */
  demo?: { users: readonly { UserName: string; Roles: string }[]; password: string };
  documented: boolean;
}

const style = `
  :root { color-scheme: light dark; --ink: #1a2733; --soft: #5a6b7a; --paper: #fff; --panel: #f2f5f8; --line: #d8e0e7;
    --accent: #0b5cad; --good: #1a7f4b; --bad: #b3261e; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e4ebf1; --soft: #9fb0bf; --paper: #12181e; --panel: #1c252d; --line: #33414d; --accent: #7fbcff;
      --good: #6fd3a0; --bad: #ff9d94; }
  }
  * { box-sizing: border-box; }
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 2.5rem 1rem 4rem;
    color: var(--ink); background: var(--paper); }
  h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 0.5rem; }
  h2 { font-size: 1.1rem; margin: 2.25rem 0 0.5rem; }
  p { margin: 0.5rem 0; }
  a { color: var(--accent); }
  code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
  .state { display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 0; margin: 1rem 0; list-style: none; }
  .state li { border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.75rem; color: var(--soft); }
  .state .good { color: var(--good); }
  .state .bad { color: var(--bad); }
  .call { position: relative; margin: 0.5rem 0; }
  .call pre { margin: 0; padding: 0.75rem 4.5rem 0.75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere;
    background: var(--panel); border: 1px solid var(--line); border-radius: 0.5rem; }
  .call button { position: absolute; top: 0.4rem; right: 0.4rem; font: inherit; font-size: 0.8rem; color: var(--ink);
    background: var(--paper); border: 1px solid var(--line); border-radius: 0.35rem; cursor: pointer; }
  table { border-collapse: collapse; }
  td { padding: 0.15rem 1.5rem 0.15rem 0; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.35rem 1.25rem; margin: 0.5rem 0; }
  dd { margin: 0; color: var(--soft); }
`;

/** A button on each call that puts it on the clipboard, where the browser lets a page do so. */
export const homeScript = `if (navigator.clipboard)
  for (const call of document.querySelectorAll('.call')) {
    const button = document.createElement('button');
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(call.querySelector('pre').textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    call.append(button);
  }
`;

export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cad"/><path d="M8 10h16M8 16h16M8 22h10" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>
`;

const documents: Links = [
  ['/docs', 'Swagger UI: read about every operation, and try it'],
  [dataPath, 'the lists as tables: filter them, take them along as CSV or Excel'],
  ['/openapi.json', 'the OpenAPI document, for typed clients'],
  ['/postman.json', 'the Postman collection'],
];
const operations: Links = [
  ['/health/live', 'is the process alive?'],
  ['/health/ready', 'can it serve calls?'],
  ['/metrics', 'what Prometheus reads'],
];

type Links = readonly (readonly [path: string, text: string])[];

/** The page at `/`: what this is, how it is, and the first calls. origin: where the reader has reached the service. */
export function homePage({ ready, version, database, demo, documented }: HomeState, origin: string): string {
  const at = escaped(origin);
  const user = demo?.users.find(({ Roles }) => Roles === 'Agent')?.UserName ?? 'you@example.com';
  const password = demo?.password ?? 'your pass phrase';
  const signIn = JSON.stringify({ UserName: user, Password: password });
  return frame({
    title: 'Agency Operations Service',
    head: `<style>${style}</style>
    <script src="/home.js" defer></script>`,
    body: `<h1>Agency Operations Service</h1>
    <p>The HTTP backend of an agency and customer-management platform: agents and their contacts, check-ins at service
      lines, production summaries, transfers, projects, surveys. Answers are JSON, CSV or
      an Excel workbook.</p>
    <ul class="state">
      ${ready ? '<li class="good">ready</li>' : '<li class="bad">not ready</li>'}
      ${[version && `version ${version}`, database, demo && 'a demo: everything in it is made up']
        .flatMap((text) => (text ? [`<li>${escaped(text)}</li>`] : []))
        .join('\n      ')}
    </ul>

    <h2>Sign in</h2>
    <p>A user name and a pass phrase give a bearer token for fifteen minutes.${
      documented ? ' <a href="/docs">Swagger UI</a> has a form for it.' : ''
    }</p>
    ${call(`TOKEN=$(curl -s ${at}/v1/Auth/Login -H 'Content-Type: application/json' \\
  -d '${escaped(signIn)}' | jq -r .BearerToken)`)}
    ${demo ? demoTable(demo) : ''}
    <h2>The commonest calls</h2>
    <p>Contacts, five of them, with what you want to see of each:</p>
    ${call(`curl -H "Authorization: Bearer $TOKEN" \\
  '${at}/v1/ActivityTracker/All?take=5&amp;fields=ContactId,Name,LastContact'`)}
    <p>Who waits at the service lines, as a file for a spreadsheet:</p>
    ${call(`curl -H "Authorization: Bearer $TOKEN" -o queue.csv '${at}/v1/CustomerCheckins.csv'`)}
    <p>What can be logged with a contact, found by a part of its name:</p>
    ${call(`curl -H "Authorization: Bearer $TOKEN" '${at}/v1/EventType?EventTypeNameContains=call'`)}

    <h2>Further</h2>
    <dl>
      ${[...(documented ? documents : []), ...operations]
        .map(([path, text]) => `<dt><a href="${path}">${path}</a></dt><dd>${text}</dd>`)
        .join('\n      ')}
    </dl>`,
  });
}

/** text: HTML. */
function call(text: string): string {
  return `<div class="call"><pre>${text}</pre></div>`;
}

function demoTable({ users, password }: NonNullable<HomeState['demo']>): string {
  const rows = users.map(
    ({ UserName, Roles }) => `<tr><td><code>${escaped(UserName)}</code></td><td>${escaped(Roles)}</td></tr>`,
  );
  return `<p>The pass phrase of all demo users is <code>${escaped(password)}</code>:</p>
    <table>${rows.join('')}</table>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
