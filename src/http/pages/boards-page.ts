import { bar, boardsPath, frame, welcome, type PageSettings } from './page-layout.js';

/** The page that lists the locations whose boards the user may open. */
export const boardsPage = (settings: PageSettings): string =>
  frame({
    settings,
    title: 'Boards – Agency Operations Service',
    styles: ['home.css'],
    scripts: ['boards.js'],
    body: `${bar(boardsPath, settings)}
    <main id="content">
      <h1>Boards of the waiting rooms</h1>
      <p id="hint">Sign in to see the boards that you may open.</p>
      ${welcome}
      <ul class="cards" id="locations"></ul>
      <h2>On a screen of its own</h2>
      <p>A board that you open here ends with your session. For the screen of a waiting room, ask an Administrator of
        the service for a key of its own (<code>agency key create board@example.com --scope queue</code>), and put the
        key behind <code>#</code> at the end of the address of the board.</p>
    </main>`,
  });
