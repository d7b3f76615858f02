// Shows the queue of a location, and updates it after every change. It reads the event stream with fetch and an API key
// from the fragment of the address, `#key` or `#key=…`. EventSource could send no header, and a key in the query would
// be logged. Without a key it uses the session of this tab, which tokens.js renews. It aborts a silent stream, and
// reconnects when a stream ends.
import { authorized, bearerToken } from './tokens.js';

const location = decodeURIComponent(window.location.pathname.split('/').filter(Boolean).pop());
const at = (selector) => document.querySelector(selector);
const state = at('#state');
const chime = at('#chime');
const soonest = 2000;
const latest = 30_000;
const silence = 40_000;
/** Milliseconds for which each part of a long list is shown. */
const turnEvery = 8000;
let wait = soonest;
/** The API key of the address; empty if the board uses the session. */
let key;
/** Ids of the called visits, newest call first; undefined until the first list. */
let called;
let waiting = [];
let part = 0;
let sound;

const clock = () => {
  at('time').textContent = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
};

/**
 * Shortens a name to the first name and the initial of the last. A name of one word may be a surname, so that only its
 * initial is shown.
 */
function shortName(name) {
  const words = name.trim().split(/\s+/);
  const initial = `${[...words.at(-1)][0] ?? ''}.`;
  return words.length < 2 ? initial : `${words[0]} ${initial}`;
}

const minutes = (count) => (count === 0 ? 'next' : `${count} min`);

function row(entry, last) {
  const line = document.createElement('tr');
  for (const text of [String(entry.Position), entry.LineName, shortName(entry.CustomerName), last])
    line.appendChild(document.createElement('td')).textContent = text;
  return line;
}

/**
 * Shows the current part of the waiting customers: the rows that fit on the screen, or all rows if the page scrolls.
 */
function showWaiting() {
  const section = at('#waiting');
  const body = section.querySelector('tbody');
  section.hidden = waiting.length === 0;
  body.replaceChildren(...waiting.map((entry) => row(entry, minutes(entry.WaitTime))));
  const main = at('main');
  const lines = [...body.rows];
  section.querySelector('.part').textContent = '';
  if (getComputedStyle(main).overflow !== 'hidden' || lines.length === 0) return;
  const bottom = main.getBoundingClientRect().bottom;
  const fitting = Math.max(1, lines.filter((line) => line.getBoundingClientRect().bottom <= bottom).length);
  const parts = Math.ceil(lines.length / fitting);
  part %= parts;
  if (parts > 1) section.querySelector('.part').textContent = `${part + 1} of ${parts}`;
  lines.forEach((line, index) => {
    line.hidden = Math.floor(index / fitting) !== part;
  });
}

function show(queue) {
  const now = queue.filter(({ Status }) => Status === 1);
  waiting = queue.filter(({ Status }) => Status === 0);
  const ids = now.map(({ Id }) => Id);
  const isNew = (id) => called !== undefined && !called.includes(id);
  const fresh = ids.filter(isNew);
  called = [...fresh, ...(called ?? ids).filter((id) => ids.includes(id))];
  now.sort((a, b) => called.indexOf(a.Id) - called.indexOf(b.Id));
  at('#called').hidden = now.length === 0;
  at('#called tbody').replaceChildren(...now.map((entry) => row(entry, entry.StationName || 'the desk')));
  at('#called tbody tr')?.classList.add('newest');
  at('#none').hidden = queue.some(({ Status }) => Status < 2);
  showWaiting();
  if (fresh.length > 0 && sound) ring();
}

/** Plays two tones. Browsers allow sound only after a click, which is why a button switches it on. */
function ring() {
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

chime.addEventListener('click', () => {
  if (sound) void sound.close();
  sound = sound ? undefined : new AudioContext();
  chime.textContent = sound ? 'Sound is on' : 'Sound is off';
  chime.setAttribute('aria-pressed', String(sound !== undefined));
  if (sound) ring();
});

function take(block) {
  const lines = block.split('\n');
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim());
  if (lines.includes('event: queue') && data.length > 0) show(JSON.parse(data.join('\n')).Queue);
}

async function ask(path, accept, signal) {
  const options = { headers: { Accept: accept, ...(key && { 'X-Api-Key': key }) }, signal, cache: 'no-store' };
  const response = await (key ? fetch : authorized)(path, options);
  if (response.ok) return response;
  const answer = await response.json().catch(() => undefined);
  throw new Error(answer?.ResponseStatus?.Message ?? `The service answered ${response.status}.`);
}

async function follow() {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let patience = setTimeout(abort, silence);
  try {
    const id = encodeURIComponent(location);
    const response = await ask(`/v1/CustomerCheckins/Queue/${id}`, 'text/event-stream', controller.signal);
    const place = await (await ask(`/v1/Locations/${id}`, 'application/json', controller.signal)).json();
    at('h1').textContent = document.title = place.Locations[0].Name;
    wait = soonest;
    state.textContent = 'Live';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      clearTimeout(patience);
      if (done) return;
      patience = setTimeout(abort, silence);
      const blocks = (text + value).split('\n\n');
      text = blocks.pop();
      blocks.forEach(take);
    }
  } finally {
    clearTimeout(patience);
  }
}

async function run() {
  for (;;) {
    key = decodeURIComponent(window.location.hash.replace(/^#(key=)?/, ''));
    if (key === '' && !bearerToken()) {
      show([]);
      at('#none').hidden = true;
      const boards = document.createElement('a');
      boards.href = '/queue';
      boards.textContent = 'sign in on the page Boards';
      state.replaceChildren('Put an API key of the scope queue behind # in the address, or ', boards, '.');
      return;
    }
    try {
      await follow();
      state.textContent = 'Connecting again…';
    } catch (error) {
      // Remove the names at once if the session has ended.
      if (key === '' && !bearerToken()) continue;
      state.textContent = error.name === 'Error' ? error.message : 'Connecting again…';
      wait = Math.min(2 * wait, latest);
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

addEventListener('hashchange', () => window.location.reload());
addEventListener('resize', showWaiting);
clock();
setInterval(clock, 1000);
setInterval(() => {
  part++;
  showWaiting();
}, turnEvery);
void run();
