import { addressOf, listsFor } from './data-lists.js';
import { openSession, Refused } from './session.js';

const usualFields = 16;
const unsetMoment = '0001-01-01T00:00:00.0000000';

const at = (selector) => document.querySelector(selector);
const query = at('#query');
const [head, body] = [at('thead'), at('tbody')];

let description;
let token;
let user;
let lists = [];
let list;
let skip = 0;
/** The page of what was asked last: an older answer that comes late is nobody's. */
let turn = 0;

/** An element with text, never with HTML: what it shows was written by others. */
function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

const options = (entries) => entries.map(([value, text]) => element('option', text, { value }));

async function get(address) {
  const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => undefined));
  return response;
}

/** Numbers as they were sent, where the browser can tell: all digits count. */
const exact = (_, value, context) => (typeof value === 'number' ? (context?.source ?? String(value)) : value);

function asText(value) {
  if (value === null || value === undefined || value === unsetMoment) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What a wide record shows at first: what names it, and its first texts. */
function usual(fields) {
  if (fields.length <= usualFields) return fields;
  const [key, ...others] = fields;
  return [key, ...others.filter(({ type }) => type === 'string').slice(0, usualFields - 1)];
}

const checked = () => [...query.querySelectorAll('#fields input:checked')].map(({ value }) => value);

/** What the form asks for. */
function asked() {
  const all = list.fields.map(({ field }) => field);
  const fields = checked();
  const filters = [...query.querySelectorAll('.filter')].map((row) => {
    const [field, condition, value] = ['field', 'condition', 'value'].map((name) =>
      row.querySelector(`[name=${name}]`),
    );
    return { name: field.value + condition.value, value: value.value };
  });
  return {
    values: Object.fromEntries([...query.querySelectorAll('#path input')].map(({ name, value }) => [name, value])),
    fields: fields.length > 0 && fields.length < all.length ? fields : undefined,
    filters,
    order: query.order.value,
    direction: query.direction.value,
  };
}

function count() {
  at('#chosen').textContent = `(${checked().length || list.fields.length} of ${list.fields.length})`;
  const filters = query.querySelectorAll('.filter').length;
  at('#narrowed').textContent = filters > 0 ? `(${filters})` : '';
}

function addFilter() {
  const row = at('#filter').content.firstElementChild.cloneNode(true);
  const [field, condition] = row.querySelectorAll('select');
  field.append(...options(list.filters.map((filter) => [filter.field, filter.field])));
  const offer = () => {
    const { conditions } = list.filters.find((filter) => filter.field === field.value);
    condition.replaceChildren(...options(conditions.map(({ suffix, text }) => [suffix, text])));
  };
  field.addEventListener('change', offer);
  row.querySelector('button').addEventListener('click', () => {
    row.remove();
    count();
    at('#add').focus();
  });
  offer();
  at('#filters').append(row);
  count();
  field.focus();
}

/** The form for the list that is chosen. */
function choose() {
  list = lists[query.list.value];
  const names = list.fields.map(({ field }) => field);
  const shown = usual(list.fields);
  at('#about').textContent = list.about;
  at('#path').hidden = list.placeholders.length === 0;
  at('#path').replaceChildren(
    element('legend', 'Of'),
    ...list.placeholders.map(({ name, description: told, example, schema }) => {
      const label = element('label', `${name} `, { title: told });
      const input = schema.enum ? element('select', '', { name }) : element('input', '', { name });
      if (schema.enum) input.append(...options(schema.enum.map((value) => [value, value])));
      input.value = example;
      input.required = true;
      label.append(input);
      return label;
    }),
  );
  at('#fields').replaceChildren(
    ...list.fields.map((entry) => {
      const name = entry.field;
      const label = element('label', '');
      const box = element('input', '', { type: 'checkbox', value: name });
      box.checked = shown.includes(entry);
      label.append(box, ` ${name}`);
      return label;
    }),
  );
  at('#filters').replaceChildren();
  query.order.replaceChildren(...options([['', 'as it comes'], ...names.map((name) => [name, name])]));
  at('.file[value=xlsx]').hidden = !list.formats.includes('xlsx');
  at('#result').hidden = true;
  at('#state').textContent = '';
  count();
}

function orderBy(field) {
  query.direction.value =
    query.order.value === field && query.direction.value === 'orderBy' ? 'orderByDesc' : 'orderBy';
  query.order.value = field;
  skip = 0;
  void show();
}

function heading({ field, type }) {
  const isOrder = query.order.value === field;
  const sorted = query.direction.value === 'orderBy' ? 'ascending' : 'descending';
  const cell = element('th', '', { scope: 'col', class: type, ...(isOrder && { 'aria-sort': sorted }) });
  const button = element('button', field, { type: 'button', title: `Order by ${field}` });
  button.addEventListener('click', () => orderBy(field));
  cell.append(button);
  return cell;
}

function draw(rows) {
  const fields = checked();
  const columns = list.fields.filter(({ field }) => fields.length === 0 || fields.includes(field));
  const line = (cells) => {
    const row = document.createElement('tr');
    row.append(...cells);
    return row;
  };
  head.replaceChildren(line(columns.map(heading)));
  body.replaceChildren(
    ...rows.map((row) => line(columns.map(({ field, type }) => element('td', asText(row[field]), { class: type })))),
  );
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

async function show() {
  const now = ++turn;
  const what = asked();
  const take = Number(query.take.value);
  const shown = addressOf(list, what, { page: { skip, take, include: 'total' } });
  at('#state').textContent = 'One moment …';
  try {
    const answer = JSON.parse(await (await get(shown)).text(), exact);
    if (now !== turn) return;
    const rows = answer[list.name];
    const total = Number(answer.ResponseStatus.Meta.Total);
    draw(rows);
    at('#state').textContent =
      rows.length === 0 ? `None of ${total}.` : `${skip + 1} to ${skip + rows.length} of ${total}.`;
    at('#previous').disabled = skip === 0;
    at('#next').disabled = skip + take >= total;
    at('#url').textContent = shown;
    at('#curl').textContent =
      `curl -fOJ -H "Authorization: Bearer $TOKEN" ${quoted(addressOf(list, what, { format: 'csv' }))}`;
    at('#result').hidden = false;
  } catch (error) {
    if (now !== turn) return;
    at('#state').textContent = error.message;
    at('#result').hidden = true;
  }
}

async function download(format) {
  at('#state').textContent = 'One moment …';
  try {
    const response = await get(addressOf(list, asked(), { format }));
    const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? `list.${format}`;
    const href = URL.createObjectURL(await response.blob());
    element('a', '', { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    at('#state').textContent = `${name} is downloaded.`;
  } catch (error) {
    at('#state').textContent = error.message;
  }
}

async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}

/** Another user sees other lists; a token that is renewed changes nothing else. */
function signedIn(who, bearer) {
  token = bearer;
  const isOther = who?.UserId !== user?.UserId;
  user = who;
  at('#hint').hidden = who !== undefined;
  query.hidden = who === undefined;
  if (!isOther) return;
  turn++;
  at('#result').hidden = true;
  at('#state').textContent = '';
  if (!who) return;
  lists = listsFor(description, who.Roles);
  const groups = [...new Set(lists.map(({ group }) => group))];
  query.list.replaceChildren(
    ...groups.map((group) => {
      const made = element('optgroup', '', { label: group });
      made.append(...options([...lists.entries()].filter(([, entry]) => entry.group === group).map(titled)));
      return made;
    }),
  );
  choose();
}

function titled([index, { title, path, placeholders }]) {
  const same = lists.filter((other) => other.title === title).length > 1;
  const by = same && placeholders.length > 0 ? ` (${placeholders.map(({ name }) => name).join(', ')})` : '';
  return [index, title + by || path];
}

query.addEventListener('submit', (event) => {
  event.preventDefault();
  skip = 0;
  void show();
});
query.list.addEventListener('change', choose);
query.addEventListener('change', count);
for (const button of query.querySelectorAll('[value=all], [value=none]'))
  button.addEventListener('click', () => {
    for (const box of query.querySelectorAll('#fields input')) box.checked = button.value === 'all';
    count();
  });
at('#add').addEventListener('click', addFilter);
for (const [id, step] of [
  ['#previous', -1],
  ['#next', 1],
])
  at(id).addEventListener('click', () => {
    skip = Math.max(0, skip + step * Number(query.take.value));
    void show();
  });
for (const button of document.querySelectorAll('.file'))
  button.addEventListener('click', () => void download(button.value));
for (const name of ['url', 'curl'])
  at(`#copy-${name}`).addEventListener('click', ({ target }) => void copy(target, at(`#${name}`).textContent));

description = await (await fetch('/openapi.json')).json();
await openSession(signedIn);
