import { Controller, Header } from '@nestjs/common';
import Mustache from 'mustache';
import { Config } from '../../../../config/config.js';
import { Page } from '../../../../http/endpoint/endpoint.js';
import { boardsPath, frame } from '../../../../http/pages/page-layout.js';

const table = (id: string, title: string, columns: readonly string[]): string => `<section id="${id}" hidden>
        <h2 id="${id}-title"><span data-text="${id}">${title}</span> <span class="part"></span></h2>
        <table aria-labelledby="${id}-title">
          <colgroup>${columns.map((name) => `<col class="${name.toLowerCase()}">`).join('')}</colgroup>
          <thead><tr>${columns
            .map((name) => `<th scope="col" data-text="${name.toLowerCase()}">${name}</th>`)
            .join('')}</tr></thead>
          <tbody></tbody>
        </table>
      </section>`;

/** The HTML page for the screen in a waiting room. Its script writes the texts in the language of the screen. */
const boardPage = (settings: Pick<Config, 'organisation' | 'publicPath' | 'timeZone'>): string => {
  const { organisation, publicPath } = settings;
  return frame({
    settings,
    title: 'Waiting room',
    styles: ['board.css'],
    head: `<meta name="referrer" content="no-referrer">
    <meta name="robots" content="noindex">`,
    scripts: ['board.js'],
    body: `<header><h1><bdi data-text="room">Waiting room</bdi></h1>
      ${organisation && `<p class="sender"><bdi>${Mustache.escape(organisation)}</bdi></p>`}
      <p class="clock"><time></time> <span id="zone"></span></p></header>
    <p id="old" role="alert" hidden></p>
    <button type="button" id="allow" class="button main" data-text="allow" hidden>Press here to allow the sound</button>
    <main>
      <section id="problem" role="alert" hidden><h2></h2><p></p><p class="said"></p>
        <p><a class="button" href="${publicPath}${boardsPath}" data-text="boards">Open the page Boards</a></p></section>
      <div aria-live="polite">${table('called', 'Please come', ['Ticket', 'Name', 'To'])}
        <section id="next" hidden><h2><span data-text="next">Next</span> <span class="part"></span></h2>
          <div><p class="ticket"></p><p><bdi></bdi></p><p><bdi></bdi></p></div></section></div>
      ${table('waiting', 'Waiting', ['Ticket', 'Line', 'Name', 'Wait'])}
      <p id="none" data-text="none" hidden>No customers are waiting.</p>
    </main>
    <footer>
      <p id="state" role="status" data-text="connecting">If this text stays, the browser is too old for
        this board.</p>
      <p id="booked" data-text="booked" hidden>Customers with a booking may be called first.</p>
      <button type="button" id="chime" class="button" aria-pressed="false">Sound is off</button>
    </footer>
    <noscript><p>The board needs JavaScript.</p></noscript>`,
  });
};

/**
 * Serves the page for the waiting room. The request needs no credentials, because the script of the page reads the API
 * key from the fragment of the address.
 */
@Controller()
export class BoardController {
  constructor(private readonly config: Config) {}

  @Page(`${boardsPath}/{LocationId}`)
  @Header('Content-Type', 'text/html; charset=utf-8')
  board(): string {
    return boardPage(this.config);
  }
}
