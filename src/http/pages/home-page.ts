import Mustache from 'mustache';
import { docsPath } from '../server/docs-path.js';
import {
  bar,
  boardsPath,
  dataPath,
  deskOperation,
  deskPath,
  frame,
  importsOperation,
  importsPath,
  mailboxPath,
  onlyFor,
  welcome,
  type PageSettings,
} from './page-layout.js';

/**
 * The state of the service. If Swagger UI is off, `version` and `database` are undefined. `demo` is set only on a demo:
 * its password, and the user of the calls on the page.
 */
export interface HomeState {
  ready: boolean;
  version?: string;
  database?: string;
  demo?: { user: string; password: string };
  settings: PageSettings;
}

export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cad"/><path d="M8 10h16M8 16h16M8 22h10" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>
`;

/** The path, title, text and drawing of each card. The drawing is the content of an SVG of 24 × 24 units. */
const cards = [
  [
    deskPath,
    'Desk',
    'For receptionists: see who has booked and who waits, check in customers, call the next one, and book.',
    '<path d="M3 20v-6h18v6M7 14V9a5 5 0 0 1 10 0v5M12 4V2"/>',
  ],
  [
    boardsPath,
    'Board',
    'The screen of a waiting room. It shows live who is called to which desk, and how long the others wait.',
    '<rect x="3" y="4" width="18" height="12" rx="2"/><path d="M9 20h6M7 9h4M7 12h7"/>',
  ],
  [
    dataPath,
    'Data',
    'Contacts, visits, reports and all other lists as tables. Filter them, and download them for Excel.',
    '<rect x="3" y="4" width="18" height="16" rx="2"/><path d="M3 10h18M3 15h18M9 10v10"/>',
  ],
  [
    importsPath,
    'Imports',
    'Bring in a list from Excel or another program. See every change before it is made, and take it back.',
    '<path d="M12 3v11M7.5 9.5L12 14l4.5-4.5M4 16v4h16v-4"/>',
  ],
  [
    docsPath,
    'API',
    'Every operation with its fields and examples. Try each of them here, or import it into your client.',
    '<path d="M8 8l-4 4 4 4M16 8l4 4-4 4M13.5 6l-3 12"/>',
  ],
] as const;

const documents: Links = [
  ['/openapi.json', 'the OpenAPI document, for typed clients'],
  ['/postman.json', 'the Postman collection'],
];
const operations: Links = [
  ['/health/live', 'whether the process runs'],
  ['/health/ready', 'whether it can respond to calls'],
  ['/metrics', 'metrics for Prometheus'],
];

const ofDemo: Links = [[mailboxPath, 'the mails and text messages that this demo sent, with the links for customers']];

type Links = readonly (readonly [path: string, text: string])[];

/** The calls of a receptionist's day on demo data, with a description of each call. */
const deskDay = [
  ['GET /v1/CustomerCheckins/Customers', 'finds a customer by three letters of the name, or by a whole short name'],
  ['POST /v1/CustomerCheckins', 'checks the customer in to a line'],
  ['POST /v1/CustomerCheckins/CallNext', 'calls the next customer to a desk'],
  ['POST /v1/CustomerCheckins/{Id}', 'forwards the visit to another line, or completes it'],
  ['GET /v1/CustomerCheckins/Report/{From}/{To}', 'shows how long customers waited'],
];

/** The page at `/`. The examples of calls on it begin with `origin`, the origin of the request. */
export function homePage({ ready, version, database, demo, settings }: HomeState, origin: string): string {
  const { swagger: documented, publicPath } = settings;
  const at = Mustache.escape(origin + publicPath);
  const links = [...(demo ? ofDemo : []), ...(documented ? [...documents, ...operations] : [])];
  return frame({
    publicPath,
    title: 'Agency Operations Service',
    styles: ['home.css'],
    scripts: ['home.js'],
    body: `${bar('/', settings)}
    <main id="content">
    <div class="hero">
    <h1>Agency Operations Service</h1>
    <p>The work of an agency: its agents and their customers, the queues of its service desks, production figures,
      surveys, projects and documents.${
        documented ? ' Programs use one HTTP interface, with responses in JSON, CSV or Excel.' : ''
      }</p>
    ${demo ? '<p>This is a demo with generated data.</p>' : ''}
    <ul class="state">
      ${ready ? '<li class="good">Ready</li>' : '<li class="bad">Not ready</li>'}
      ${[version && `Version ${version}`, database]
        .flatMap((text) => (text ? [`<li>${Mustache.escape(text)}</li>`] : []))
        .join('\n      ')}
    </ul>
    </div>
    ${welcome}
    <ul class="cards">${cards
      .filter(([path]) => documented || path !== docsPath)
      .map((each) => card(publicPath, each))
      .join('')}</ul>
    ${demo ? tour(demo, at) : ''}
    ${
      links.length > 0
        ? `<h2>More</h2>
    <dl>
      ${links.map((each) => entry(publicPath, each)).join('\n      ')}
    </dl>`
        : ''
    }
    </main>`,
  });
}

/** The first calls from a shell. `at` is the address of the service in HTML. */
function tour({ user, password }: NonNullable<HomeState['demo']>, at: string): string {
  const phrase = Mustache.escape(password);
  const signIn = Mustache.escape(JSON.stringify({ UserName: user, Password: password }));
  return `<h2>From a shell</h2>
    <p>The pass phrase of all demo users is <code>${phrase}</code>. It gives a bearer token for fifteen
      minutes:</p>
    ${call(`TOKEN=$(curl -s ${at}/v1/Auth/Login -H 'Content-Type: application/json' \\
  -d '${signIn}' | sed 's/.*"BearerToken":"\\([^"]*\\)".*/\\1/')`)}
    <p>Five contacts, with the fields that you choose:</p>
    ${call(`curl -H "Authorization: Bearer $TOKEN" \\
  '${at}/v1/ActivityTracker/All?take=5&amp;fields=ContactId,Name,LastContact'`)}
    <p>The customers who wait or are served, as a CSV file:</p>
    ${call(`curl -H "Authorization: Bearer $TOKEN" -o queue.csv '${at}/v1/CustomerCheckins.csv'`)}
    <p>Event types that have "call" in their name:</p>
    ${call(`curl -H "Authorization: Bearer $TOKEN" '${at}/v1/EventType?EventTypeNameContains=call'`)}

    <h2>A day at the front desk</h2>
    <p>Sign in as <code>desk@demo.test</code>, a receptionist at one location. The role <code>FrontDesk</code> permits
      these calls there, and shows no data of an agent.</p>
    <ol>
      ${deskDay.map(([path, text]) => `<li><code>${path}</code> ${text}</li>`).join('\n      ')}
    </ol>`;
}

function entry(publicPath: string, [path, text]: Links[number]): string {
  return `<dt><a href="${publicPath}${path}">${path}</a></dt><dd>${text}</dd>`;
}

function card(publicPath: string, [path, title, text, drawing]: (typeof cards)[number]): string {
  const operation = path === importsPath ? importsOperation : path === deskPath ? deskOperation : undefined;
  const only = operation ? ` ${onlyFor(operation)}` : '';
  return `<li${only}><a href="${publicPath}${path}"><svg viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>
      <strong>${title}</strong> <span>${text}</span></a></li>`;
}

/** A box that shows an example of a call. `text` is HTML. */
function call(text: string): string {
  return `<div class="call"><pre>${text}</pre></div>`;
}
