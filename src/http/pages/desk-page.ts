import { bar, deskPath, frame, welcome, type PageSettings } from './page-layout.js';

/** The page on which a receptionist works: today's bookings, the queue, the own station, and check-ins. */
export const deskPage = (settings: PageSettings): string =>
  frame({
    settings,
    title: 'Desk – Agency Operations Service',
    styles: ['desk.css'],
    scripts: ['desk.js'],
    body: `${bar(deskPath, settings)}
    <main id="content">
      <h1>Desk</h1>
      <p id="hint">Sign in to work at a desk.</p>
      ${welcome}
      <div id="desk" hidden>
        <form id="place" class="row">
          <label>Location <select name="LocationId" class="control"></select></label>
          <label>Your station <select name="StationId" class="control"></select></label>
          <output id="live"></output>
        </form>
        <p id="said" role="status"></p>
        <p id="problem" role="alert"></p>
        <p id="zone" hidden></p>
        <section id="station" aria-labelledby="station-title">
          <h2 id="station-title">At your station</h2>
          <p id="current">Nobody.</p>
          <div class="row" id="acts">
            <button type="button" class="button main" value="next">Call next</button>
            <button type="button" class="button" value="again">Call again</button>
            <button type="button" class="button main" value="serve">Serve</button>
            <button type="button" class="button main" value="finish">Finish</button>
            <button type="button" class="button" value="noShow">No-show</button>
          </div>
          <form id="forward" class="row">
            <label>Forward to <select name="LineId" class="control" required></select></label>
            <button class="button">Forward</button>
          </form>
        </section>
        <section aria-labelledby="queue-title">
          <h2 id="queue-title">Queue</h2>
          <table id="queue">
            <thead><tr><th scope="col">Ticket</th><th scope="col">Customer</th><th scope="col">Line</th>
              <th scope="col">Booked</th><th scope="col">State</th><th scope="col"><span class="visually-hidden">
              Actions</span></th></tr></thead>
            <tbody></tbody>
          </table>
          <p class="none">No customers are here.</p>
        </section>
        <section id="today" aria-labelledby="today-title" hidden>
          <h2 id="today-title">Bookings of today</h2>
          <table id="bookings">
            <thead><tr><th scope="col">Time</th><th scope="col">Customer</th><th scope="col">Line</th>
              <th scope="col">State</th><th scope="col"><span class="visually-hidden">Actions</span></th></tr></thead>
            <tbody></tbody>
          </table>
          <p class="none">No bookings for today.</p>
        </section>
        <section id="counter" aria-labelledby="counter-title">
          <h2 id="counter-title">At the counter</h2>
          <form id="search" class="row" role="search">
            <label>Find a customer <input name="Search" class="control" type="search" required
              autocomplete="off" aria-describedby="search-hint"></label>
            <button class="button">Find</button>
            <small id="search-hint">Three letters of the name, a whole name of two letters or of one Chinese, Japanese
              or Korean character, or the last four digits of the number.</small>
          </form>
          <fieldset id="people" hidden>
            <legend>Customer</legend>
            <div></div>
          </fieldset>
          <form id="check-in" hidden>
            <h3>Check in now</h3>
            <div class="row">
              <label>Line <select name="LineId" class="control" required></select></label>
              <label class="check"><input type="checkbox" name="SendReminders"> Send a message when it is nearly the
                customer's turn</label>
              <button class="button main">Check in</button>
            </div>
          </form>
          <form id="book" hidden>
            <h3>Book a time</h3>
            <div class="row" id="new-person" hidden>
              <label>First name <input name="FirstName" class="control" maxlength="100" autocomplete="off"></label>
              <label>Last name <input name="LastName" class="control" maxlength="100" autocomplete="off"></label>
              <label>E-mail <input name="Email" class="control" type="email" maxlength="254" autocomplete="off"></label>
              <label>Telephone <input name="Phone" class="control" type="tel" maxlength="50" autocomplete="off"></label>
            </div>
            <div class="row">
              <label>Line <select name="LineId" class="control" required></select></label>
              <label>Day <input name="Day" class="control" type="date" required></label>
              <label>Time <select name="StartDate" class="control" required></select></label>
              <button class="button main">Book</button>
            </div>
            <div class="row" id="instead" hidden>
              <p>This time has no free place.</p>
              <span class="row"></span>
              <button type="button" class="button" id="overbook">Book all the same</button>
            </div>
          </form>
        </section>
      </div>
    </main>`,
  });
