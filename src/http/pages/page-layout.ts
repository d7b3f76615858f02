import Mustache from 'mustache';
import type { Config } from '../../config/config.js';
import { assetsPath, docsPath } from '../server/docs-path.js';
import { signInDialog } from './sign-in-dialog.js';

interface Frame {
  /** `publicPath` begins all addresses in the page. Its scripts show times in `timeZone`, with office-time.js. */
  settings: Pick<Config, 'publicPath' | 'timeZone'>;
  title: string;
  /** Language code of the page; English by default. */
  language?: string;
  /** Names of style sheets after page.css. */
  styles?: readonly string[];
  /** Names of scripts, loaded as modules. */
  scripts: readonly string[];
  /** HTML of further elements in `<head>`. */
  head?: string;
  /** HTML of the content of `<body>`. */
  body: string;
}

export function frame({ settings, title, language = 'en', styles = [], scripts, head = '', body }: Frame): string {
  const { publicPath, timeZone } = settings;
  const assets = publicPath + assetsPath;
  const lines = [
    ...['page.css', ...styles].map((name) => `<link rel="stylesheet" href="${assets}/${name}">`),
    head,
    ...scripts.map((name) => `<script src="${assets}/${name}" type="module"></script>`),
  ];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="time-zone" content="${timeZone}">
    <title>${title}</title>
    <link rel="icon" href="${publicPath}/favicon.svg" type="image/svg+xml">
    ${lines.filter(Boolean).join('\n    ')}
  </head>
  <body>
    ${body}
  </body>
</html>
`;
}

export const dataPath = '/data';
/** The page with the boards of the waiting rooms. */
export const boardsPath = '/queue';

/** The page with the messages of a demo. */
export const mailboxPath = '/mailbox';

export const importsPath = '/imports';
/** The page on which receptionists work, and the operation that it needs. */
export const deskPath = '/desk';
export const deskOperation = 'callNext';

/** The pages of customers: a visit, a survey, and the end of messages. The links in messages lead to them. */
export const visitPath = '/visit';
export const surveyPath = '/s';
export const unsubscribePath = '/unsubscribe';
/** Where customers with a booking say that they are here. */
export const arrivePath = '/arrive';
export const bookPath = '/book';
export const holdPath = '/hold';
export const bookingPath = '/booking';
export const customerPaths: readonly string[] = [
  visitPath,
  surveyPath,
  unsubscribePath,
  arrivePath,
  bookPath,
  holdPath,
  bookingPath,
];
/** Marks a link to a page that session.js shows only to users who may call an operation. */
export const onlyFor = (operation: string): string => `data-operation="${operation}" hidden`;
/** The operation that the page with imports needs. */
export const importsOperation = 'listImports';

const pages: readonly (readonly [path: string, text: string, operation?: string])[] = [
  ['/', 'Home'],
  [deskPath, 'Desk', deskOperation],
  [boardsPath, 'Board'],
  [dataPath, 'Data'],
  [importsPath, 'Imports', importsOperation],
];

/** The pages with a bar. SWAGGER says whether the service serves /docs (`documented`). */
const pagesOf = (documented: boolean): typeof pages => (documented ? [...pages, [docsPath, 'API']] : pages);

/** The paths of the pages with a bar, to which an identity provider may return. */
export const pagePathsOf = (documented: boolean): string[] => pagesOf(documented).map(([path]) => path);

/** The settings that change pages with a bar. */
export type PageSettings = Pick<Config, 'swagger' | 'organisation' | 'publicPath' | 'timeZone'>;

/**
 * The bar with navigation and sign-in at the top of a page. `current` is the path of the page. The script session.js
 * shows its parts.
 */
export function bar(current: string, { swagger, organisation, publicPath }: PageSettings): string {
  const link = ([path, text, operation]: (typeof pages)[number]): string => {
    const more = [path === current && 'aria-current="page"', operation && onlyFor(operation)];
    return `<a ${[`href="${publicPath}${path}"`, ...more].filter(Boolean).join(' ')}>${text}</a>`;
  };
  const mailbox = link([mailboxPath, 'Mailbox']).replace('<a', '<a class="of-demo" hidden');
  return `<a class="skip" href="#content">Skip to the content</a>
    <header id="sign-in" class="bar">
      <a class="brand" href="${publicPath}/"><img src="${publicPath}/favicon.svg" alt=""> Agency Operations</a>
      ${organisation && `<span class="sender">${Mustache.escape(organisation)}</span>`}
      <nav aria-label="Pages">${pagesOf(swagger).map(link).join(' ')}
        ${mailbox}</nav>
      <div class="account">
        <p class="session" hidden><span></span> <button type="button" class="button">Sign out</button></p>
        <form class="demo" hidden>
          <select name="user" class="control" aria-label="Demo user"></select>
          <button class="button main">Sign in</button>
        </form>
        <button type="button" class="button other" hidden>Sign in</button>
        <button type="button" class="button provider" hidden></button>
      </div>
      <p role="status"></p>
      ${signInDialog(publicPath)}
    </header>`;
}

/**
 * The place of the sign-in in the text of a page, which session.js shows to people who are not signed in. In a demo it
 * has a button for each user.
 */
export const welcome = `<noscript><p>This page needs JavaScript: allow it in the browser to sign in.</p></noscript>
      <section id="welcome" aria-label="Sign in" hidden>
        <p class="row"><button type="button" class="button main other">Sign in</button>
          <button type="button" class="button provider" hidden></button></p>
        <div class="of-demo" hidden><p>The users of this demo. Click one to sign in:</p><ul class="users"></ul></div>
      </section>`;
