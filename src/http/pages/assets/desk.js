// The page on which a receptionist works. Rows stay the same elements while their texts change, so that a change of the
// queue takes the focus from nobody who works by keyboard.
import { inOneTab } from './client/index.js';
import { element, isUnset, momentOf, options, timeOf } from './data-values.js';
import { officeFormat, showZone } from './office-time.js';
import { openSession } from './session.js';
import { authorized, call, liveQueue, messageOf, Refused } from './tokens.js';

const at = (selector) => document.querySelector(selector);
const states = ['waits', 'called', 'is served'];
const visitPath = (id) => `/v1/CustomerCheckins/${id}`;
/** Keys in localStorage and, for the station, in sessionStorage: each tab keeps its own station. */
const [locationKey, stationKey] = ['agency.desk.location', 'agency.desk.station'];
/** The page reads the bookings again after this many milliseconds, because customers book and arrive by themselves. */
const readAgainAfter = 60_000;
/** The value of the option for a new customer. */
const newPerson = 'new';
const [place, search, people, checkIn, book] = ['#place', '#search', '#people', '#check-in', '#book'].map(at);

let user;
let stations = [];
let queue = [];
/** The open visit at the station of this page. */
let current;
let following = new AbortController();
/** Number of the latest search for free times, to ignore late responses for earlier ones. */
let turn = 0;

const may = (operation) => user?.Operations.includes(operation) === true;
const locationId = () => place.elements.LocationId.value;
const station = () => stations.find(({ StationId }) => StationId === place.elements.StationId.value);

function say(message) {
  at('#said').textContent = message;
  at('#problem').textContent = '';
}

/** Runs what a button or a form does, once at a time, and says how it ended. */
async function act(button, work) {
  if (button.getAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  try {
    say((await work()) ?? '');
  } catch (error) {
    at('#said').textContent = '';
    at('#problem').textContent = messageOf(error);
  } finally {
    button.removeAttribute('aria-busy');
  }
}

function onSend(form, work) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void act(form, () => work(form.elements));
  });
}

/** Shows one row for each record: the same elements as before, in the order of `records`. */
function fillRows(table, records, keyOf, show) {
  const body = table.querySelector('tbody');
  const known = new Map([...body.rows].map((row) => [row.dataset.key, row]));
  const rows = records.map((record) => {
    const key = String(keyOf(record));
    const row = known.get(key) ?? element('tr', '', { 'data-key': key });
    show(row, record);
    return row;
  });
  for (const row of [...body.rows]) if (!rows.includes(row)) row.remove();
  rows.forEach((row, index) => {
    if (body.rows[index] !== row) body.insertBefore(row, body.rows[index] ?? null);
  });
}

/** Writes the texts of a row, and its buttons: `acts` has the label and the work of each. */
function fillRow(row, texts, acts, name) {
  while (row.cells.length <= texts.length) row.append(element('td', ''));
  texts.forEach((text, index) => {
    if (row.cells[index].textContent !== text) row.cells[index].textContent = text;
  });
  const cell = row.cells[texts.length];
  const labels = acts.map(([label]) => label).join();
  if (cell.dataset.labels === labels) return;
  const hadFocus = cell.contains(document.activeElement);
  cell.dataset.labels = labels;
  cell.replaceChildren(...acts.map(([label, work]) => rowButton(label, work, name)));
  if (hadFocus) (cell.querySelector('button') ?? at('#content')).focus();
}

function rowButton(label, work, name) {
  const button = element('button', label, { type: 'button', class: 'button', 'aria-label': `${label}: ${name}` });
  button.addEventListener('click', () => void act(button, work));
  return button;
}

/** A button's work that asks once more before it does something that is hard to take back. */
function confirmed(question, work) {
  return () => (window.confirm(question) ? work() : undefined);
}

const change = (id, body) => call('POST', visitPath(id), body);

/** Changes a visit only if nobody has changed it since the response with this ETag. */
async function changeIf(etag, id, body) {
  const response = await authorized(visitPath(id), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'If-Match': etag },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => undefined));
}

const nameOf = ({ Ticket, CustomerName }) => [Ticket, CustomerName].filter(Boolean).join(' ');

function showQueue(entries) {
  queue = entries;
  const here = station();
  current = here && queue.find(({ StationId, Status }) => StationId === here.StationId && Status > 0);
  fillRows(
    at('#queue'),
    queue,
    ({ Id }) => Id,
    (row, entry) => {
      const { Id, Ticket, CustomerName, LineName, BookedFor, Status, WaitTime, StationName } = entry;
      const state = Status === 0 ? `waits, ${WaitTime} min` : `${states[Status]}${StationName && `, ${StationName}`}`;
      row.className = Status === 0 ? '' : 'busy';
      const calls = () => callThis(entry);
      const cancels = confirmed(`Take ${nameOf(entry)} off the list?`, async () => {
        await call('DELETE', visitPath(Id));
        return `${nameOf(entry)} is off the list.`;
      });
      const acts = Status === 0 ? [...(here ? [['Call', calls]] : []), ['Take off', cancels]] : [];
      fillRow(row, [Ticket, CustomerName, LineName, timeOf(BookedFor), state], acts, nameOf(entry));
    },
  );
  showCurrent();
  void readBookings().catch(() => undefined);
}

async function callThis({ Id, ...entry }) {
  if (current) throw new Error(`End or forward the visit of ${nameOf(current)} first.`);
  await change(Id, { Status: 1, StationId: station().StationId });
  return `Called: ${nameOf(entry)}.`;
}

/** Shows the visit at the station, with what its state allows. */
function showCurrent() {
  at('#station').hidden = !station();
  at('#current').textContent = current
    ? `${nameOf(current)}, ${current.LineName}, ${states[current.Status]}`
    : 'Nobody.';
  const had = at('#acts').contains(document.activeElement);
  const shown = current ? (current.Status === 1 ? ['again', 'serve', 'finish', 'noShow'] : ['finish']) : ['next'];
  for (const button of at('#acts').children) {
    button.hidden = !shown.includes(button.value);
    button.classList.toggle('main', button.value === (current?.Status === 1 ? 'serve' : shown[0]));
  }
  at('#forward').hidden = !current;
  if (had && document.activeElement === document.body)
    [...at('#acts').children].find((button) => !button.hidden && button.classList.contains('main')).focus();
}

const acts = {
  async next() {
    const { Queue } = await call('POST', '/v1/CustomerCheckins/CallNext', { StationId: station().StationId });
    return Queue.length > 0 ? `Called: ${nameOf(Queue[0])}.` : 'No customer waits for this station.';
  },
  /** Another desk can call the customer in between: then the ETag is another one, and the call fails. */
  async again() {
    const { Id } = current;
    const body = JSON.stringify({ Status: 0 });
    const back = await authorized(visitPath(Id), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    if (!back.ok) throw new Refused(back.status, await back.json().catch(() => undefined));
    await changeIf(back.headers.get('ETag'), Id, { Status: 1, StationId: station().StationId });
    return 'Called again.';
  },
  serve: () => changed({ Status: 2 }, 'is served'),
  finish: () => changed({ Status: 3 }, 'is finished'),
  noShow: () => changed({ Status: 4 }, 'did not come'),
};

async function changed(body, words) {
  const name = nameOf(current);
  const { ResponseStatus } = await change(current.Id, body);
  return [`${name} ${words}.`, ResponseStatus.Meta.Warnings].filter(Boolean).join(' ');
}

for (const button of at('#acts').children) button.addEventListener('click', () => void act(button, acts[button.value]));

onSend(at('#forward'), async ({ LineId }) => {
  const name = nameOf(current);
  await change(current.Id, { LineId: LineId.value });
  LineId.value = '';
  return `${name} waits on another line.`;
});

async function readBookings() {
  const isShown = may('listBookings');
  at('#today').hidden = !isShown;
  if (!isShown) return;
  const location = locationId();
  const { Bookings } = await call('GET', `/v1/Bookings/At/${location}/${user.Today}/${user.Today}`);
  if (location !== locationId()) return;
  fillRows(at('#bookings'), Bookings, ({ AppointmentId }) => AppointmentId, showBooking);
}

function showBooking(row, booking) {
  const { AppointmentId, StartDate, CustomerName, PhoneEnding, LineName, Status, CheckInId, Ticket } = booking;
  const visit = queue.find(({ Id }) => Id === CheckInId);
  const arrive = async () => {
    await call('POST', `/v1/Bookings/${AppointmentId}/Arrive`, {});
    await readBookings();
    return `${CustomerName} is here.`;
  };
  const takeBack = confirmed(`Was the arrival of ${CustomerName} a mistake?`, async () => {
    await call('DELETE', `/v1/Bookings/${AppointmentId}/Arrive`);
    await readBookings();
    return `${CustomerName} has not arrived.`;
  });
  const isArrived = !isUnset(CheckInId);
  const isWaiting = visit !== undefined && visit.Status < 2;
  const canArrive = Status === 'Missed' || (Status === 'Planned' && !isArrived);
  const late = new Date(StartDate) < new Date() ? 'not here yet' : 'expected';
  const state = Status === 'Planned' ? (isArrived ? `here, ${Ticket}` : late) : Status.toLowerCase();
  row.className = canArrive ? '' : 'over';
  const who = `${CustomerName}${PhoneEnding && ` …${PhoneEnding}`}`;
  const acts = [
    ...(canArrive && may('arriveForBooking') ? [['Arrive', arrive]] : []),
    ...(isWaiting && may('takeBackArrival') ? [['Take back', takeBack]] : []),
  ];
  fillRow(row, [timeOf(StartDate), who, LineName, state], acts, CustomerName);
}

onSend(search, async ({ Search }) => {
  const query = new URLSearchParams({ LocationId: locationId(), Search: Search.value });
  const { Customers } = await call('GET', `/v1/CustomerCheckins/Customers?${query}`);
  const found = Customers.map(({ CustomerId, CustomerName, PhoneEnding, OpenCheckInId }) => [
    CustomerId,
    CustomerName,
    `${PhoneEnding && `…${PhoneEnding}`}${isUnset(OpenCheckInId) ? '' : ' is in the queue'}`,
  ]);
  offerPeople([...found, ...(may('addBooking') ? [[newPerson, 'A new customer', '(to book)']] : [])]);
  people.querySelector('input')?.focus();
  return Customers.length === 0 ? 'No customer was found.' : `${Customers.length} found.`;
});

function offerPeople(found) {
  const choices = found.map(([value, name, note]) => {
    const label = element('label', '');
    label.append(element('input', '', { type: 'radio', name: 'CustomerId', value }), name, ' ', element('span', note));
    return label;
  });
  people.querySelector('div').replaceChildren(...choices);
  people.hidden = choices.length === 0;
  showChosen();
}

const chosen = () => people.querySelector('input:checked')?.value;

/** Shows what can be done for the chosen customer. */
function showChosen() {
  const who = chosen();
  checkIn.hidden = !who || who === newPerson || !may('saveCheckin');
  book.hidden = !who || !may('addBooking');
  at('#new-person').hidden = who !== newPerson;
  for (const name of ['FirstName', 'LastName']) book.elements[name].required = who === newPerson;
}
people.addEventListener('change', showChosen);

/** Empties the forms after a customer was checked in or booked. */
function forgetChosen() {
  for (const form of [search, checkIn, book]) form.reset();
  book.elements.Day.value = user.Today;
  offerPeople([]);
  at('#instead').hidden = true;
  search.elements.Search.focus();
}

onSend(checkIn, async ({ LineId, SendReminders }) => {
  const visit = { CustomerId: chosen(), LineId: LineId.value, SendReminders: SendReminders.checked };
  const { CustomerCheckins } = await call('POST', '/v1/CustomerCheckins', { ...visit, LocationId: locationId() });
  const { Queue } = await call('GET', `/v1/CustomerCheckins/Queue/${locationId()}`);
  const entry = Queue.find(({ Id }) => Id === CustomerCheckins[0].Id);
  forgetChosen();
  return entry ? `Ticket ${entry.Ticket}: ${entry.CustomerName}, about ${entry.WaitTime} min.` : 'Checked in.';
});

/** Offers the free times of the chosen line and day. None is chosen before. */
async function offerTimes() {
  const { LineId, Day, StartDate } = book.elements;
  const asked = ++turn;
  at('#instead').hidden = true;
  StartDate.replaceChildren();
  if (!LineId.value || !Day.value) return;
  try {
    const { FreeTimes } = await call('GET', `/v1/Bookings/Free/${LineId.value}/${Day.value}/${Day.value}`);
    if (asked !== turn) return;
    const free = new Set(FreeTimes.map((each) => Date.parse(each.StartDate)));
    const quarters = quartersOf(Day.value);
    const title = free.size > 0 ? 'Choose a time' : 'No free time';
    StartDate.replaceChildren(
      ...options([['', title]]),
      ...timesOf(quarters.filter((quarter) => free.has(quarter))),
      timeGroup('No free place', timesOf(quarters.filter((quarter) => !free.has(quarter)))),
    );
  } catch (error) {
    if (asked === turn) at('#problem').textContent = messageOf(error);
  }
}

const timesOf = (moments) => options(moments.map((each) => [new Date(each).toISOString(), timeOf(each)]));

/** The times that staff can book only with Overbook, apart from the free ones. */
function timeGroup(label, times) {
  const group = element('optgroup', '', { label });
  group.append(...times);
  return group;
}

/** The quarter-hours of a day in TIME_ZONE from now on, in milliseconds since 1970. */
function quartersOf(day) {
  const quarter = 900_000;
  const dayOf = officeFormat({ dateStyle: 'short' }, 'sv-SE');
  const around = Date.parse(`${day}T00:00:00Z`);
  const all = Array.from({ length: 52 * 4 }, (_, index) => around - 14 * 3_600_000 + index * quarter);
  return all.filter((moment) => moment > Date.now() && dayOf.format(moment) === day);
}

for (const name of ['LineId', 'Day']) book.elements[name].addEventListener('change', () => void offerTimes());
onSend(book, () => bookAt(book.elements.StartDate.value));
at('#overbook').addEventListener('click', ({ target }) => {
  if (book.reportValidity()) void act(target, () => bookAt(book.elements.StartDate.value, { Overbook: true }));
});

/** Books for the chosen customer. If the time has no place, offers the nearest ones, and to book all the same. */
async function bookAt(StartDate, more = {}) {
  const { LineId, FirstName, LastName, Email, Phone } = book.elements;
  const who = chosen();
  const typed = { FirstName: FirstName.value, LastName: LastName.value, Email: Email.value, Phone: Phone.value };
  const sent = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''));
  const customer = who === newPerson ? sent : { CustomerId: who };
  try {
    const body = { LineId: LineId.value, StartDate, ...customer, ...more };
    const { Bookings } = await call('POST', '/v1/Bookings', body);
    const [{ CustomerName, Code }] = Bookings;
    forgetChosen();
    await readBookings();
    return `Booked: ${CustomerName}, ${momentOf(StartDate)}. The code is ${Code}.`;
  } catch (error) {
    if (error.meta?.Next === undefined) throw error;
    const next = error.meta.Next.split(',').filter(Boolean);
    at('#instead').hidden = false;
    at('#instead span').replaceChildren(
      ...next.map((start) => {
        const button = element('button', momentOf(start), { type: 'button', class: 'button' });
        button.addEventListener('click', () => void act(button, () => bookAt(start)));
        return button;
      }),
    );
    throw error;
  }
}

/** Shows a location: its lines and stations, and its queue until another one is chosen. */
async function openLocation() {
  following.abort();
  following = new AbortController();
  const { signal } = following;
  const location = locationId();
  localStorage.setItem(locationKey, location);
  queue = [];
  offerPeople([]);
  const [{ Lines }, { Stations }] = await Promise.all([
    call('GET', `/v1/Lines?LocationId=${location}&Active=true`),
    call('GET', `/v1/Stations?LocationId=${location}&Active=true&orderBy=Name`),
  ]);
  if (signal.aborted) return;
  stations = Stations.filter(({ Open }) => Open);
  const [none, choose] = [
    ['', 'None'],
    ['', 'Choose a line'],
  ];
  const offered = stations.map(({ StationId, Name }) => [StationId, Name]);
  place.elements.StationId.replaceChildren(...options([none, ...offered]));
  const kept = sessionStorage.getItem(stationKey);
  if (stations.some(({ StationId }) => StationId === kept)) place.elements.StationId.value = kept;
  for (const form of [at('#forward'), checkIn, book])
    form.elements.LineId.replaceChildren(...options([choose, ...Lines.map(({ Id, Name }) => [Id, Name])]));
  book.elements.Day.value = user.Today;
  await inOneTab({
    name: `desk ${user.UserId} ${location}`,
    signal,
    async follow(send, ending) {
      let news = {};
      const tell = (more) => send((news = { ...news, ...more }));
      for await (const entries of liveQueue(location, ending, (state) => tell({ state }))) tell({ entries });
    },
    receive({ entries, state }) {
      if (signal.aborted) return;
      if (state) showState(state);
      if (entries) showQueue(entries);
    },
  });
}

function showState({ live, since }) {
  const shown = at('#live');
  shown.className = live ? '' : 'late';
  shown.textContent = live ? 'Live' : `No connection since ${timeOf(since)}. The queue may have changed.`;
}

const openSafely = () => {
  say('');
  openLocation().catch((error) => {
    if (!following.signal.aborted) at('#problem').textContent = messageOf(error);
  });
};

place.addEventListener('submit', (event) => event.preventDefault());
place.elements.LocationId.addEventListener('change', openSafely);
place.elements.StationId.addEventListener('change', () => {
  sessionStorage.setItem(stationKey, place.elements.StationId.value);
  showQueue(queue);
});
setInterval(() => {
  if (user && !document.hidden && locationId()) void readBookings().catch(() => undefined);
}, readAgainAfter);

async function open() {
  const { Locations } = await call('GET', '/v1/Locations?Active=true&orderBy=Name');
  if (!user) return;
  if (Locations.length === 0) {
    at('#hint').hidden = false;
    at('#hint').textContent = 'You work at no location. An Administrator can assign locations to you.';
    return;
  }
  at('#desk').hidden = false;
  const names = Locations.map(({ LocationId, Name }) => [LocationId, Name]);
  place.elements.LocationId.replaceChildren(...options(names));
  const kept = localStorage.getItem(locationKey);
  if (names.some(([id]) => id === kept)) place.elements.LocationId.value = kept;
  openSafely();
}

showZone(at('#zone'));
await openSession((signedIn) => {
  if (signedIn?.UserId === user?.UserId) {
    user = signedIn;
    return;
  }
  user = signedIn;
  following.abort();
  at('#desk').hidden = true;
  at('#hint').hidden = user !== undefined;
  at('#hint').textContent = 'Sign in to work at a desk.';
  if (!user) return;
  if (may('callNext')) {
    open().catch((error) => (at('#problem').textContent = messageOf(error)));
    return;
  }
  at('#hint').hidden = false;
  at('#hint').textContent = 'Your role does not include a desk. An Administrator can add it to your role.';
});
