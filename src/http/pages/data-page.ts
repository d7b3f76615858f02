import { docsPath } from '../server/docs-path.js';
import { bar, dataPath, frame, styles } from './frame.js';

/** Lists as tables: to choose from, to filter, to take along. */
export const dataPage = frame({
  title: 'Data – Agency Operations Service',
  head: `${styles('page.css', 'data.css')}
    <script src="${docsPath}/data.js" type="module"></script>`,
  body: `${bar(dataPath)}
    <main>
      <h1>Data</h1>
      <p id="hint">Sign in to see the lists that you may read.</p>
      <form id="query" hidden>
        <label>List <select name="list"></select></label>
        <p id="about"></p>
        <fieldset id="path"><legend>Of</legend></fieldset>
        <details>
          <summary>Fields <span id="chosen"></span></summary>
          <p><button type="button" value="all">All</button> <button type="button" value="none">None</button></p>
          <div id="fields"></div>
        </details>
        <details>
          <summary>Filters <span id="narrowed"></span></summary>
          <div id="filters"></div>
          <p><button type="button" id="add">Add a filter</button></p>
        </details>
        <p class="row">
          <label>Order by <select name="order"></select></label>
          <label>Direction <select name="direction">
            <option value="orderBy">ascending</option><option value="orderByDesc">descending</option>
          </select></label>
          <label>Rows a page <select name="take">
            <option>25</option><option selected>50</option><option>100</option><option>500</option>
          </select></label>
          <button id="show">Show</button>
        </p>
      </form>
      <p id="state" role="status"></p>
      <section id="result" aria-label="The list" hidden>
        <p class="row">
          <button type="button" id="previous">Previous</button> <button type="button" id="next">Next</button>
          <button type="button" class="file" value="csv">Download CSV</button>
          <button type="button" class="file" value="xlsx">Download Excel</button>
        </p>
        <div class="scroll" tabindex="0" role="region" aria-label="Table">
          <table><thead></thead><tbody></tbody></table>
        </div>
        <div class="call"><b>URL</b> <button type="button" id="copy-url">Copy</button><pre id="url"></pre></div>
        <div class="call"><b>curl</b> <button type="button" id="copy-curl">Copy</button><pre id="curl"></pre></div>
      </section>
      <template id="filter">
        <div class="filter row">
          <select name="field" aria-label="Field"></select>
          <select name="condition" aria-label="Condition"></select>
          <input name="value" aria-label="Value" autocomplete="off">
          <button type="button">Remove</button>
        </div>
      </template>
    </main>`,
});
