// Keeps the page of a visit current. While the page is visible, the script reads it again every few seconds, less often
// after failures, and replaces the parts that have changed. Without this script, users click the link Refresh.
const parts = ['place', 'tasks', 'refresh'];
const slowest = 60_000;
const href = document.getElementById('place').dataset.home;
let failures = 0;

const every = () => Number(document.getElementById('place').dataset.every);
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves as soon as the page is visible. */
const visible = () =>
  new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });

async function read() {
  const response = await fetch(href, { cache: 'no-store' });
  if (response.status === 404) {
    window.location.assign(href);
    return false;
  }
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const id of parts) {
    const [shown, read] = [document, page].map((of) => of.getElementById(id));
    if (shown.innerHTML !== read.innerHTML) shown.replaceChildren(...read.childNodes);
  }
  document.getElementById('place').dataset.every = page.getElementById('place').dataset.every;
  return true;
}

async function follow() {
  for (;;) {
    await sleep(Math.min(slowest, every() * 2 ** failures));
    await visible();
    try {
      if (!(await read())) return;
      failures = 0;
    } catch {
      failures++;
    }
  }
}

void follow();
