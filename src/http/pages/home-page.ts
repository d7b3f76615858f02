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

interface Card {
  path: string;
  /** The operation that the page needs: the start page shows the card to users who may call it. */
  operation: string;
  title: string;
  text: string;
  /** The content of an SVG of 24 × 24 units. */
  drawing: string;
}

const list = (operation: string) => ({ path: `${dataPath}#${operation}`, operation });

/** What the service offers, in groups. */
const offers: readonly (readonly [title: string, cards: readonly Card[]])[] = [
  [
    'Administration',
    [
      {
        ...list('listUsers'),
        title: 'Users',
        text: 'Who may sign in, with which roles, and since when.',
        drawing: '<circle cx="9" cy="8" r="4"/><path d="M2 20a7 7 0 0 1 14 0M16 4a4 4 0 0 1 0 8M18 15q4 2 4 5"/>',
      },
      {
        ...list('listRoles'),
        title: 'Roles',
        text: 'What each role may do.',
        drawing: '<path d="M12 3l8 3v6c0 4.5-3.2 7.8-8 9-4.8-1.2-8-4.5-8-9V6zM9 12l2 2 4-4"/>',
      },
      {
        ...list('listAudit'),
        title: 'Changes',
        text: 'Who changed what, and when, in words.',
        drawing: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>',
      },
    ],
  ],
  [
    'Customers',
    [
      {
        ...list('listContacts'),
        title: 'Contacts',
        text: 'Find a customer, read everything about them, and download lists for Excel.',
        drawing: '<circle cx="12" cy="8" r="4"/><path d="M4 21a8 8 0 0 1 16 0"/>',
      },
      {
        ...list('listAppointments'),
        title: 'Appointments',
        text: 'Who comes when, and which appointments are still open.',
        drawing: '<rect x="3" y="5" width="18" height="16" rx="2"/><path d="M3 10h18M8 3v4M16 3v4"/>',
      },
      {
        path: importsPath,
        operation: importsOperation,
        title: 'Imports',
        text: 'Bring in a list from Excel or another program. See every change before it is made, and take it back.',
        drawing: '<path d="M12 3v11M7.5 9.5L12 14l4.5-4.5M4 16v4h16v-4"/>',
      },
    ],
  ],
  [
    'Front desk',
    [
      {
        path: deskPath,
        operation: deskOperation,
        title: 'Desk',
        text: 'See who has booked and who waits, check in customers, call the next one, and book.',
        drawing: '<path d="M3 20v-6h18v6M7 14V9a5 5 0 0 1 10 0v5M12 4V2"/>',
      },
      {
        path: boardsPath,
        operation: 'listQueue',
        title: 'Board',
        text: 'The screen of a waiting room. It shows live who is called to which desk, and how long the others wait.',
        drawing: '<rect x="3" y="4" width="18" height="12" rx="2"/><path d="M9 20h6M7 9h4M7 12h7"/>',
      },
      {
        ...list('reportVisits'),
        title: 'Waiting times',
        text: 'How many customers came each day, and how long they waited.',
        drawing: '<path d="M4 4v16h16M8 16v-4M12 16V8M16 16v-6"/>',
      },
    ],
  ],
  [
    'Lists',
    [
      {
        path: dataPath,
        operation: 'readMe',
        title: 'All lists',
        text: 'Every list that you may see, as a table. Filter it, and download it for Excel.',
        drawing: '<rect x="3" y="4" width="18" height="16" rx="2"/><path d="M3 10h18M3 15h18M9 10v10"/>',
      },
    ],
  ],
];

const documents: Links = [
  [docsPath, 'every operation with its fields and examples, to try'],
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
export function homePage(state: HomeState, origin: string): string {
  const { ready, demo, settings } = state;
  const { swagger: documented, publicPath } = settings;
  const at = Mustache.escape(origin + publicPath);
  return frame({
    settings,
    title: 'Agency Operations Service',
    styles: ['home.css'],
    scripts: ['home.js'],
    body: `${bar('/', settings)}
    <main id="content">
    <div class="hero">
    <h1>Agency Operations Service</h1>
    <p id="about">The work of an agency: its agents and their customers, the queues of its service desks, production
      figures, surveys, projects and documents.</p>
    ${demo ? '<p>This is a demo with generated data.</p>' : ''}
    ${ready ? '' : '<p class="bad">The service is not ready. Try again in a few minutes.</p>'}
    </div>
    ${welcome}
    ${offers.map((each) => offer(publicPath, each)).join('\n    ')}
    ${documented ? forDevelopers(state, at) : ''}
    </main>`,
  });
}

/** A group of cards. home.js shows it if the user may use one of them. */
function offer(publicPath: string, [title, cards]: (typeof offers)[number]): string {
  return `<section class="offer" aria-label="${title}" hidden><h2>${title}</h2>
      <ul class="cards">${cards.map((each) => card(publicPath, each)).join('')}</ul></section>`;
}

/** The technical part of the page, closed at first. home.js shows it before the sign-in, and to Administrators. */
function forDevelopers({ ready, version, database, demo, settings }: HomeState, at: string): string {
  const { publicPath } = settings;
  const states = [version && `Version ${version}`, database].flatMap((text) => (text ? [Mustache.escape(text)] : []));
  return `<details id="developers">
    <summary>For developers</summary>
    <p>Programs use one HTTP interface, with responses in JSON, CSV or Excel.</p>
    <ul class="state">
      ${ready ? '<li class="good">Ready</li>' : '<li class="bad">Not ready</li>'}
      ${states.map((text) => `<li>${text}</li>`).join('\n      ')}
    </ul>
    <dl>
      ${[...(demo ? ofDemo : []), ...documents, ...operations].map((each) => entry(publicPath, each)).join('\n      ')}
    </dl>
    ${demo ? tour(demo, at) : ''}
    </details>`;
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

function card(publicPath: string, { path, operation, title, text, drawing }: Card): string {
  const picture = `<svg viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>`;
  return `<li ${onlyFor(operation)}><a href="${publicPath}${path}">${picture}
      <strong>${title}</strong> <span>${text}</span></a></li>`;
}

/** A box that shows an example of a call. `text` is HTML. */
function call(text: string): string {
  return `<div class="call"><pre>${text}</pre></div>`;
}
