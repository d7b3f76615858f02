import { docsPath } from '../server/docs-path.js';

interface Frame {
  title: string;
  /** What else stands in the head: HTML. */
  head: string;
  /** HTML. */
  body: string;
}

/** A page of this service. */
export function frame({ title, head, body }: Frame): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>
`;
}

export const styles = (...names: string[]): string =>
  names.map((name) => `<link rel="stylesheet" href="${docsPath}/${name}">`).join('\n    ');

export const dataPath = '/data';

const pages: readonly (readonly [path: string, text: string])[] = [
  [docsPath, 'Try it'],
  [dataPath, 'Data'],
];

/** Where else to go. */
export function navigation(current: string): string {
  const link = ([path, text]: (typeof pages)[number]): string =>
    `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${text}</a>`;
  return `<nav><a href="/">Home</a> ${pages.map(link).join(' ')}</nav>`;
}

/** What stands above a page that calls the service: where else to go, and who is signed in. */
export function bar(current: string): string {
  return `<header id="sign-in" class="bar">
      ${navigation(current)}
      <p class="session" hidden><span></span> <button type="button">Sign out</button></p>
      <form hidden>
        <label>User name <input name="UserName" autocomplete="username" required></label>
        <label>Password <input name="Password" type="password" autocomplete="current-password" required></label>
        <label>One-time code
          <input name="Code" autocomplete="one-time-code" inputmode="numeric" size="8" placeholder="if active"></label>
        <button>Sign in</button>
        <button type="button" class="provider" hidden></button>
      </form>
      <p class="demo" hidden><span>Demo users:</span></p>
      <p role="status"></p>
    </header>`;
}
