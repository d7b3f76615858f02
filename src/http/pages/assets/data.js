import { openGrid, sizes } from './data-grid.js';
import { inputFor, valueIn } from './data-inputs.js';
import { addressOf, listsFor } from './data-lists.js';
import { namesFrom } from './data-names.js';
import { closePanel, keepPanels } from './data-panels.js';
import { hashOf, hashOfRecord, listIn, place } from './data-place.js';
import { callOf, recordsIn } from './data-record.js';
import { element, options, saveFile, timeOf } from './data-values.js';
import { showZone } from './office-time.js';
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
const dialog = at('#record');

let description;
let user;
/** The last user, whose place is kept when the session ends. */
let lastUser;
/** What the user may read, by listsFor and namesFrom. */
let readable;
let names;
let list;
let grid;
/** Order, direction, skip and take of the shown page. The form holds the search, the filters and the columns. */
let shown;
/** Chooses the list again, if the form was not filled for it because the service failed. */
let chooseAgain;
/** The fragment of the list that is shown, and the key of the record that was opened last. */
let shownAt;
let openedKey;
/** The shown page: its rows, their number and the names of their references. */
let shownPage;
/** Number of filters that were added, for their ids. */
let filtersMade = 0;
/** Number of the latest query, to ignore late responses to earlier ones. */
let turn = 0;

function say(text, isFailure = false) {
  at('#state').textContent = text;
  at('#state').classList.toggle('failed', isFailure);
}

const failed = (error) => say(messageOf(error), true);

/** Marks the filters whose values the service refuses, and shows the first one. Without an error, removes the marks. */
function markFilters(errors = []) {
  const wrong = filterRows().filter((row) => {
    const error = errors.find(({ FieldName }) => FieldName === nameOf(row));
    const message = row.querySelector('.wrong');
    message.hidden = !error;
    message.textContent = error ? error.Message.replace(error.FieldName, shortTitle(row.filter)) : '';
    row.querySelector('.value .control').ariaInvalid = error ? 'true' : null;
    return error;
  });
  if (wrong.length === 0) return;
  query.querySelector('.panel').open = true;
  wrong[0].querySelector('.value .control').focus();
}

/** JSON reviver that keeps all digits of a number, if the browser supports `context.source`. */
const exact = (_, value, context) => (typeof value === 'number' ? (context?.source ?? String(value)) : value);
const read = async (address) => JSON.parse(await (await get(address)).text(), exact);

const records = recordsIn(dialog, { read, call, changed: () => void show() });

/** The columns of the table, in their order. */
const shownFields = () => list.ordered.filter(({ field }) => checked().includes(field));
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

const filterRows = () => [...query.querySelectorAll('.filter')];
/** The name of the filter of a row in the query. */
const nameOf = ({ filter, condition }) => filter.field + condition.suffix;

/** The filters of the form whose value is set. */
const filtersOf = () =>
  filterRows().flatMap((row) => {
    const typed = valueIn(row.querySelector('.value .control'));
    const value = row.condition.ofDay && typed ? `${typed},${typed}` : typed;
    return value === '' ? [] : [{ name: nameOf(row), value }];
  });

/** Throws for a name that is typed, but not one of the suggestions: the list would ignore it. */
function mustBeChosen() {
  const open = filterRows().filter((row) => {
    const input = row.querySelector('.value .control');
    return input.value.trim() !== '' && valueIn(input) === '';
  });
  if (open.length === 0) return;
  const Message = 'Choose one of the suggested names.';
  const errors = open.map((row) => ({ FieldName: nameOf(row), Message }));
  throw Object.assign(new Error(Message), { errors });
}

/** The query that the form and the table ask for. */
function asked() {
  return {
    values: Object.fromEntries(
      [...at('#path').querySelectorAll('.control')].map((input) => [input.name, valueIn(input)]),
    ),
    fields: shownFields().map(({ field }) => field),
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
  row.querySelector('.wrong').id = `wrong-${++filtersMade}`;
  field.append(...options(list.filters.map((filter) => [filter.field, shortTitle(filter)])));
  const offerInput = async (sent = '') => {
    row.condition = row.filter.conditions.find(({ suffix }) => suffix === condition.value);
    const isFlag = row.condition.suffix === 'IsNull';
    const kind = isFlag ? { field: '', type: 'boolean' } : row.filter;
    const written = row.condition.ofDay ? sent.split(',')[0] : sent;
    const described = { 'aria-label': 'Value', 'aria-describedby': row.querySelector('.wrong').id };
    const input = await inputFor(kind, { value: written, names, isOptional: true, ...described });
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
    void show({ isStep: true });
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

/** Fills the form for a list, and shows it. `parameters` are those of the address. See `remember` for `isStep`. */
async function choose(chosen, { parameters = new URLSearchParams(), isStep = false } = {}) {
  const now = ++turn;
  const references = names.references(chosen.fields);
  const named = (entry) =>
    references.includes(entry) ? { ...entry, title: shortTitle(entry), isReference: true } : entry;
  const [fields, ordered] = [chosen.fields.map(named), chosen.ordered.map(named)];
  const filters = chosen.filters.map((entry) => ({ ...entry, isKey: entry.field === fields[0].field }));
  list = { ...chosen, fields, ordered, filters, references };
  chooseAgain = () => choose(chosen, { parameters, isStep });
  openedKey = undefined;
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
    ...list.ordered.map(({ field, title }) => {
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
    skip: Number(/^\d{1,9}$/.exec(parameters.get('skip') ?? '') ?? 0),
    take: sizes.includes(take) ? take : 50,
  };
  at('.file[value=xlsx]').hidden = !list.formats.includes('xlsx');
  const inAddress = parameters.get('fields')?.split(',');
  const isKnown = inAddress?.some((name) => name === '' || list.fields.some(({ field }) => field === name));
  const columns = isKnown ? inAddress : storedColumns();
  check(columns ?? list.usual);
  await show({ isNew: true, isStep });
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Writes the query to the address. A step that the user takes gets an entry of its own in the history of the tab; an
 * address that the page completes replaces the entry, so that Back leads back.
 */
function remember(what, isStep) {
  const hash = hashOf(list, what, shown);
  shownAt = hash;
  if (hash === listIn()) return;
  if (isStep) history.pushState(null, '', hash);
  else history.replaceState(null, '', place().key === undefined ? hash : hash + location.hash.slice(listIn().length));
}

/** Asks for a page of the list with all fields, so that each column and each record can be shown without a new call. */
async function load(page) {
  shown = page;
  const missing = [...at('#path').querySelectorAll('.control')].find((input) => valueIn(input) === '');
  if (missing) {
    missing.focus();
    throw new Error('Choose a value for each field beside the list.');
  }
  mustBeChosen();
  const { skip, take } = page;
  const address = addressOf(list, { ...asked(), fields: undefined }, { page: { skip, take, include: 'total' } });
  const body = await read(address);
  const rows = body[list.name];
  const { Total, TotalIsEstimate } = body.ResponseStatus.Meta;
  // An estimate may be too low: after a full page there may be another one.
  const total = TotalIsEstimate && rows.length === take ? Math.max(Number(Total), skip + take + 1) : Number(Total);
  const ofAll = TotalIsEstimate ? `about ${Number(Total).toLocaleString('en-US')}` : Total;
  return { rows, total, ofAll, readAt: timeOf(Date.now()), names: await names.ofRows(list.references, rows) };
}

/** What leads on from a list without rows. */
function whatToDo({ search, filters }) {
  if (search || filters.length > 0)
    return 'Nothing matches. Empty the search, or remove filters, and press Show to see more.';
  if (list.parameters.length > 0) return 'Choose another value beside the list, for example longer dates.';
  return 'This list is empty, or you may not see its rows.';
}

/** Says which rows are shown and how to call them. See `remember` for `isStep`. */
function tell({ rows, ofAll, readAt }, isStep) {
  const what = asked();
  const { skip, take } = shown;
  if (checked().length === 0) say('No columns are chosen.');
  else say(rows.length === 0 ? `No rows. ${whatToDo(what)}` : `${skip + 1} to ${skip + rows.length} of ${ofAll}`);
  at('#read').textContent = `Read at ${readAt}.`;
  showZone(at('#zone'));
  at('#url').textContent = addressOf(list, what, { page: { skip, take, include: 'total' } });
  at('#curl').textContent =
    `curl -fOJ -H "Authorization: Bearer $TOKEN" ${quoted(addressOf(list, what, { format: 'csv' }))}`;
  remember(what, isStep);
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
    markFilters();
    return found;
  } catch (error) {
    if (now !== turn) return undefined;
    shown = before;
    failed(error);
    markFilters(error.errors);
    throw error;
  }
}

/** Shows the first page of the query; the page of the address if the list is new. */
async function show({ isNew = false, isStep = false } = {}) {
  count();
  const first = await loadLatest(isNew ? shown : { ...shown, skip: 0 }).catch(() => undefined);
  if (first) await draw({ isStep });
}

/** Shows the page that was read, with the checked columns. */
async function draw({ isStep = false } = {}) {
  count();
  grid?.destroy();
  at('#result').hidden = false;
  at('#caption').textContent = list.noun;
  at('#grid').hidden = at('#pages').hidden = checked().length === 0;
  grid = openGrid(at('#grid'), at('#pages'), {
    title: list.noun,
    fields: shownFields(),
    state: shown,
    first: shownPage,
    load: async (page) => {
      const found = await loadLatest(page);
      if (found) tell(found, true);
      return found;
    },
    open(row) {
      const state = { isOpened: true, at: shownPage.rows.indexOf(row) };
      history.pushState(state, '', hashOfRecord(keyOf(row)));
      void showRecord(row);
    },
    nameOf: (row) => callOf(row, list),
  });
  document.title = `${list.noun} – Agency Operations Service`;
  tell(shownPage, isStep);
  await followAddress();
}

const keyOf = (row) => String(row[list.fields[0].field]);

function showRecord(row, found = shownPage.names) {
  openedKey = keyOf(row);
  return records.open(row, list, { ...readable, names: found, namesOf: names.ofFields });
}

/** Opens the record that the address names, and closes one that it does not name. */
async function followAddress() {
  const { key } = place();
  if (key === undefined) return dialog.close();
  if (dialog.open && key === openedKey) {
    const row = shownPage.rows.find((each) => keyOf(each) === key);
    return row && records.update(row, list, shownPage.names);
  }
  // In a report, several rows may have the same first field.
  const same = shownPage.rows.filter((row) => keyOf(row) === key);
  const row = same.find((each) => shownPage.rows.indexOf(each) === history.state?.at) ?? same[0];
  if (row) return showRecord(row);
  const now = turn;
  const one = { ...asked(), fields: undefined, search: '', filters: [{ name: list.fields[0].field, value: key }] };
  try {
    const [found] = (await read(addressOf(list, one, { page: { take: 1 } })))[list.name];
    const foundNames = await names.ofRows(list.references, found ? [found] : []);
    if (now !== turn) return undefined;
    if (found) return showRecord(found, foundNames);
    say('The record of this address is not in the list, or you may not see it.', true);
  } catch (error) {
    if (now !== turn) return undefined;
    failed(error);
  }
  return history.replaceState(null, '', listIn());
}

/** Closes the record as Back does, if it was opened from the list. Its row gets the focus. */
function leaveRecord() {
  if (openedKey !== undefined) grid?.focus((row) => keyOf(row) === openedKey);
  if (!user || place().key === undefined) return;
  if (history.state?.isOpened) history.back();
  else history.replaceState(null, '', listIn());
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
  const { id, parameters } = place();
  const all = [...readable.lists, ...readable.ofRecords];
  const named = (name) => all.find((entry) => entry.id === name);
  const chosen = [id, ...firstLists].map(named).find(Boolean) ?? readable.lists[0];
  void choose(chosen, chosen === named(id) ? { parameters } : {});
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
  // Another user begins at the first list. The same one goes on where the session ended.
  if (who && lastUser && who.UserId !== lastUser) history.replaceState(null, '', location.pathname);
  user = who;
  lastUser = who?.UserId ?? lastUser;
  if (!isOther) return;
  at('#hint').hidden = who !== undefined;
  query.hidden = who === undefined;
  at('#zone').hidden = true;
  const now = ++turn;
  at('#result').hidden = true;
  dialog.close();
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
  at('#record .user').value = who.UserName;
  readable = listsFor(description, who.Operations);
  names = namesFrom(new Set(readable.lists.map(({ path }) => path)), read);
  query.hidden = readable.lists.length === 0;
  if (query.hidden) say('Your role does not include any list. An Administrator can add lists to your role.');
  else open();
}

query.addEventListener('submit', async (event) => {
  event.preventDefault();
  await (chooseAgain ?? show)({ isStep: true });
  if (at('#state').classList.contains('failed')) return;
  for (const panel of query.querySelectorAll('.panel')) closePanel(panel);
});
query.list.addEventListener('change', () => {
  const chosen = readable.lists.find(({ id }) => id === query.list.value);
  void choose(chosen, { isStep: true });
});
query.search.addEventListener('search', () => void show({ isStep: true }));
at('#path').addEventListener('change', () => void show({ isStep: true }));
dialog.addEventListener('close', leaveRecord);
at('#fields').addEventListener('change', () => {
  localStorage.setItem(chosenColumns + list.id, JSON.stringify(checked()));
  void draw();
});
for (const button of query.querySelectorAll('[value=usual], [value=all], [value=none]'))
  button.addEventListener('click', () => {
    const all = list.fields.map(({ field }) => field);
    if (button.value === 'usual') localStorage.removeItem(chosenColumns + list.id);
    check({ all, none: [], usual: list.usual }[button.value]);
    if (button.value !== 'usual') localStorage.setItem(chosenColumns + list.id, JSON.stringify(checked()));
    void draw();
  });
at('#add').addEventListener('click', () => void addFilter().then((field) => field.focus(), failed));
for (const button of document.querySelectorAll('.file'))
  button.addEventListener('click', () => void download(button.value));
keepPanels(query);
offerCopies();
// Back, forward, and the links of a record.
addEventListener('popstate', () => {
  if (!user || !readable) return;
  if (grid && listIn() === shownAt) return void followAddress();
  // The link in the record that led here is no longer there.
  dialog.close();
  query.list.focus();
  return open();
});

await openSession(signedIn);
