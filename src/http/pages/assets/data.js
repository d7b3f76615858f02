import { addressOf, listsFor, queryOf, readable } from './data-lists.js';
import { namesFor, usualColumns } from './data-names.js';
import { keepPanels } from './data-panels.js';
import { asText, element, options, pageNumbers } from './data-table.js';
import { openSession } from './session.js';
import { authorized, Refused } from './tokens.js';

const sizes = [25, 50, 100, 500];
const firstList = 'listContacts';
/** Prefix of the localStorage keys under which the page stores the user's columns of a list. */
const chosenColumns = 'agency.columns.';
const at = (selector) => document.querySelector(selector);
const query = at('#query');
const [head, body] = [at('thead'), at('tbody')];

let description;
let user;
let lists = [];
let list;
/** Order, direction, skip and take of the shown page. The form holds the search, the filters and the columns. */
let shown;
/** Number of the latest query, to ignore late responses to earlier ones. */
let turn = 0;

function say(text, isFailure = false) {
  at('#state').textContent = text;
  at('#state').classList.toggle('failed', isFailure);
}

async function get(address) {
  const response = await authorized(address);
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => undefined));
  return response;
}

/** JSON reviver that keeps all digits of a number, if the browser supports `context.source`. */
const exact = (_, value, context) => (typeof value === 'number' ? (context?.source ?? String(value)) : value);
const read = async (address) => JSON.parse(await (await get(address)).text(), exact);

const checked = () => [...query.querySelectorAll('#fields input:checked')].map(({ value }) => value);

function check(fields) {
  for (const box of query.querySelectorAll('#fields input')) box.checked = fields.includes(box.value);
  count();
}

function storedColumns() {
  const names = list.fields.map(({ field }) => field);
  const stored = JSON.parse(localStorage.getItem(chosenColumns + list.id) ?? '[]');
  return stored.filter((field) => names.includes(field));
}

/** The filters of the form whose value is set. */
const filtersOf = () =>
  [...query.querySelectorAll('.filter')]
    .map((row) => [...row.querySelectorAll('select, input')].map(({ value }) => value))
    .map(([field, condition, value]) => ({ name: field + condition, value }))
    .filter(({ value }) => value !== '');

/** The query that the form and the table ask for. */
function asked() {
  const fields = checked();
  return {
    values: Object.fromEntries([...query.querySelectorAll('#path .control')].map(({ name, value }) => [name, value])),
    fields: fields.length > 0 && fields.length < list.fields.length ? fields : undefined,
    search: list.isSearchable ? query.search.value.trim() : '',
    filters: filtersOf(),
    ...shown,
  };
}

function count() {
  at('#chosen').textContent = `${checked().length || list.fields.length} of ${list.fields.length}`;
  at('#narrowed').textContent = filtersOf().length || '';
}

/** Splits the name of a query parameter into a field and a condition. */
function split(name) {
  for (const { field, conditions } of list.filters)
    for (const { suffix } of conditions) if (field + suffix === name) return [field, suffix];
  return undefined;
}

function addFilter(name, value = '') {
  const row = at('#filter').content.firstElementChild.cloneNode(true);
  const [field, condition] = row.querySelectorAll('select');
  field.append(
    ...options(
      list.filters.filter((filter) => filter.field !== 'Search').map((filter) => [filter.field, filter.field]),
    ),
  );
  const offer = () => {
    const { conditions } = list.filters.find((filter) => filter.field === field.value);
    condition.replaceChildren(...options(conditions.map(({ suffix, text }) => [suffix, text])));
  };
  field.addEventListener('change', offer);
  const parts = name && split(name);
  if (parts) [field.value] = parts;
  else if (list.filters.some((filter) => filter.field === 'Name')) field.value = 'Name';
  offer();
  if (parts) [, condition.value] = parts;
  row.querySelector('input').value = value;
  row.querySelector('button').addEventListener('click', () => {
    row.remove();
    at('#add').focus();
    restart();
  });
  at('#filters').append(row);
  count();
  return field;
}

/** Fills the form for a list. `parameters` are those in the page's address. */
function choose(index, parameters = new URLSearchParams()) {
  query.list.value = index;
  list = lists[index];
  const names = list.fields.map(({ field }) => field);
  at('#about').textContent = list.about;
  at('#path').replaceChildren(
    ...list.placeholders.map(({ name, description: title, example, schema }) => {
      const label = element('label', `${name} `, { title: title ?? name });
      const input = element(schema.enum ? 'select' : 'input', '', { name, class: 'control' });
      if (schema.enum) input.append(...options(schema.enum.map((value) => [value, value])));
      input.value = parameters.get(`{${name}}`) ?? example;
      input.required = true;
      label.append(input);
      return label;
    }),
  );
  at('#fields').replaceChildren(
    ...names.map((name) => {
      const label = element('label', '');
      label.append(element('input', '', { type: 'checkbox', value: name }), ` ${name}`);
      return label;
    }),
  );
  at('#filters').replaceChildren();
  for (const [name, value] of parameters) if (name !== 'Search' && split(name)) addFilter(name, value);
  query.search.hidden = !list.isSearchable;
  query.search.value = parameters.get('Search') ?? '';
  const direction = parameters.has('orderByDesc') ? 'orderByDesc' : 'orderBy';
  const take = Number(parameters.get('take'));
  shown = {
    order: parameters.get(direction) ?? '',
    direction,
    skip: Math.max(0, Math.trunc(Number(parameters.get('skip')) || 0)),
    take: sizes.includes(take) ? take : 50,
  };
  at('.file[value=xlsx]').hidden = !list.formats.includes('xlsx');
  at('#result').hidden = true;
  check(parameters.get('fields')?.split(',') ?? storedColumns());
  void show();
}

/** Shows the first page again, because the query has changed. */
function restart() {
  shown.skip = 0;
  count();
  void show();
}

function orderBy(field) {
  shown.direction = shown.order === field && shown.direction === 'orderBy' ? 'orderByDesc' : 'orderBy';
  shown.order = field;
  restart();
}

function heading({ field, type }) {
  const isOrder = shown.order === field;
  const sorted = shown.direction === 'orderBy' ? 'ascending' : 'descending';
  const cell = element('th', '', { scope: 'col', class: type, ...(isOrder && { 'aria-sort': sorted }) });
  const button = element('button', field, { type: 'button', title: `Order by ${field}` });
  button.addEventListener('click', () => orderBy(field));
  cell.append(button);
  return cell;
}

const asTitle = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The value as people read it; its exact form is the title. */
function cell(value, { field, type }, names) {
  const text = names[field]?.get(String(value)) ?? asText(value, type);
  const isOther = value !== null && value !== undefined && text !== String(value);
  return element('td', text, { class: type, ...(isOther && { title: asTitle(value) }) });
}

/** Fills the table. `names` is the result of namesFor. */
function draw(rows, names) {
  const fields = checked();
  const columns = list.fields
    .filter(({ field }) => fields.length === 0 || fields.includes(field))
    .map(({ field, type }) => ({ field, type: names[field] ? 'string' : type }));
  const line = (cells) => {
    const row = document.createElement('tr');
    row.append(...cells);
    return row;
  };
  const focused = head.contains(document.activeElement) ? document.activeElement.textContent : undefined;
  head.replaceChildren(line(columns.map(heading)));
  if (focused) [...head.querySelectorAll('button')].find(({ textContent }) => textContent === focused)?.focus();
  body.replaceChildren(...rows.map((row) => line(columns.map((column) => cell(row[column.field], column, names)))));
}

function drawPages(total) {
  const { skip, take } = shown;
  const present = Math.floor(skip / take) + 1;
  const last = Math.max(1, Math.ceil(total / take));
  const focused = at('#pages').contains(document.activeElement) ? document.activeElement.textContent : undefined;
  const to = (text, number, attributes = {}) => {
    const button = element('button', text, { type: 'button', class: 'button', ...attributes });
    button.disabled = number < 1 || number > last;
    button.addEventListener('click', () => {
      shown.skip = (number - 1) * take;
      void show();
    });
    return button;
  };
  const size = element('select', '', { class: 'control', 'aria-label': 'Rows a page', name: 'take' });
  size.append(...options(sizes.map((number) => [number, `${number} rows a page`])));
  size.value = String(take);
  size.addEventListener('change', () => {
    shown.take = Number(size.value);
    restart();
  });
  at('#pages').replaceChildren(
    to('Previous', present - 1),
    ...pageNumbers(present, last).map((number) =>
      number === 0
        ? element('span', '…')
        : to(String(number), number, {
            'aria-label': `Page ${number}`,
            ...(number === present && { 'aria-current': 'page' }),
          }),
    ),
    to('Next', present + 1),
    size,
  );
  if (focused) [...at('#pages').children].find(({ textContent }) => textContent === focused)?.focus();
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes the query to the fragment of the address, which browsers do not send to the server. */
function remember(what) {
  const { skip, take } = shown;
  const page = { ...(skip > 0 && { skip }), ...(take !== 50 && { take }) };
  const values = Object.entries(what.values).map(([name, value]) => `&{${name}}=${encodeURIComponent(value)}`);
  const text = queryOf(what, { page });
  const hash = `#${list.id}${text || values.length > 0 ? '?' : ''}${text}${values.join('')}`;
  if (hash !== location.hash) history.pushState(null, '', hash);
}

async function show() {
  const now = ++turn;
  const isFirst = checked().length === 0 && at('#result').hidden;
  const what = asked();
  const { skip, take } = shown;
  const address = addressOf(list, what, { page: { skip, take, include: 'total' } });
  say('Loading …');
  try {
    const body = await read(address);
    if (now !== turn) return;
    const rows = body[list.name];
    if (isFirst) check(usualColumns(list.fields, rows));
    const fields = list.fields.map(({ field }) => field);
    const names = await namesFor(fields, checked(), rows, read);
    if (now !== turn) return;
    const { Total, TotalIsEstimate } = body.ResponseStatus.Meta;
    const total = Number(Total);
    const ofAll = TotalIsEstimate ? `about ${total.toLocaleString('en-US')}` : total;
    at('caption').textContent = query.list.selectedOptions[0].textContent;
    draw(rows, names);
    // An estimate may be too low: after a full page there may be another one.
    drawPages(TotalIsEstimate && rows.length === take ? Math.max(total, skip + take + 1) : total);
    say(rows.length === 0 ? 'No rows.' : `${skip + 1} to ${skip + rows.length} of ${ofAll}`);
    at('#url').textContent = address;
    at('#curl').textContent =
      `curl -fOJ -H "Authorization: Bearer $TOKEN" ${quoted(addressOf(list, asked(), { format: 'csv' }))}`;
    at('#result').hidden = false;
    remember(asked());
  } catch (error) {
    if (now === turn) say(error.message, true);
  }
}

async function download(format) {
  say('Loading …');
  try {
    const response = await get(addressOf(list, asked(), { format }));
    const name = `${list.noun} ${today()}.${format}`;
    const href = URL.createObjectURL(await response.blob());
    element('a', '', { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    say(`${name} is downloaded.`);
  } catch (error) {
    say(error.message, true);
  }
}

const today = () => new Date().toLocaleDateString('sv');

async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}

/** Opens the list that the address names, or the first one. */
function open() {
  const [, id = '', parameters = ''] = /^#?(\w*)\??(.*)$/.exec(location.hash);
  const place = (name) => lists.findIndex((entry) => entry.id === name);
  const index = [place(id), place(firstList), 0].find((found) => found >= 0);
  choose(index, index === place(id) ? new URLSearchParams(parameters) : undefined);
}

/** The HTTP status of an address. */
const statusOf = async (address) => (await authorized(address, { method: 'HEAD' })).status;

/** Rebuilds the page only if the user has changed. */
async function signedIn(who) {
  const isOther = who?.UserId !== user?.UserId;
  // After a change of the user, open the first list. Keep the list of a link that was opened before signing in.
  if (user && isOther) history.replaceState(null, '', location.pathname);
  user = who;
  at('#hint').hidden = who !== undefined;
  query.hidden = who === undefined;
  if (!isOther) return;
  const now = ++turn;
  at('#result').hidden = true;
  say('');
  if (!who) return;
  let own;
  try {
    description ??= await (await get('/data/openapi.json')).json();
    own = await readable(listsFor(description, who.Roles), who.Roles, statusOf);
  } catch {
    // The next sign-in or renewal begins again.
    if (now === turn) user = undefined;
    if (now === turn) say('The service did not send its lists. Reload this page to try again.', true);
    return;
  }
  if (now !== turn) return;
  lists = own;
  const groups = [...new Set(lists.map(({ group }) => group))];
  query.list.replaceChildren(
    ...groups.map((group) => {
      const made = element('optgroup', '', { label: group });
      made.append(...options([...lists.entries()].filter(([, entry]) => entry.group === group).map(titled)));
      return made;
    }),
  );
  open();
}

function titled([index, { noun, placeholders }]) {
  const same = lists.filter((other) => other.noun === noun).length > 1;
  const by = same && placeholders.length > 0 ? ` (${placeholders.map(({ name }) => name).join(', ')})` : '';
  return [index, noun + by];
}

query.addEventListener('submit', (event) => {
  event.preventDefault();
  for (const panel of query.querySelectorAll('.panel')) panel.open = false;
  restart();
});
query.list.addEventListener('change', () => choose(Number(query.list.value)));
query.search.addEventListener('search', restart);
at('#fields').addEventListener('change', () => {
  localStorage.setItem(chosenColumns + list.id, JSON.stringify(checked()));
  count();
  void show();
});
for (const button of query.querySelectorAll('[value=usual], [value=all], [value=none]'))
  button.addEventListener('click', () => {
    localStorage.removeItem(chosenColumns + list.id);
    check(button.value === 'all' ? list.fields.map(({ field }) => field) : []);
    if (button.value === 'usual') {
      at('#result').hidden = true;
      void show();
    } else if (button.value === 'all') void show();
  });
at('#add').addEventListener('click', () => addFilter().focus());
for (const button of document.querySelectorAll('.file'))
  button.addEventListener('click', () => void download(button.value));
for (const name of ['url', 'curl'])
  at(`#copy-${name}`).addEventListener('click', ({ target }) => void copy(target, at(`#${name}`).textContent));
keepPanels(query);
addEventListener('popstate', () => {
  if (user) open();
});

await openSession(signedIn);
