import { bar, dataPath, frame, welcome, type PageSettings } from './page-layout.js';

/** The page that shows lists as tables, with filters and downloads. */
export const dataPage = (settings: PageSettings): string =>
  frame({
    settings,
    title: 'Data – Agency Operations Service',
    styles: ['data.css'],
    scripts: ['data.js'],
    body: `${bar(dataPath, settings)}
    <main id="content">
      <h1 class="visually-hidden">Data</h1>
      <p id="hint">Sign in to see the lists that you may read.</p>
      ${welcome}
      <form id="query" hidden>
        <div class="row">
          <select name="list" class="control" aria-label="List"></select>
          <input name="search" class="control" type="search" aria-label="Search" placeholder="Search" maxlength="100"
            hidden>
          <span id="path" class="row"></span>
          <button class="button main" id="show">Show</button>
          <details class="panel" name="panels">
            <summary class="button">Filters <span id="narrowed"></span></summary>
            <div>
              <div id="filters"></div>
              <button type="button" class="button" id="add">Add a filter</button>
            </div>
          </details>
          <details class="panel" name="panels">
            <summary class="button">Columns <span id="chosen"></span></summary>
            <div>
              <p class="row">
                <button type="button" class="button" value="usual">Usual</button>
                <button type="button" class="button" value="all">All</button>
                <button type="button" class="button" value="none">None</button>
              </p>
              <div id="fields"></div>
            </div>
          </details>
          <span class="row end">
            <button type="button" class="button file" value="csv">Download CSV</button>
            <button type="button" class="button file" value="xlsx">Download Excel</button>
          </span>
        </div>
      </form>
      <p class="row"><span id="state" role="status"></span> <span id="read"></span> <span id="zone" hidden></span></p>
      <section id="result" aria-label="The list" hidden>
        <h2 id="caption" class="visually-hidden"></h2>
        <button type="button" class="skip button past-titles">Skip the titles of the columns</button>
        <div id="grid" role="group" aria-labelledby="caption" tabindex="0"></div>
        <nav class="row" id="pages" aria-label="Pages of the list"></nav>
        <details class="about">
          <summary>About this list, and how to call it</summary>
          <p id="about"></p>
          <div class="call"><pre id="url"></pre></div>
          <div class="call"><pre id="curl"></pre></div>
        </details>
      </section>
      <dialog id="record" aria-labelledby="record-title">
        <header>
          <div><h2 id="record-title"></h2><button type="button" class="button close">Close</button></div>
          <p role="status"></p>
        </header>
        <form class="row" hidden>
          <input class="user" autocomplete="username" hidden>
          <label>Your password <input name="OwnPassword" class="control" type="password" required
            autocomplete="current-password"></label>
          <button class="button main">Undo the change</button>
        </form>
        <p class="links row"></p>
        <div class="parts">
          <div class="fields"></div>
          <section class="changes" aria-labelledby="record-history"><h3 id="record-history">History</h3>
            <ol class="history"></ol>
            <p class="row"><span class="how-many"></span>
              <button type="button" class="button older" hidden>Show older changes</button></p></section>
        </div>
      </dialog>
      <template id="filter">
        <div class="filter row">
          <select name="field" class="control" aria-label="Field"></select>
          <select name="condition" class="control" aria-label="Condition"></select>
          <span class="value"></span>
          <button type="button" class="button">Remove</button>
          <span class="wrong" hidden></span>
        </div>
      </template>
    </main>`,
  });
