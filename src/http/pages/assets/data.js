import { openGrid, sizes } from './data-grid.js';
import { inputFor, valueIn } from './data-inputs.js';
import { addressOf, listsFor, queryOf } from './data-lists.js';
import { namesFrom, usualColumns } from './data-names.js';
import { closePanel, keepPanels } from './data-panels.js';
import { recordsIn } from './data-record.js';
import { element, options, saveFile, timeNow, useTimeZone } from './data-values.js';
import { offerCopies } from './copy.js';
import { openSession } from './session.js';
import { call, get, messageOf } from './tokens.js';

/** The lists of which each role opens the first one that it may read. */
const firstLists = ['listContacts', 'listQueue', 'listProjects'];
/** Days of the range that the page asks for at first: the past days, or the next ones if the list is in the future. */
const usualDays = 30;
const aheadLists = ['listAppointments'];
/** Prefix of the localStorage keys under which the page stores the user's columns of a list. */
const chosenColumns = 'agency.columns.';
const at = (selector) => document.querySelector(selector);
const query = at('#query');

let description;
let user;
/** What the user may read, by listsFor and namesFrom. */
let readable;
let names;
let list;
let grid;
/** Order, direction, skip and take of the shown page. The form holds the search, the filters and the columns. */
let shown;
/** Whether the columns depend on the first rows, which have not arrived yet. */
let needsColumns = false;
/** Chooses the list again, if the form was not filled for it because the service failed. */
let chooseAgain;
/** The shown page: its rows, their number and the names of their references. */
let shownPage;
/** Number of the latest query, to ignore late responses to earlier ones. */
let turn = 0;

function say(text, isFailure = false) {
  at('#state').textContent = text;
  at('#state').classList.toggle('failed', isFailure);
}

const failed = (error) => say(messageOf(error), true);

/** JSON reviver that keeps all digits of a number, if the browser supports `context.source`. */
const exact = (_, value, context) => (typeof value === 'number' ? (context?.source ?? String(value)) : value);
const read = async (address) => JSON.parse(await (await get(address)).text(), exact);

const openRecord = recordsIn(at('#record'), { read, call, changed: () => void show() });

const checked = () => [...query.querySelectorAll('#fields input:checked')].map(({ value }) => value);

function check(fields) {
  for (const box of query.querySelectorAll('#fields input')) box.checked = fields.includes(box.value);
  count();
}

/** The columns that the user chose for the list; undefined for the usual ones. */
function storedColumns() {
  const stored = JSON.parse(localStorage.getItem(chosenColumns + list.id) ?? 'null');
  return stored?.filter((field) => list.fields.some((entry) => entry.field === field));
}

/** The filters of the form whose value is set. */
const filtersOf = () =>
  [...query.querySelectorAll('.filter')].flatMap((row) => {
    const { filter, condition } = row;
    const typed = valueIn(row.querySelector('.value .control'));
    const value = condition.ofDay && typed ? `${typed},${typed}` : typed;
    return value === '' ? [] : [{ name: filter.field + condition.suffix, value }];
  });

/** The query that the form and the table ask for. */
function asked() {
  const fields = checked();
  return {
    values: Object.fromEntries(
      [...at('#path').querySelectorAll('.control')].map((input) => [input.name, valueIn(input)]),
    ),
    fields: fields.length < list.fields.length ? fields : undefined,
    search: list.isSearchable ? query.search.value.trim() : '',
    filters: filtersOf(),
    ...shown,
  };
}

function count() {
  at('#chosen').textContent = `${checked().length} of ${list.fields.length}`;
  at('#narrowed').textContent = filtersOf().length || '';
  for (const button of query.querySelectorAll('.file')) button.disabled = checked().length === 0;
}

/** Splits the name of a query parameter into a filter and a condition. */
function split(name) {
  for (const filter of list.filters)
    for (const condition of filter.conditions)
      if (filter.field + condition.suffix === name) return { filter, condition };
  return undefined;
}

const withSuggestions = (input) => (input.suggestions ? [input, input.suggestions] : [input]);

/** The title of a field. A reference whose values are chosen by name has no "id" in its title. */
const shortTitle = ({ field, title, isKey }) =>
  !isKey && names.sourceOf(field) ? title.replace(/ id(s?)$/i, '$1') : title;

async function addFilter(name, value = '') {
  const row = at('#filter').content.firstElementChild.cloneNode(true);
  const [field, condition] = row.querySelectorAll('select');
  field.append(...options(list.filters.map((filter) => [filter.field, shortTitle(filter)])));
  const offerInput = async (sent = '') => {
    row.condition = row.filter.conditions.find(({ suffix }) => suffix === condition.value);
    const isFlag = row.condition.suffix === 'IsNull';
    const kind = isFlag ? { field: '', type: 'boolean' } : row.filter;
    const written = row.condition.ofDay ? sent.split(',')[0] : sent;
    const input = await inputFor(kind, { value: written, names, isOptional: true, 'aria-label': 'Value' });
    row.querySelector('.value').replaceChildren(...withSuggestions(input));
  };
  const offer = (suffix) => {
    row.filter = list.filters.find((filter) => filter.field === field.value);
    condition.replaceChildren(...options(row.filter.conditions.map((each) => [each.suffix, each.text])));
    if (suffix !== undefined) condition.value = suffix;
  };
  const parts = name && split(name);
  const usual = ['Name', 'CustomerName', 'ContactName'].find((each) => list.filters.some((one) => one.field === each));
  field.value = parts?.filter.field ?? usual ?? list.filters[0].field;
  offer(parts?.condition.suffix);
  await offerInput(value);
  const remove = () => {
    row.remove();
    at('#add').focus();
  };
  // Without the names to choose from, the row would still have the input of the former field.
  const offerOther = () =>
    offerInput().catch((error) => {
      remove();
      failed(error);
    });
  field.addEventListener('change', () => {
    offer();
    void offerOther();
  });
  condition.addEventListener('change', () => void offerOther());
  row.querySelector('button').addEventListener('click', () => {
    remove();
    void show();
  });
  at('#filters').append(row);
  count();
  return field;
}

const dayFromToday = (days) => {
  const day = new Date(`${user.Today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

/** The value of a parameter that nobody has chosen: today's range, or the first record that there is. */
async function usualValue({ field, type, words }) {
  const isAhead = aheadLists.includes(list.id);
  if (type === 'day' || type === 'moment')
    return dayFromToday(/To|End/.test(field) === isAhead ? (isAhead ? usualDays : -usualDays) : 0);
  if (words) return words.keys().next().value;
  if (names.sourceOf(field)?.isLong) return (await names.find(field, '', 1))[0]?.[0];
  return undefined;
}

async function parameterInput(parameter, value) {
  const label = element('label', `${shortTitle(parameter)} `);
  const sent = value ?? (await usualValue(parameter)) ?? '';
  const input = await inputFor(parameter, { value: sent, names, name: parameter.field });
  input.required = true;
  label.append(...withSuggestions(input));
  return label;
}

/** Fills the form for a list, and shows it. `parameters` are those in the page's address. */
async function choose(chosen, parameters = new URLSearchParams()) {
  const now = ++turn;
  const references = names.references(chosen.fields);
  const fields = chosen.fields.map((entry) =>
    references.includes(entry) ? { ...entry, title: shortTitle(entry), isReference: true } : entry,
  );
  const filters = chosen.filters.map((entry) => ({ ...entry, isKey: entry.field === fields[0].field }));
  list = { ...chosen, fields, filters, references };
  chooseAgain = () => choose(chosen, parameters);
  offerLists();
  grid?.destroy();
  grid = undefined;
  at('#result').hidden = true;
  at('#read').textContent = '';
  at('#about').textContent = list.about;
  at('#filters').replaceChildren();
  at('#path').replaceChildren();
  say('Loading …');
  try {
    const inputs = await Promise.all(
      list.parameters.map((parameter) =>
        parameterInput(parameter, parameters.get(`{${parameter.field}}`) ?? undefined),
      ),
    );
    if (now !== turn) return;
    at('#path').replaceChildren(...inputs);
    for (const [name, value] of parameters) if (split(name)) await addFilter(name, value);
  } catch (error) {
    if (now === turn) failed(error);
    return;
  }
  if (now !== turn) return;
  chooseAgain = undefined;
  at('#fields').replaceChildren(
    ...list.fields.map(({ field, title }) => {
      const label = element('label', '');
      label.append(element('input', '', { type: 'checkbox', value: field }), ` ${title}`);
      return label;
    }),
  );
  query.search.hidden = !list.isSearchable;
  query.search.value = parameters.get('Search') ?? '';
  const direction = parameters.has('orderByDesc') ? 'orderByDesc' : 'orderBy';
  const take = Number(parameters.get('take'));
  const [order] = (parameters.get(direction) ?? '').split(',');
  shown = {
    order: list.fields.some(({ field }) => field === order) ? order : '',
    direction,
    skip: Math.max(0, Math.trunc(Number(parameters.get('skip')) || 0)),
    take: sizes.includes(take) ? take : 50,
  };
  at('.file[value=xlsx]').hidden = !list.formats.includes('xlsx');
  check(parameters.get('fields')?.split(',') ?? storedColumns() ?? []);
  await show({ isNew: true, hasColumns: parameters.has('fields') || storedColumns() !== undefined });
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

/** Asks for a page of the list with all fields, so that each column and each record can be shown without a new call. */
async function load(page) {
  shown = page;
  const missing = [...at('#path').querySelectorAll('.control')].find((input) => valueIn(input) === '');
  if (missing) {
    missing.focus();
    throw new Error('Choose a value for each field beside the list.');
  }
  const { skip, take } = page;
  const address = addressOf(list, { ...asked(), fields: undefined }, { page: { skip, take, include: 'total' } });
  const body = await read(address);
  const rows = body[list.name];
  const { Total, TotalIsEstimate } = body.ResponseStatus.Meta;
  // An estimate may be too low: after a full page there may be another one.
  const total = TotalIsEstimate && rows.length === take ? Math.max(Number(Total), skip + take + 1) : Number(Total);
  const ofAll = TotalIsEstimate ? `about ${Number(Total).toLocaleString('en-US')}` : Total;
  return { rows, total, ofAll, readAt: timeNow(), names: await names.ofRows(list.references, rows) };
}

/** Says which rows are shown and how to call them. */
function tell({ rows, ofAll, readAt }) {
  const what = asked();
  const { skip, take } = shown;
  if (checked().length === 0) say('No columns are chosen.');
  else say(rows.length === 0 ? 'No rows.' : `${skip + 1} to ${skip + rows.length} of ${ofAll}`);
  at('#read').textContent = `Read at ${readAt}.`;
  at('#url').textContent = addressOf(list, what, { page: { skip, take, include: 'total' } });
  at('#curl').textContent =
    `curl -fOJ -H "Authorization: Bearer $TOKEN" ${quoted(addressOf(list, what, { format: 'csv' }))}`;
  remember(what);
}

/**
 * Asks for a page. Says why if it does not come, and leaves the table as it is. Returns undefined if there was a later
 * query meanwhile.
 */
async function loadLatest(page) {
  const now = ++turn;
  const before = shown;
  say('Loading …');
  try {
    const found = await load(page);
    if (now !== turn) return undefined;
    shownPage = found;
    return found;
  } catch (error) {
    if (now !== turn) return undefined;
    shown = before;
    failed(error);
    throw error;
  }
}

/** Shows the first page of the query; the page of the address if the list is new. */
async function show({ isNew = false, hasColumns = !needsColumns } = {}) {
  count();
  needsColumns = !hasColumns;
  const first = await loadLatest(isNew ? shown : { ...shown, skip: 0 }).catch(() => undefined);
  if (!first) return;
  if (needsColumns) check(usualColumns(list.fields, first.rows, first.names));
  needsColumns = false;
  await draw();
}

/** Shows the page that was read, with the checked columns. */
async function draw() {
  count();
  grid?.destroy();
  at('#result').hidden = false;
  at('#caption').textContent = list.noun;
  at('#grid').hidden = at('#pages').hidden = checked().length === 0;
  grid = await openGrid(at('#grid'), at('#pages'), {
    title: list.noun,
    fields: list.fields,
    shown: checked(),
    state: shown,
    first: shownPage,
    load: async (page) => {
      const found = await loadLatest(page);
      if (found) tell(found);
      return found ?? { rows: [], total: 0, names: {} };
    },
    open: (row) => void openRecord(row, list, { ...readable, names: shownPage.names, namesOf: names.ofFields }),
  });
  tell(shownPage);
}

async function download(format) {
  say('Loading …');
  try {
    const response = await get(addressOf(list, asked(), { format }));
    const name = `${list.noun} ${user.Today}.${format}`;
    saveFile(await response.blob(), name);
    say(`${name} is downloaded.`);
  } catch (error) {
    failed(error);
  }
}

/** Opens the list that the address names, or the first one of the user's work. */
function open() {
  const [, id = '', parameters = ''] = /^#?(\w*)\??(.*)$/.exec(location.hash);
  const all = [...readable.lists, ...readable.ofRecords];
  const place = (name) => all.find((entry) => entry.id === name);
  const chosen = [id, ...firstLists].map(place).find(Boolean) ?? readable.lists[0];
  void choose(chosen, chosen === place(id) ? new URLSearchParams(parameters) : undefined);
}

/** Offers the lists by subject. The list of one record is offered only while it is shown. */
function offerLists() {
  const { lists } = readable;
  const offered = lists.some(({ id }) => id === list.id) ? lists : [...lists, list];
  const groups = [...new Set(offered.map(({ subject }) => subject))];
  query.list.replaceChildren(
    ...groups.map((subject) => {
      const made = element('optgroup', '', { label: subject });
      const entries = offered.filter((entry) => entry.subject === subject);
      made.append(...options(entries.map(({ id, noun }) => [id, noun])));
      return made;
    }),
  );
  query.list.value = list.id;
}

/** Rebuilds the page only if the user has changed. */
async function signedIn(who) {
  const isOther = who?.UserId !== user?.UserId;
  // After a change of the user, open the first list. Keep the list of a link that was opened before signing in.
  if (user && isOther) history.replaceState(null, '', location.pathname);
  user = who;
  if (!isOther) return;
  at('#hint').hidden = who !== undefined;
  query.hidden = who === undefined;
  at('#zone').hidden = who === undefined;
  const now = ++turn;
  at('#result').hidden = true;
  at('#record').close();
  at('#read').textContent = '';
  say(who ? 'Loading …' : '');
  if (!who) return;
  try {
    description ??= await (await get('/data/openapi.json')).json();
  } catch {
    if (now !== turn) return;
    // The button Show, the next sign-in and the next renewal begin again.
    user = undefined;
    chooseAgain = () => signedIn(who);
    say('The service did not send its lists. Press Show to try again.', true);
    return;
  }
  if (now !== turn) return;
  useTimeZone(who.TimeZone);
  at('#record .user').value = who.UserName;
  at('#zone').textContent = `Times are those of ${who.TimeZone.replaceAll('_', ' ')}.`;
  readable = listsFor(description, who.Operations);
  names = namesFrom(new Set(readable.lists.map(({ path }) => path)), read);
  query.hidden = at('#zone').hidden = readable.lists.length === 0;
  if (query.hidden) say('Your role does not include any list. An Administrator can add lists to your role.');
  else open();
}

query.addEventListener('submit', (event) => {
  event.preventDefault();
  for (const panel of query.querySelectorAll('.panel')) closePanel(panel);
  void (chooseAgain ?? show)();
});
query.list.addEventListener('change', () => void choose(readable.lists.find(({ id }) => id === query.list.value)));
query.search.addEventListener('search', () => void show());
at('#path').addEventListener('change', () => void show());
at('#fields').addEventListener('change', () => {
  localStorage.setItem(chosenColumns + list.id, JSON.stringify(checked()));
  void draw();
});
for (const button of query.querySelectorAll('[value=usual], [value=all], [value=none]'))
  button.addEventListener('click', () => {
    const all = list.fields.map(({ field }) => field);
    if (button.value === 'usual') localStorage.removeItem(chosenColumns + list.id);
    check({ all, none: [], usual: usualColumns(list.fields, shownPage.rows, shownPage.names) }[button.value]);
    if (button.value !== 'usual') localStorage.setItem(chosenColumns + list.id, JSON.stringify(checked()));
    void draw();
  });
at('#add').addEventListener('click', () => void addFilter().then((field) => field.focus(), failed));
for (const button of document.querySelectorAll('.file'))
  button.addEventListener('click', () => void download(button.value));
keepPanels(query);
offerCopies();
// Back, forward, and the links of a record. The link to the content leaves the list open.
addEventListener('popstate', () => {
  if (user && location.hash !== '#content') open();
});

await openSession(signedIn);
