/**
 * Runs on the board. It reads the events with the API key of the fragment, as `#key` or `#key=…`: EventSource sends no
 * headers, and a key in the address would be logged. What is silent for too long is given up, what ends is asked for
 * again.
 */
export const boardScript = `'use strict';
(() => {
  const location = decodeURIComponent(window.location.pathname.split('/').filter(Boolean).pop());
  const find = (selector) => document.querySelector(selector);
  const state = find('#state');
  const soonest = 2000;
  const latest = 30000;
  const silence = 40000;
  let wait = soonest;
  let key = '';
  let current = new AbortController();

  const clock = () => {
    find('time').textContent = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  };

  const shortName = (name) => {
    const words = name.trim().split(/\\s+/);
    return words.length < 2 ? words[0] : words[0] + ' ' + [...words.at(-1)][0] + '.';
  };

  const row = (cells) => {
    const line = document.createElement('tr');
    for (const text of cells) line.appendChild(document.createElement('td')).textContent = text;
    return line;
  };

  const fill = (id, rows) => {
    find('#' + id).hidden = rows.length === 0;
    find('#' + id + ' tbody').replaceChildren(...rows.map(row));
  };

  const minutes = (count) => (count === 0 ? 'next' : count + ' min');

  const show = (queue) => {
    const called = queue.filter(({ Status }) => Status === 1);
    const waiting = queue.filter(({ Status }) => Status === 0);
    const cells = (entry, last) => [String(entry.Position), entry.LineName, shortName(entry.CustomerName), last];
    fill('called', called.map((entry) => cells(entry, entry.StationName || 'the desk')));
    fill('waiting', waiting.map((entry) => cells(entry, minutes(entry.WaitTime))));
    find('#none').hidden = called.length + waiting.length > 0;
  };

  const take = (block) => {
    const lines = block.split('\\n');
    const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim());
    if (lines.includes('event: queue') && data.length > 0) show(JSON.parse(data.join('\\n')).Queue);
  };

  const follow = async () => {
    const { signal } = (current = new AbortController());
    const mine = current;
    const headers = { Accept: 'text/event-stream', 'X-Api-Key': key };
    let patience = setTimeout(() => mine.abort(), silence);
    try {
      const path = '/v1/CustomerCheckins/Queue/' + encodeURIComponent(location);
      const response = await fetch(path, { headers, signal, cache: 'no-store' });
      if (!response.ok) {
        const answer = await response.json().catch(() => undefined);
        throw new Error(answer?.ResponseStatus?.Message ?? 'The service answers ' + response.status + '.');
      }
      wait = soonest;
      state.textContent = 'Live';
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { done, value } = await reader.read();
        clearTimeout(patience);
        if (done) return;
        patience = setTimeout(() => mine.abort(), silence);
        const blocks = (text + value).split('\\n\\n');
        text = blocks.pop();
        blocks.forEach(take);
      }
    } finally {
      clearTimeout(patience);
    }
  };

  const run = async () => {
    for (;;) {
      try {
        await follow();
        state.textContent = 'Connecting again…';
      } catch (error) {
        state.textContent = error.name === 'Error' ? error.message : 'Connecting again…';
        wait = Math.min(2 * wait, latest);
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  };

  const readKey = () => {
    key = decodeURIComponent(window.location.hash.replace(/^#(key=)?/, ''));
    if (key === '') state.textContent = 'Put an API key of the scope queue behind # in the address.';
    return key !== '';
  };

  addEventListener('hashchange', () => window.location.reload());
  clock();
  setInterval(clock, 1000);
  if (readKey()) void run();
})();
`;
