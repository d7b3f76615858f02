// Shows the queue of a location, and updates it after every change. It reads the event stream with fetch and an API key
// from the fragment of the address, `#key` or `#key=…`. EventSource could send no header, and a key in the query would
// be logged. Without a key it uses the session of this browser, which tokens.js renews. It aborts a silent stream, and
// reconnects when a stream ends.
import { language, words } from './board-words.js';
import { inOneTab } from './client/index.js';
import { officeFormat, otherZone } from './office-time.js';
import { servicePath } from './service.js';
import { authorized, bearerToken, sessionEvents, urlOf } from './tokens.js';

const location = window.location.pathname.split('/').filter(Boolean).pop();
const at = (selector) => document.querySelector(selector);
const main = at('main');
const state = at('#state');
const chime = at('#chime');
/** The board waits this many milliseconds before it asks again, twice as many after each failure, up to `latest`. */
const soonest = 2000;
/** The longest pause after failures. It is short, because a desk may call a customer as soon as it can. */
const latest = 5000;
/** The longest pause after refusals. The service refuses until an Administrator changes the key or the right. */
const latestRefused = 30_000;
/** The board says how old its list is after so many milliseconds without a byte. The service sends one every 15 s. */
const oldAfter = 30_000;
const silence = 40_000;
/** After this many milliseconds without a byte, the board removes the names. */
const goneAfter = 300_000;
/** The board shows each part of a long list for this many milliseconds. */
const turnEvery = 8000;
/** Key in localStorage of the wish for sound. */
const soundKept = 'agency.board.sound';
let wait = soonest;
/** The API key of the address; empty if the board uses the session. */
let key = '';
let queue = [];
/** The list that the board shows, as JSON. */
let shown = '';
/** Whether the browser had a session while this board was open. */
let hadSession = false;
/** CalledTime of the latest call; undefined until the first list. */
let latestCall;
/** When the service last sent something, in milliseconds; undefined until it did. */
let lastSign;
let turn = 0;
let sound;

const clock = officeFormat({ hour: 'numeric', minute: '2-digit' }, language);
const timeOf = (moment) => clock.format(moment);

/**
 * Shortens a name to the first name and the initial of the last. A name of one word may be a surname, so that only its
 * initial is shown. Words without a letter, such as an emoji, do not count.
 */
function shortName(name) {
  const parts = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const initial = parts.at(-1)?.match(/\p{L}\p{M}*/u)[0];
  if (!initial) return '';
  return parts.length < 2 ? `${initial}.` : `${parts[0]} ${initial}.`;
}

/** Says a wait in minutes as people do: `25 min`, `8 h 45`; '' for none. */
function duration(count) {
  if (count === 0) return '';
  return count < 60 ? `${count} min` : `${Math.floor(count / 60)} h ${String(count % 60).padStart(2, '0')}`;
}

/**
 * Makes a row with the ticket in its first cell. Each further text is isolated, so that a name that is written from
 * right to left has its own order of letters, but stands where the others do.
 */
function row(ticket, ...texts) {
  const line = document.createElement('tr');
  line.insertCell().textContent = ticket;
  for (const text of texts) {
    const isolated = document.createElement('bdi');
    isolated.textContent = text;
    line.insertCell().appendChild(document.createElement('div')).append(isolated);
  }
  return line;
}

const isBooked = ({ BookedFor }) => !BookedFor.startsWith('0001');

/** Writes a ticket, with the booked time below it. */
function showTicket(element, entry) {
  element.textContent = entry.Ticket;
  if (!isBooked(entry)) return;
  const booked = document.createElement('small');
  booked.textContent = timeOf(new Date(entry.BookedFor));
  element.append(booked);
}

/** The row of a waiting customer. `soon` says a wait of less than a minute. */
function waitingRow(entry, soon) {
  const line = row(entry.Ticket, entry.LineName, shortName(entry.CustomerName), duration(entry.WaitTime) || soon);
  showTicket(line.cells[0], entry);
  return line;
}

/** The lists, with the number of their first rows that the board shows all the time. */
const lists = [
  ['#called', 1],
  ['#waiting', 0],
].map(([selector, pinned]) => [at(selector), pinned]);
const rowsOf = (section) => [...section.querySelectorAll('tbody tr')];

const bottomOf = (element) => element.getBoundingClientRect().bottom;

/** Shows all rows of a list, and divides those after the pinned ones into parts that fit on the screen one by one. */
function partsOf(section, pinned) {
  const rows = rowsOf(section);
  for (const each of rows) each.hidden = false;
  const bottom = bottomOf(section);
  const turning = rows.slice(pinned);
  if (turning.length === 0 || bottomOf(rows.at(-1)) <= bottom + 1) return [turning];
  const room = bottom - turning[0].getBoundingClientRect().top;
  const parts = [[]];
  let left = room;
  for (const each of turning) {
    const { height } = each.getBoundingClientRect();
    if (height > left && parts.at(-1).length > 0) {
      parts.push([]);
      left = room;
    }
    parts.at(-1).push(each);
    left -= height;
  }
  return parts;
}

/** Shows the part of each list whose turn it is. */
function showParts() {
  for (const [section, pinned] of lists) {
    const parts = partsOf(section, pinned);
    const shown = turn % parts.length;
    section.querySelector('.part').textContent = parts.length > 1 ? words.part(shown + 1, parts.length) : '';
    parts.forEach((part, index) => part.forEach((each) => (each.hidden = index !== shown)));
  }
}

/** Each step makes the type larger by this factor; the board takes at most `mostSteps`. */
const step = 1.08;
const mostSteps = 20;
/** The parts of the screen that the called customers may take above the waiting ones. */
const shares = ['50%', '65%', '80%'];

/** Sets the size of the type of the called customers and of the waiting ones, in steps, and the share of the former. */
function setSize({ steps, share }) {
  const parts = [at('main > div'), at('#waiting')];
  parts.forEach((part, index) => part.style.setProperty('--scale', step ** steps[index]));
  main.style.setProperty('--share', share);
}

/** What a size costs: the number of parts of both lists, of cut texts, and of what ends below the screen. */
function costs() {
  const parts = lists.map((list) => partsOf(...list).length);
  const texts = [...main.querySelectorAll('tbody td:first-child, tbody td > div, #next')];
  const cut = texts.filter((each) => each.scrollWidth > each.clientWidth);
  const low = lists.map(([section, pinned]) => {
    const rows = rowsOf(section);
    const room = bottomOf(section) - bottomOf(rows[pinned - 1] ?? section.querySelector('thead')) + 1;
    return rows.slice(pinned).filter((each) => each.offsetHeight > room).length + Number(room < 0);
  });
  const isNextLow = bottomOf(at('#next > div')) > bottomOf(at('#next')) + 1;
  return [...parts, cut.length, ...low, Number(isNextLow)];
}

/**
 * Finds the greatest number up to `most` for which `holds` is true. `holds` must be true for 0 and for every smaller
 * number. The search begins with small numbers, because a long list takes long to measure.
 */
function greatest(most, holds) {
  let found = 0;
  let more = 1;
  const goesOn = () => found + more <= most && holds(found + more);
  for (; goesOn(); more *= 2) found += more;
  for (more /= 2; more >= 1; more /= 2) if (goesOn()) found += more;
  return found;
}

/**
 * Chooses the largest type with which the lists need no more parts than with the smallest, and no more text is cut. The
 * lists stand one above the other; on a wide screen side by side if there are too many called customers for that.
 */
function fit() {
  let best = { steps: [0, 0], share: shares[0] };
  setSize(best);
  main.className = '';
  if (partsOf(...lists[0]).length > 1) main.className = 'side';
  const least = costs();
  const fits = (steps, share) => {
    setSize({ steps, share });
    return costs().every((cost, index) => cost <= least[index]);
  };
  for (const share of shares) {
    // The type of the waiting customers is never larger than that of the called ones.
    const both = greatest(mostSteps, (steps) => fits([steps, steps], share));
    const more = greatest(mostSteps - both, (steps) => fits([both + steps, both], share));
    if (2 * both + more <= best.steps[0] + best.steps[1]) break;
    best = { steps: [both + more, both], share };
  }
  setSize(best);
  showParts();
}

function show(entries) {
  queue = entries;
  const called = queue.filter(({ Status }) => Status === 1);
  called.sort((a, b) => (a.CalledTime < b.CalledTime ? 1 : -1));
  const waiting = queue.filter(({ Status }) => Status === 0);
  waiting.sort((a, b) => a.WaitTime - b.WaitTime || a.Position - b.Position || (a.SignInTime < b.SignInTime ? -1 : 1));
  const toDesk = (entry) => row(entry.Ticket, shortName(entry.CustomerName), entry.StationName || words.desk);
  at('#called').hidden = called.length === 0;
  at('#called tbody').replaceChildren(...called.map(toDesk));
  at('#called tbody tr')?.classList.add('newest');
  // Show the next customer only once: in large type while nobody is called, otherwise in the first row of the list.
  const isLarge = called.length === 0 && waiting.length > 0;
  at('#next').hidden = !isLarge;
  if (isLarge) showNext(waiting[0]);
  const listed = isLarge ? waiting.slice(1) : waiting;
  at('#waiting').hidden = listed.length === 0;
  const isFirst = (entry) => entry === waiting[0];
  const rows = listed.map((entry) => waitingRow(entry, isFirst(entry) ? words.first : words.soon));
  at('#waiting tbody').replaceChildren(...rows);
  at('#booked').hidden = !waiting.some(isBooked);
  at('#none').hidden = lastSign === undefined || queue.some(({ Status }) => Status < 2);
  fit();
}

function showNext(entry) {
  showTicket(at('#next .ticket'), entry);
  const [name, line] = document.querySelectorAll('#next bdi');
  name.textContent = shortName(entry.CustomerName);
  line.textContent = entry.LineName;
  at('#next .part').textContent = duration(entry.WaitTime);
}

/** Shows the list that the service has sent, and rings if it has a newer call than all lists before. */
function receive(entries) {
  problem();
  show(entries);
  const calls = entries.filter(({ Status }) => Status === 1).map(({ CalledTime }) => CalledTime);
  const newest = calls.sort().at(-1) ?? '';
  if (latestCall !== undefined && newest > latestCall) ring();
  if (latestCall === undefined || newest > latestCall) latestCall = newest;
}

/**
 * Replaces the lists by a message in large type: `reason` names the words that say what is wrong and what to do, and
 * `said` is the message of the service. Without `reason`, removes the message.
 */
function problem(reason, said = '') {
  at('#problem').hidden = !reason;
  if (!reason) return;
  forget();
  [words[reason], words[`${reason}Help`], said].forEach(
    (text, index) => (at('#problem').children[index].textContent = text),
  );
}

/** Plays two tones if the sound is on and the browser permits it. */
function ring() {
  if (sound?.state !== 'running') return;
  for (const [frequency, start] of [
    [880, 0],
    [660, 0.35],
  ]) {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    const from = sound.currentTime + start;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.25, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 0.6);
    tone.connect(volume).connect(sound.destination);
    tone.start(from);
    tone.stop(from + 0.6);
  }
}

/** Switches the sound on or off. Browsers permit it only after a click, unless their settings say otherwise. */
function setSound(on) {
  if (!on) void sound?.close();
  sound = on ? new AudioContext() : undefined;
  chime.textContent = on ? words.soundOn : words.soundOff;
  chime.setAttribute('aria-pressed', String(on));
  const ask = () => {
    at('#allow').hidden = !sound || sound.state === 'running';
    fit();
  };
  if (sound) sound.onstatechange = ask;
  ask();
}

chime.addEventListener('click', () => {
  const on = !sound;
  localStorage.setItem(soundKept, on ? 'on' : 'off');
  setSound(on);
  ring();
});
at('#allow').addEventListener('click', () => void sound.resume().then(ring));

/** The service refused a call. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function ask(path, accept, signal) {
  const options = { headers: { Accept: accept, ...(key && { 'X-Api-Key': key }) }, signal, cache: 'no-store' };
  const response = await (key ? fetch : authorized)(urlOf(path), options);
  if (response.ok) return response;
  const body = await response.json().catch(() => undefined);
  throw new Refusal(response.status, body?.ResponseStatus?.Message ?? '');
}

/** Reads the stream of the queue until it ends. Tells each list, and each sign of life of the service. */
async function readStream(tell, outer) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  outer.addEventListener('abort', abort, { signal: controller.signal });
  let patience = setTimeout(abort, silence);
  try {
    const response = await ask(`/v1/CustomerCheckins/Queue/${location}`, 'text/event-stream', controller.signal);
    const place = await (await ask(`/v1/Locations/${location}`, 'application/json', controller.signal)).json();
    wait = soonest;
    tell({ room: place.Locations[0].Name, state: 'live' });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(patience);
      if (done) return;
      patience = setTimeout(abort, silence);
      const blocks = (text + value).split('\n\n');
      text = blocks.pop();
      const queues = blocks.map(queueIn).filter(Boolean);
      tell({ sign: Date.now(), ...(queues.length > 0 && { queue: queues.at(-1), reason: undefined }) });
    }
  } finally {
    clearTimeout(patience);
    controller.abort();
  }
}

/** The list of an event; undefined if the event has none. */
function queueIn(event) {
  const lines = event.split('\n');
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim());
  return lines.includes('event: queue') && data.length > 0 ? JSON.parse(data.join('\n')).Queue : undefined;
}

/** The key in the fragment of the address: '' without one, undefined if it is damaged. */
function keyInAddress() {
  try {
    const found = decodeURIComponent(window.location.hash.replace(/^#(key=)?/, ''));
    return /^(agk_[\w-]+)?$/.test(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** The words about a refusal, by its status. */
const refusals = { 401: 'ended', 403: 'forbidden', 400: 'unknown', 404: 'unknown' };

/** Waits until somebody signs in, in this tab or another one, or the signal aborts. */
const signIn = (signal) =>
  new Promise((resolve) => {
    sessionEvents.addEventListener('changed', resolve, { once: true });
    signal.addEventListener('abort', resolve, { once: true });
  });

const pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', resolve, { once: true });
  });

/** Follows the queue until the signal aborts. Sends what all boards of this location in the browser show. */
async function follow(send, signal) {
  let picture = {};
  const tell = (news) => send((picture = { ...picture, ...news }));
  const nothing = { sign: undefined, queue: undefined, said: '' };
  while (!signal.aborted) {
    if (key === '' && !bearerToken()) {
      tell({ ...nothing, state: '', reason: hadSession ? 'ended' : 'noKey' });
      await signIn(signal);
      continue;
    }
    hadSession = key === '';
    const begun = Date.now();
    let soon = false;
    try {
      await readStream(tell, signal);
      // A stream also ends with the right to follow it: ask at once, so that no name remains.
      soon = Date.now() - begun > soonest;
      if (!signal.aborted) tell({ state: 'again' });
    } catch (error) {
      if (signal.aborted) return;
      const { status = 0, message } = error;
      wait = Math.min(2 * wait, refusals[status] ? latestRefused : latest);
      const reason = refusals[status] ?? 'offline';
      // The words about the address need no message of the service.
      const said = status && reason !== 'unknown' ? message : '';
      tell({ ...(refusals[status] && nothing), state: 'again', reason, said });
    }
    if (!soon) await pause(wait, signal);
  }
}

/** Shows the latest list that the service has sent to this browser, or what is wrong. */
function take({ room, state: name, sign, queue: entries, reason, said }) {
  if (room) at('h1 bdi').textContent = document.title = room;
  state.textContent = words[name] ?? '';
  if (entries && Date.now() - sign <= goneAfter) {
    lastSign = sign;
    const text = JSON.stringify(entries);
    if (text !== shown) receive(entries);
    shown = text;
  } else if (reason && (reason !== 'offline' || (lastSign === undefined && at('#problem').hidden)))
    problem(reason, said);
}

/** Removes the list. */
function forget() {
  lastSign = undefined;
  shown = '';
  show([]);
  at('#old').hidden = true;
}

function run() {
  const found = keyInAddress();
  if (found === undefined) {
    state.textContent = '';
    problem('mangled');
    return;
  }
  key = found;
  hadSession = key === '' && bearerToken() !== undefined;
  document.addEventListener('visibilitychange', () => {
    // A hidden board follows no queue, unless another one does. It asks for the list when it is shown.
    if (!document.hidden && lastSign !== undefined && Date.now() - lastSign > oldAfter) forget();
  });
  // Boards of one location share a stream if they have the same key or the session of the browser.
  void inOneTab({ name: `agency queue ${servicePath} ${location} ${key}`, follow, receive: take });
}

/** Shows the time of day, and how old the list is if the service is silent. */
function tick() {
  at('time').textContent = timeOf(Date.now());
  if (document.hidden) return;
  const age = lastSign === undefined ? 0 : Date.now() - lastSign;
  if (age > goneAfter) problem('offline');
  const isOld = age > oldAfter && age <= goneAfter;
  if (isOld) at('#old').textContent = words.asOf(timeOf(lastSign));
  if (at('#old').hidden !== isOld) return;
  at('#old').hidden = !isOld;
  fit();
}

document.documentElement.lang = language;
for (const element of document.querySelectorAll('[data-text]')) element.textContent = words[element.dataset.text];
document.title = words.room;
at('#zone').textContent = otherZone(language);
setSound(localStorage.getItem(soundKept) === 'on');
addEventListener('hashchange', () => window.location.reload());
addEventListener('resize', fit);
tick();
setInterval(tick, 1000);
setInterval(() => {
  turn++;
  showParts();
}, turnEvery);
run();
