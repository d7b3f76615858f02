import { assetsPath, docsPath } from '../server/docs-path.js';

interface Frame {
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

export function frame({ title, language = 'en', styles = [], scripts, head = '', body }: Frame): string {
  const lines = [
    ...['page.css', ...styles].map((name) => `<link rel="stylesheet" href="${assetsPath}/${name}">`),
    head,
    ...scripts.map((name) => `<script src="${assetsPath}/${name}" type="module"></script>`),
  ];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
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

const pages: readonly (readonly [path: string, text: string])[] = [
  ['/', 'Home'],
  [boardsPath, 'Board'],
  [dataPath, 'Data'],
  [docsPath, 'API'],
];

/** The paths of the pages with a bar, to which an OpenID Connect provider may return. */
export const pagePaths = pages.map(([path]) => path);

/** The bar with navigation and sign-in at the top of a page. `current` is the path of the page. */
export function bar(current: string): string {
  const link = ([path, text]: (typeof pages)[number]): string =>
    `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${text}</a>`;
  return `<header id="sign-in" class="bar">
      <a class="brand" href="/"><img src="/favicon.svg" alt=""> Agency Operations</a>
      <nav aria-label="Pages">${pages.map(link).join(' ')}</nav>
      <div class="account">
        <p class="session" hidden><span></span> <button type="button" class="button">Sign out</button></p>
        <form class="demo" hidden>
          <select name="user" class="control" aria-label="Demo user"></select>
          <button class="button main">Sign in</button>
        </form>
        <details hidden>
          <summary>Sign in</summary>
          <form>
            <label>User name <input class="control" name="UserName" autocomplete="username" required></label>
            <label>Password
              <input class="control" name="Password" type="password" autocomplete="current-password" required></label>
            <label>One-time code
              <input class="control" name="Code" autocomplete="one-time-code" inputmode="numeric"
                placeholder="if active"></label>
            <button class="button main">Sign in</button>
          </form>
        </details>
        <button type="button" class="button provider" hidden></button>
      </div>
      <p role="status"></p>
    </header>`;
}

/** Replaces the characters that have a meaning in HTML with character references. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
