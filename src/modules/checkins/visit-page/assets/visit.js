// Keeps the page of a visit current. The script reads the page again every few seconds, less often in a hidden tab and
// after failures, and replaces the parts that have changed. Without this script, users click the link Refresh.
const parts = ['place', 'tasks', 'read', 'refresh'];
/** The longest wait after failures is short, because somebody may be called as soon as the service responds again. */
const [slowest, hiddenEvery, timeout] = [20_000, 15_000, 10_000];
const buzz = [300, 150, 300, 150, 300];
const href = part('place').dataset.home;
let failures = 0;
/** Ends the present wait, so that the page is read at once. */
let wake = () => undefined;

function part(id, of = document) {
  return of.getElementById(id);
}

function wait() {
  const every = Math.max(Number(part('place').dataset.every), document.hidden ? hiddenEvery : 0);
  return new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, Math.max(every, Math.min(slowest, every * 2 ** failures)));
  });
}

/** Reads the page. Returns false if the link has ended. Throws if the service does not respond in time. */
async function read() {
  const abort = new AbortController();
  const late = setTimeout(() => abort.abort(), timeout);
  try {
    const response = await fetch(href, { cache: 'no-store', signal: abort.signal });
    if (response.status === 404) return false;
    if (!response.ok) throw new Error(`The service responded with ${response.status}.`);
    show(new DOMParser().parseFromString(await response.text(), 'text/html'));
    return true;
  } finally {
    clearTimeout(late);
  }
}

function show(page) {
  const isCalled = part('place', page).className && !part('place').className;
  for (const id of parts) {
    const [shown, present] = [part(id), part(id, page)];
    if (shown.innerHTML !== present.innerHTML) shown.innerHTML = present.innerHTML;
    shown.className = present.className;
    Object.assign(shown.dataset, present.dataset);
  }
  document.title = page.title;
  if (isCalled && navigator.vibrate) navigator.vibrate(buzz);
}

/** Says that the page is old, and that the script tries again. */
function showLate() {
  const last = part('read');
  last.textContent = last.dataset.late;
  last.className = 'late';
}

async function follow() {
  for (;;) {
    await wait();
    try {
      if (!(await read())) break;
      failures = 0;
    } catch {
      failures++;
      showLate();
    }
  }
  window.location.assign(href);
}

// Refresh reads the page at once. A browser that followed the link would show its own error page while it is offline.
part('refresh').addEventListener('click', (event) => {
  event.preventDefault();
  wake();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) wake();
});
window.addEventListener('online', () => wake());

void follow();
