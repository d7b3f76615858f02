import { Controller, Header } from '@nestjs/common';
import { Page } from '../../../../http/endpoint/endpoint.js';
import { frame } from '../../../../http/pages/page-layout.js';

const table = (id: string, title: string, last: string): string => `<section id="${id}" hidden>
        <h2 id="${id}-title">${title} <span class="part"></span></h2>
        <table aria-labelledby="${id}-title">
          <thead><tr>
            <th scope="col">No.</th><th scope="col">Line</th><th scope="col">Name</th><th scope="col">${last}</th>
          </tr></thead>
          <tbody></tbody>
        </table>
      </section>`;

/** The HTML page for the screen in a waiting room. It shows the queue of a location. */
const boardPage = frame({
  title: 'Waiting room',
  styles: ['board.css'],
  head: `<meta name="referrer" content="no-referrer">
    <meta name="robots" content="noindex">`,
  scripts: ['board.js'],
  body: `<header><h1>Waiting room</h1><time></time></header>
    <main>
      <div aria-live="polite">${table('called', 'Please come', 'To')}</div>
      ${table('waiting', 'Waiting', 'Wait')}
      <p id="none" hidden>No customers are waiting.</p>
    </main>
    <footer>
      <p id="state" role="status">Connecting…</p>
      <button type="button" id="chime" class="button" aria-pressed="false">Sound is off</button>
    </footer>
    <noscript><p>The board needs JavaScript.</p></noscript>`,
});

/**
 * Serves the page for the waiting room. The request needs no credentials, because the script of the page reads the API
 * key from the fragment of the address.
 */
@Controller()
export class BoardController {
  @Page('/queue/{LocationId}')
  @Header('Content-Type', 'text/html; charset=utf-8')
  board(): string {
    return boardPage;
  }
}
