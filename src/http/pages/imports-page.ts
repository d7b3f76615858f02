import { bar, frame, importsPath, welcome, type PageSettings } from './page-layout.js';

/** The page on which people import files, look through the changes, and take imports back. */
export const importsPage = (settings: PageSettings): string =>
  frame({
    settings,
    title: 'Imports – Agency Operations Service',
    styles: ['data.css', 'imports.css'],
    scripts: ['imports.js'],
    body: `${bar(importsPath, settings)}
    <main id="content">
      <p id="back" hidden><a href="#">All imports</a></p>
      <h1 tabindex="-1">Imports</h1>
      <p id="hint">Sign in to import files.</p>
      ${welcome}
      <p id="state" role="status"></p>
      <p id="heard" class="visually-hidden" role="status"></p>
      <progress aria-label="Progress" hidden></progress>
      <div id="problem" class="row" role="alert"></div>
      <form id="upload" hidden>
        <label>Records <select name="into" class="control"></select></label>
        <label class="button main">Choose a file
          <input name="file" type="file" class="visually-hidden" accept=".csv,.tsv,.txt,.xlsx"></label>
        <p>or drop it on this page: CSV from any program, or Excel (XLSX), of which the first sheet counts: at most
          50,000 rows. The first line has the titles of the columns. You see every change before anything is
          imported.</p>
      </form>
      <section id="import" aria-label="The import" hidden>
        <dl id="counts" class="row"></dl>
        <p id="summary" role="status"></p>
        <form id="options">
          <p id="question" role="status"></p>
          <div class="row">
            <label>Dates <select name="Dates" class="control">
              <option value="">as the file proves</option>
              <option value="dmy">3/4/2026 is 3 April</option>
              <option value="mdy">3/4/2026 is March 4</option>
              <option value="iso">only 2026-04-03</option>
            </select></label>
            <label>Decimals <select name="Decimal" class="control">
              <option value="">as the file proves</option>
              <option value=".">1,234.50</option>
              <option value=",">1.234,50</option>
            </select></label>
            <label id="encoding">Encoding <select name="Encoding" class="control">
              <option value="">as the file shows</option>
              <option value="utf-8">UTF-8</option>
              <option value="utf-16le">UTF-16</option>
              <option value="windows-1252">Windows, Western Europe</option>
              <option value="windows-1250">Windows, Central Europe</option>
              <option value="windows-1251">Windows, Cyrillic</option>
              <option value="windows-1253">Windows, Greek</option>
              <option value="windows-1254">Windows, Turkish</option>
              <option value="macintosh">Mac, Western Europe</option>
            </select></label>
            <label>Empty cells <select name="Blank" class="control">
              <option value="keep">change nothing</option>
              <option value="clear">remove the value</option>
            </select></label>
            <label id="match">Find contacts by <select name="Match" class="control">
              <option value="key">ContactId alone</option>
              <option value="email">e-mail address</option>
              <option value="phone">telephone number</option>
            </select></label>
            <label>Lost zeros <select name="Zeros" class="control">
              <option value="ask">ask about them</option>
              <option value="restore">put them back</option>
            </select></label>
            <button class="button">Preview anew</button>
          </div>
          <details>
            <summary>Columns: <span id="recognised"></span></summary>
            <table>
              <thead><tr><th scope="col">Column, with its first value</th><th scope="col">Field</th></tr></thead>
              <tbody></tbody>
            </table>
          </details>
        </form>
        <p class="row" id="corrected"><label class="button">Send the corrected file
          <input type="file" class="visually-hidden" accept=".csv,.tsv,.txt,.xlsx"></label>
          It keeps what you have chosen here.</p>
        <p class="row" id="undo"><a class="button">Undo this import …</a></p>
        <p class="row" id="confirm"><button type="button" class="button main">Undo the import</button>
          <a class="button">Cancel</a></p>
      </section>
      <section id="result" aria-labelledby="caption" hidden>
        <h2 id="caption"></h2>
        <p id="zone" hidden></p>
        <form id="filter" class="row">
          <label>Show <select name="Action" class="control"></select></label>
          <label>Reason <select name="ErrorCode" class="control"></select></label>
          <span class="row end">
            <button type="button" class="button" value="csv">Download CSV</button>
            <button type="button" class="button" value="xlsx">Download Excel</button>
          </span>
        </form>
        <p id="none">No rows.</p>
        <button type="button" class="skip button past-titles">Skip the titles of the columns</button>
        <div id="grid" role="group" aria-labelledby="caption" tabindex="0"></div>
        <nav class="row" id="pages" aria-label="Pages of the list"></nav>
      </section>
      <form id="run" hidden>
        <fieldset class="row">
          <legend>Doubtful rows are left out. Import too:</legend>
          <span id="reasons" class="row"></span>
        </fieldset>
        <button class="button main"></button>
      </form>
      <dialog id="record" aria-labelledby="record-title">
        <header><div><h2 id="record-title"></h2><button type="button" class="button close">Close</button></div></header>
        <ul class="notes"></ul>
        <label class="take"><input type="checkbox"> Import this doubtful row</label>
        <table>
          <thead><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
          <tbody></tbody>
        </table>
      </dialog>
    </main>`,
  });
