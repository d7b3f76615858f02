const style = `
  :root { color-scheme: light dark; --ink: #1a2733; --soft: #5a6b7a; --paper: #fff; --line: #d8e0e7; --call: #0b5cad; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e6edf3; --soft: #9fb0bf; --paper: #12181e; --line: #2b3844; --call: #7db8f5; }
  }
  * { box-sizing: border-box; }
  body { font: clamp(1rem, 0.6rem + 1.3vw, 2.2rem)/1.35 system-ui, sans-serif; margin: 0; padding: 1.2em 4vw;
    color: var(--ink); background: var(--paper); }
  header { display: flex; flex-wrap: wrap; gap: 0 1em; align-items: baseline; justify-content: space-between; }
  h1 { font-size: 1.6em; margin: 0; }
  h2 { font-size: 1.05em; margin: 1.3em 0 0.3em; color: var(--soft); }
  time, #state, #none { color: var(--soft); }
  table { width: 100%; border-collapse: collapse; table-layout: fixed; }
  th { font-size: 0.7em; color: var(--soft); text-align: left; font-weight: 600; }
  th, td { padding: 0.35em 0.4em 0.35em 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word;
    vertical-align: top; }
  th:first-child, td:first-child { width: 2.8em; font-variant-numeric: tabular-nums; }
  th:last-child, td:last-child { width: 28%; text-align: right; padding-right: 0; }
  #called td { color: var(--call); font-weight: 700; font-size: 1.15em; }
  [hidden] { display: none; }
`;

const table = (id: string, title: string, last: string): string => `<section id="${id}" hidden>
      <h2 id="${id}-title">${title}</h2>
      <table aria-labelledby="${id}-title">
        <thead><tr>
          <th scope="col">No.</th><th scope="col">Line</th><th scope="col">Name</th><th scope="col">${last}</th>
        </tr></thead>
        <tbody></tbody>
      </table>
    </section>`;

/** What a waiting room shows. */
export const boardPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="robots" content="noindex">
    <title>Waiting room</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <style>${style}</style>
    <script src="/board.js" defer></script>
  </head>
  <body>
    <header><h1>Waiting room</h1><time></time></header>
    <div aria-live="polite">${table('called', 'Please come', 'To')}</div>
    ${table('waiting', 'Waiting', 'Wait')}
    <p id="none" hidden>Nobody is waiting.</p>
    <p id="state" role="status">Connecting…</p>
    <noscript><p>The board needs JavaScript.</p></noscript>
  </body>
</html>
`;
