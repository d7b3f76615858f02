import { openGrid, sizes } from './data-grid.js';
import { asText, element, options, saveFile, titleOf } from './data-values.js';
import {
  counts,
  doubts,
  importFields,
  leftFields,
  lineFields,
  plural,
  problems,
  questions,
  reasons,
  recordOf,
  summaryOf,
  titleOfSet,
} from './imports-words.js';
import { showZone } from './office-time.js';
import { service } from './service.js';
import { openSession } from './session.js';
import { call, get, messageOf, previewImport, Refused } from './tokens.js';

const at = (selector) => document.querySelector(selector);
const [main, progress] = [at('main'), at('progress')];
const [upload, settings, run, filter] = ['#upload', '#options', '#run', '#filter'].map(at);
/** The page asks for the progress of a run every so many milliseconds. */
const askAgainAfter = 1000;
/** Number of rows of a list that the service sends at most. */
const most = 10_000;
/** Number of lines whose rows fit into one list: a record has fewer than a hundred fields. */
const linesAtOnce = 100;
const moment = /^\d{4}-\d\d-\d\dT\d\d:/;
/** The columns of the table by which the service orders the lines. */
const inLines = new Set(['Line', 'Action']);

let user;
/** The last user, whose place is kept when the session ends. */
let lastUser;
/** The record sets that the user may import. */
let sets = [];
/** The open import. */
let shown;
let grid;
/** Number of the latest view, to ignore late responses for earlier ones. */
let turn = 0;
/** Whether the page has shown something to this user. */
let hasOpened = false;
/** The messages of the steps that have not ended. */
const begun = new Set();
let lastStep = Promise.resolve();
/** The codes of the doubts about each line of the open import. */
let doubtful = new Map();
/** The doubtful rows that the user has chosen: all of a reason, and single lines, taken or left. */
const chosen = { importId: '', reasons: new Set(), lines: new Map() };
/** Whether the form has options that the preview does not have. */
let hasNewOptions = false;
/** The import for which the user has chosen an encoding. */
let encodingChosenFor = '';

const may = (operation) => user?.Operations.includes(operation) === true;
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
const pathOf = (id, more = '') => `/v1/Imports/${id}${more}`;
const readImport = async (id) => (await call('GET', pathOf(id))).Imports[0];

/** Says what happens. With `isWorking`, shows the progress; `done` of `all`, if they are known. */
function say(message, { isWorking = false, done, all } = {}) {
  at('#state').textContent = message;
  progress.hidden = !isWorking;
  progress.removeAttribute('value');
  if (all) Object.assign(progress, { max: all, value: done });
}

/** Says what is wrong, with buttons and links that lead on. */
function warn(message, ...ways) {
  at('#problem').replaceChildren(...(message ? [element('p', message), ...ways] : []));
}

function button(label, act) {
  const made = element('button', label, { type: 'button', class: 'button' });
  made.addEventListener('click', () => act());
  return made;
}

/** Says why something failed. If it may succeed later, offers to try again. */
function complain(error, again) {
  say('');
  const isFinal = error instanceof Refused && error.status < 500 && error.status !== 429;
  warn(messageOf(error), ...(isFinal ? [] : [button('Try again', again)]));
}

/** Runs a step after those that were begun before. A step that is begun twice, by a double click, runs once. */
function step(message, work) {
  if (begun.has(message)) return;
  begun.add(message);
  const who = user;
  lastStep = lastStep.then(async () => {
    warn('');
    say(message, { isWorking: true });
    try {
      await work();
    } catch (error) {
      // If the session has ended meanwhile, the page shows the sign-in.
      if (user === who) complain(error, () => step(message, work));
    } finally {
      begun.delete(message);
    }
  });
}

/** The import and the query of the page that the address names. */
function place() {
  const [, id, query] = /^#?(\w*)\??(.*)$/.exec(location.hash);
  return { id: /^[\da-f]{32}$/.test(id) ? id : '', asked: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes the place to the fragment of the address, which browsers do not send to the server. */
function remember(id, asked = {}) {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''));
  const hash = `#${id}${query.size > 0 ? `?${query}` : ''}`;
  if (hash !== (location.hash || '#')) history.pushState(null, '', hash);
}

/** Shows a list as the table. `read` asks for a page of it. */
async function show(now, { title, fields, read, ...more }) {
  const { asked } = place();
  const direction = asked.orderByDesc ? 'orderByDesc' : 'orderBy';
  const order = fields.some(({ field }) => field === asked[direction]) ? asked[direction] : '';
  const take = sizes.includes(Number(asked.take)) ? Number(asked.take) : 50;
  const state = { skip: Math.max(0, Math.trunc(Number(asked.skip) || 0)), take, order, direction };
  const load = async (page) => {
    const found = await read({
      ...{ skip: page.skip, take: page.take, include: 'total' },
      ...(page.order && { [page.direction]: page.order }),
    });
    return { names: {}, ...found };
  };
  const first = await load(state);
  if (now !== turn) return;
  at('#result').hidden = false;
  at('#caption').textContent = title;
  at('#none').hidden = first.total > 0;
  at('#grid').hidden = at('#pages').hidden = first.total === 0;
  if (first.total === 0) return;
  grid = openGrid(at('#grid'), at('#pages'), {
    ...{ title, fields, state, first, ...more },
    async load(page) {
      try {
        const found = await load(page);
        if (now !== turn) return found;
        const { orderBy: _asc, orderByDesc: _desc, ...others } = place().asked;
        const { skip, take: size } = page;
        const order = page.order && { [page.direction]: page.order };
        remember(place().id, { ...others, skip: skip || '', take: size === 50 ? '' : size, ...order });
        return found;
      } catch (error) {
        complain(error, () => open());
        return undefined;
      }
    },
  });
}

/** A page of a list of the service, with its total. */
async function pageOf(path, name, query) {
  const body = await call('GET', `${path}?${new URLSearchParams(query)}`);
  return { rows: body[name], total: Number(body.ResponseStatus.Meta.Total) };
}

async function showImports(now) {
  const fields = ['ImportId', ...importFields.map(({ field }) => field)].join(',');
  await show(now, {
    title: 'Earlier imports',
    fields: importFields,
    read: (query) => pageOf('/v1/Imports', 'Imports', { fields, ...query }),
    linkTo: ({ ImportId }) => `#${ImportId}`,
    nameOf: ({ FileName }) => FileName,
    open: ({ ImportId }) => (location.hash = ImportId),
  });
}

/** The filters of the rows that the address asks for. */
function filtersIn({ Action = '', ErrorCode = '' }) {
  const codes = { ErrorCodeIn: [...reasons.keys()].join(',') };
  return {
    ...(Action === problems ? codes : Action && { Action }),
    ...(ErrorCode && { ErrorCode }),
  };
}

/** The filters of the lines that the address asks for. */
function lineFiltersIn({ Action = '', ErrorCode = '' }) {
  return {
    ...(Action === problems ? { ProblemsGreaterThanOrEqualTo: '1' } : Action && { Action }),
    ...(ErrorCode && { Reason: ErrorCode }),
  };
}

/** What people call a field: the column of their file, or else its name in words. */
function titleIn(field) {
  return shown.Columns.find(({ Field }) => Field === field)?.Column ?? titleOf(field);
}

/** Reads a page of the records that an import changes, each with all changes, doubts and errors of its line. */
async function recordsOf(query) {
  const found = await pageOf(pathOf(shown.ImportId, '/Lines'), 'Lines', query);
  const byLine = new Map(found.rows.map(({ Line }) => [Line, []]));
  const lines = [...byLine.keys()];
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    const query = { LineIn: lines.slice(at, at + linesAtOnce).join(','), take: most, include: 'total' };
    const { rows } = await pageOf(pathOf(shown.ImportId, '/Rows'), 'Rows', query);
    for (const row of rows) byLine.get(row.Line).push(row);
  }
  // The columns of the file come first, in their order; the other fields follow from these.
  const order = new Map(shown.Columns.map(({ Field }, at) => [Field, at]));
  const rank = ({ Field }) => order.get(Field) ?? order.size;
  for (const rows of byLine.values()) rows.sort((a, b) => rank(a) - rank(b));
  return { ...found, rows: found.rows.map((line) => recordOf(line, byLine.get(line.Line), titleIn)) };
}

async function showRows(now, asked) {
  filter.hidden = false;
  filter.Action.value = asked.Action ?? '';
  filter.ErrorCode.value = asked.ErrorCode ?? '';
  await show(now, {
    title: 'Changes, doubts and errors',
    fields: lineFields,
    read: ({ orderBy, orderByDesc, ...query }) =>
      recordsOf({
        ...lineFiltersIn(asked),
        ...query,
        ...(inLines.has(orderBy) && { orderBy }),
        ...(inLines.has(orderByDesc) && { orderByDesc }),
      }),
    open: openRecord,
    nameOf: nameOfRow,
  });
}

/** Shows the changes that an undo leaves as they are. */
async function showLeft(now, left) {
  await show(now, {
    title: 'What stays as it is',
    fields: leftFields,
    read({ skip, take, orderBy, orderByDesc }) {
      const field = orderBy ?? orderByDesc;
      const ordered = field ? left.toSorted((a, b) => (a[field] < b[field] ? -1 : 1)) : left;
      if (orderByDesc) ordered.reverse();
      return { rows: ordered.slice(skip, skip + take), total: left.length };
    },
    open: ({ Field, ...row }) => openRecord({ ...row, problems: [row], changes: Field ? [{ Field }] : [] }),
    nameOf: nameOfRow,
  });
}

const nameOfRow = ({ Line }) => `line ${Line}`;

/** Shows the changes, doubts and errors of a record in full, because the cells of the table cut long texts. */
function openRecord({ Line, Action, Name, problems: said, changes }) {
  const record = at('#record');
  at('#record-title').textContent = Name ? `Line ${Line}: ${Name}` : `Line ${Line}`;
  record.querySelector('.notes').replaceChildren(
    ...said.map(({ ErrorCode, Message }) => {
      const reason = reasons.get(ErrorCode);
      return element('li', reason ? `${Message} (${reason})` : Message, { dir: 'auto' });
    }),
  );
  const told = [
    ...said.filter(({ From, To }) => From || To),
    ...changes.filter(({ Field }) => said.every((each) => each.Field !== Field)),
  ];
  record.querySelector('table').hidden = told.length === 0;
  record.querySelector('tbody').replaceChildren(
    ...told.map(({ Field, From, To }) => {
      const row = element('tr', '');
      row.append(
        element('th', titleIn(Field), { scope: 'row' }),
        element('td', inWords(From), { dir: 'auto' }),
        element('td', inWords(To), { dir: 'auto' }),
      );
      return row;
    }),
  );
  const take = record.querySelector('.take');
  take.hidden = run.hidden || Action !== 'Doubtful';
  const box = take.querySelector('input');
  box.checked = isTaken(Line);
  box.onchange = () => {
    chosen.lines.set(Line, box.checked);
    showRun();
  };
  record.showModal();
}

/** A value as people read it: times are those of the office. */
function inWords(value = '') {
  return asText(value, { type: moment.test(value) ? 'moment' : 'string' }) || '—';
}

/** Whether the run imports a doubtful line, as `chosen` says. */
function isTaken(line) {
  return chosen.lines.get(line) ?? doubtful.get(line)?.every((code) => chosen.reasons.has(code)) ?? false;
}

/** Reads the doubts of the open import, and offers to import its doubtful rows by their reasons. */
async function showDoubts(now) {
  const { ImportId, Doubtful } = shown;
  doubtful = new Map();
  if (Doubtful > 0 && !run.hidden) {
    const query = { Action: 'Doubtful', ErrorCodeIn: [...doubts.keys()].join(','), fields: 'Line,ErrorCode' };
    const found = await pageOf(pathOf(ImportId, '/Rows'), 'Rows', { ...query, take: most, include: 'total' });
    if (now !== turn) return;
    for (const { Line, ErrorCode } of found.rows) doubtful.set(Line, [...(doubtful.get(Line) ?? []), ErrorCode]);
  }
  if (chosen.importId !== ImportId) Object.assign(chosen, { importId: ImportId, reasons: new Set(), lines: new Map() });
  at('#reasons').replaceChildren(
    ...[...doubts].flatMap(([code, words]) => {
      const count = [...doubtful.values()].filter((codes) => codes.includes(code)).length;
      if (count === 0) return [];
      const box = element('input', '', { type: 'checkbox', value: code });
      box.checked = chosen.reasons.has(code);
      const label = element('label', '');
      label.append(box, ` ${words} (${count.toLocaleString('en-US')})`);
      return [label];
    }),
  );
  showRun();
}

/** The questions about the columns, for example whose dates can mean two things. The user answers them in the form. */
function questionOf({ Columns, Options }) {
  const isOpen = (name) => name === 'Map' || !Options[name];
  const asked = [...questions].filter(([name]) => isOpen(name) && Columns.some(({ Asks }) => Asks === name));
  return asked.length > 0 ? `${asked.map(([, question]) => question).join(' ')} Then preview anew.` : '';
}

const wordsIn = (title) => title.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/**
 * The fields for a column, in their groups: first those that share a word with the title of the column. `mapped` is the
 * field that the column has, which may be none of the choices.
 */
function fieldChoices(choices, column, mapped) {
  const others =
    mapped && choices.every(({ Field }) => Field !== mapped) ? [{ Field: mapped, Title: '', Group: '' }] : [];
  const asked = new Set(wordsIn(column));
  const all = [...choices, ...others].map(({ Field, Title, Group }) => {
    const title = Title || titleOf(Field);
    return { Field, title, group: wordsIn(title).some((word) => asked.has(word)) ? 'Likely' : Group || 'More' };
  });
  const isTwice = ({ title }) => all.filter((each) => each.title === title).length > 1;
  const groups = [...new Set(['Likely', ...all.map(({ group }) => group)])];
  return groups.flatMap((label) => {
    const fields = all.filter(({ group }) => group === label);
    if (fields.length === 0) return [];
    const made = element('optgroup', '', { label });
    made.append(
      ...options(fields.map((each) => [each.Field, isTwice(each) ? `${each.title} (${each.Field})` : each.title])),
    );
    return [made];
  });
}

/** The columns of the file, each with a choice of the field that gets its values. */
function showColumns({ Columns, Options: { Map: chosen }, Into }) {
  const choices = sets.find((set) => set.Into === Into)?.Choices ?? [];
  const used = Columns.filter(({ Field }) => Field !== '');
  at('#recognised').textContent = `${used.length} of ${Columns.length} are imported`;
  const isAsked = Columns.some(({ Asks }) => Asks === 'Map');
  settings.querySelector('details').open = isAsked || (used.length < Columns.length && Columns.length < 20);
  settings.querySelector('tbody').replaceChildren(
    ...Columns.map(({ Column, Field, Example, Asks }) => {
      const select = element('select', '', { class: 'control', 'aria-label': `Field of ${Column}` });
      const value = Asks === 'Map' ? '?' : (chosen[Column] ?? Field);
      const anew = Asks === 'Map' ? [['?', 'choose']] : Column in chosen ? [['?', 'recognise it']] : [];
      select.append(
        ...options([['', 'leave it alone'], ...anew]),
        ...fieldChoices(choices, Column, chosen[Column] ?? Field),
      );
      select.value = value;
      select.disabled = Column === '';
      Object.assign(select.dataset, { column: Column, value });
      const title = element('td', Column || '(no title)');
      title.append(element('small', Example));
      const field = element('td', '');
      field.append(select);
      const row = element('tr', '');
      row.append(title, field);
      return row;
    }),
  );
}

/** Shows the encoding of a text. A workbook has none; the text may have one that is not among the choices. */
function showEncoding({ Encoding }) {
  const { options: known } = settings.Encoding;
  if (Encoding && [...known].every(({ value }) => value !== Encoding))
    settings.Encoding.append(...options([[Encoding, Encoding]]));
  at('#encoding').hidden = !Encoding;
}

/** The options that the form asks for. */
function optionsIn() {
  const { Dates, Decimal, Encoding, Blank, Match, Zeros } = settings;
  const map = new Map(Object.entries(shown.Options.Map));
  for (const { value, dataset } of settings.querySelectorAll('tbody select')) {
    if (value === '?') map.delete(dataset.column);
    else if (value !== dataset.value) map.set(dataset.column, value);
  }
  return {
    ...{ Map: Object.fromEntries(map), Dates: Dates.value || null, Decimal: Decimal.value || null },
    ...{ Encoding: Encoding.value || null, Blank: Blank.value, Match: Match.value },
    Zeros: Zeros.value,
  };
}

function showCounts(found) {
  at('#counts').replaceChildren(
    ...Object.entries(counts).map(([field, title]) => {
      const part = element('div', '');
      part.append(element('dt', title), element('dd', found[field].toLocaleString('en-US')));
      return part;
    }),
  );
}

const spokenCounts = (found) =>
  `${Object.entries(counts)
    .map(([field, title]) => `${title}: ${found[field].toLocaleString('en-US')}`)
    .join(', ')}.`;

/** Whether the import can still be run. */
const isOpen = ({ State, Columns }) => ['Previewed', 'Failed'].includes(State) && Columns.length > 0;

async function showImport(now, id, asked) {
  const found = await readImport(id);
  if (now !== turn) return;
  shown = found;
  const { State, Columns, FileName, Into, Options, Invalid, Inserted, Updated, Doubtful, Shortened } = found;
  at('h1').textContent = `${FileName}: ${titleOfSet(Into).toLowerCase()}`;
  upload.into.value = Into;
  showCounts(found);
  at('#summary').textContent = summaryOf(found);
  at('#question').textContent = isOpen(found) ? questionOf(found) : '';
  settings.hidden = !isOpen(found) || !may('changeImport');
  at('#corrected').hidden = settings.hidden || Invalid + Doubtful === 0 || !may('uploadImport');
  showEncoding(Options);
  for (const name of ['Dates', 'Decimal', 'Encoding', 'Blank', 'Match', 'Zeros'])
    settings[name].value = Options[name] ?? '';
  at('#match').hidden = Into !== 'contacts';
  showColumns(found);
  hasNewOptions = false;
  const hasWork = Invalid === 0 && Inserted + Updated + Doubtful > 0;
  run.hidden = !isOpen(found) || !may('runImport') || Shortened || !hasWork;
  run.querySelector('fieldset').hidden = Doubtful === 0;
  await showDoubts(now);
  if (now !== turn) return;
  const canUndo = State === 'Done' && Columns.length > 0 && may('undoImport');
  const isUndo = canUndo && 'undo' in asked;
  at('#undo').hidden = !canUndo || isUndo;
  at('#undo a').href = `#${id}?undo=1`;
  at('#confirm').hidden = !isUndo;
  at('#confirm a').href = `#${id}`;
  at('#import').hidden = false;
  if (isUndo) return previewUndo(now, id);
  if (Columns.length > 0) await showRows(now, asked);
  if (now === turn && State === 'Running') void awaitEnd(now, id);
}

/** The button of the run, by the form above it. */
function showRun() {
  const { Inserted, Updated } = shown;
  const taken = Inserted + Updated + [...doubtful.keys()].filter(isTaken).length;
  const go = run.querySelector('button');
  go.textContent = `Import ${plural(taken, 'record')}`;
  go.disabled = taken === 0 || hasNewOptions;
}

/** Says how far a run is, until `isOver` accepts the import that the service sends, or the page shows another one. */
async function follow(now, id, isOver) {
  for (;;) {
    await pause(askAgainAfter);
    const found = await readImport(id).catch(() => undefined);
    if (now !== turn || isOver(found)) return;
    if (!found) say('The service cannot be reached. This page tries again.', { isWorking: true });
    else if (found.State === 'Running') sayHowFar(found);
  }
}

/** Follows a run that another page, or a lost call, has begun. Then shows its result, unless the page has moved on. */
async function awaitEnd(now, id) {
  await follow(now, id, (found) => found && found.State !== 'Running');
  if (now !== turn) return undefined;
  await open();
  return shown;
}

function sayHowFar(found) {
  const { Rows, Inserted, Updated, Unchanged, Doubtful } = found;
  showCounts(found);
  const done = Inserted + Updated + Unchanged + Doubtful;
  say(`Importing: ${done.toLocaleString('en-US')} of ${plural(Rows, 'row')}`, { isWorking: true, done, all: Rows });
}

async function previewUndo(now, id) {
  const { LeftBehind } = await call('POST', pathOf(id, '/Undo'), { dryRun: true });
  if (now !== turn) return;
  const { Inserted, Updated } = shown;
  const acts = [
    Inserted > 0 && `removes ${plural(Inserted, 'inserted record')}`,
    Updated > 0 && `gives ${plural(Updated, 'updated record')} the former values`,
  ].filter(Boolean);
  const left = LeftBehind.length;
  at('#summary').textContent =
    `The undo ${acts.join(' and ')}. ` +
    (left === 0 ? 'It takes back everything.' : `${plural(left, 'change')} below cannot be taken back, and will stay.`);
  if (LeftBehind.length > 0) await showLeft(now, LeftBehind);
}

/** Shows the import that the address names, or the list of imports. */
async function open() {
  const now = ++turn;
  const { id, asked } = place();
  const isOther = id !== (shown?.ImportId ?? '');
  const focused = document.activeElement;
  if (isOther && begun.size === 0) warn('');
  say('Loading …', { isWorking: true });
  at('#heard').textContent = '';
  try {
    if (isOther || !id) {
      shown = undefined;
      at('#import').hidden = run.hidden = true;
      at('h1').textContent = 'Imports';
    }
    at('#result').hidden = filter.hidden = true;
    grid?.destroy();
    grid = undefined;
    at('#back').hidden = !id;
    upload.hidden = id !== '' || !may('uploadImport');
    if (id) await showImport(now, id, asked);
    else await showImports(now);
    if (now !== turn) return;
    document.title = `${at('h1').textContent} – Agency Operations Service`;
    if (shown?.State !== 'Running') say('');
    // A screen reader reads only what changes in a status.
    at('#heard').textContent = shown ? spokenCounts(shown) : '';
    // The link or the button that had the focus is no longer there. A page that is loaded leaves the focus alone.
    const isLost = isOther || focused.getClientRects().length === 0;
    // Leave the focus where the user has moved it meanwhile.
    const isFree = [focused, document.body].includes(document.activeElement);
    if (isLost && isFree && hasOpened) (at('#question').textContent && id ? settings.Dates : at('h1')).focus();
    hasOpened = true;
  } catch (error) {
    if (now === turn) complain(error, open);
  }
}

/** Shows the import, with its errors and doubts first if it has any. */
async function openPreview({ ImportId, Doubtful, Invalid }) {
  remember(ImportId, { Action: Doubtful + Invalid > 0 ? problems : '' });
  await open();
}

/**
 * The choices of the open import for its corrected file. The encoding that the service recognised is not among them,
 * because the program that corrected the file may have saved it in another one.
 */
function choicesFor() {
  const { Map: map, Encoding, ...others } = optionsIn();
  const given = {
    ...{ Into: shown.Into, ...others },
    ...(Object.keys(map).length > 0 && { Map: map }),
    ...(encodingChosenFor === shown.ImportId && { Encoding }),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** Sends a file. One that is the corrected file of the open import keeps its choices; so does one of the same name. */
function send(files, { isCorrected = !settings.hidden && shown?.FileName === files[0].name } = {}) {
  if (files.length > 1) return warn('Send one file at a time.');
  if (begun.size > 0) return warn('The page is still at work. Send the file when it has finished.');
  const [file] = files;
  const from = turn;
  const kept = isCorrected ? choicesFor() : { Into: upload.into.value || undefined };
  const first = isCorrected ? shown.ImportId : undefined;
  // The same key, when the upload is tried again.
  const idempotencyKey = `${Date.now()}-${Math.random()}`;
  step(`Uploading ${file.name} …`, async () => {
    const onProgress = (done, all) =>
      done < all
        ? say(`Uploading ${file.name} …`, { isWorking: true, done, all })
        : say(`The service reads ${file.name} …`, { isWorking: true });
    const made = await previewImport(file, { ...kept, onProgress, idempotencyKey });
    // The lines of the corrected file may be others.
    if (first === chosen.importId) Object.assign(chosen, { importId: made.ImportId, lines: new Map() });
    if (first === encodingChosenFor) encodingChosenFor = made.ImportId;
    if (from === turn) await openPreview(made);
    else say(`${file.name} is uploaded: “All imports” has it.`);
  });
}

function runImport(more) {
  const { ImportId } = shown;
  const linesOf = (isChosen) => [...chosen.lines].flatMap(([line, is]) => (is === isChosen ? line : []));
  const choice = { TakeReasons: [...chosen.reasons], TakeLines: linesOf(true), LeaveLines: linesOf(false) };
  step('Importing …', async () => {
    let isOver = false;
    const now = turn;
    void follow(now, ImportId, () => isOver);
    try {
      await call('POST', pathOf(ImportId, '/Run'), { ...choice, ...more });
      isOver = true;
      if (now !== turn) return;
      remember(ImportId);
      await open();
    } catch (error) {
      isOver = true;
      if (!(error instanceof Refused)) {
        // The service may have received the call, so ask for the state before another run.
        warn('The connection was lost. This page asks the service how far the import is.');
        const ended = await awaitEnd(now, ImportId);
        const isMissed = ended?.State === 'Previewed';
        if (ended) warn(isMissed ? 'The connection was lost before the import began. Import the file again.' : '');
        return undefined;
      }
      say('');
      const { meta, status } = error;
      if (status === 409 && meta.ImportId)
        return warn(
          'This file was imported before.',
          element('a', 'See that import', { class: 'button', href: `#${meta.ImportId}` }),
          button('Import it once more', () => runImport({ Again: true })),
        );
      if (status !== 400 || now !== turn) throw error;
      // The records have changed since the preview, and a line has an error now.
      remember(ImportId, { Action: 'Invalid' });
      await open();
      warn('Nothing was imported, because rows have errors now. They are listed below.');
    }
  });
}

function undoImport() {
  const { ImportId } = shown;
  step('Undoing …', async () => {
    const { LeftBehind } = await call('POST', pathOf(ImportId, '/Undo'), {});
    remember(ImportId);
    await open();
    if (LeftBehind.length === 0) return;
    say(`${plural(LeftBehind.length, 'change')} stayed, as listed below.`);
    grid?.destroy();
    filter.hidden = true;
    await showLeft(turn, LeftBehind);
  });
}

function download(format) {
  const { ImportId, FileName } = shown;
  const query = new URLSearchParams({ ...filtersIn(place().asked), format });
  step('Downloading …', async () => {
    const response = await get(`${service}${pathOf(ImportId, '/Rows')}?${query}`);
    const name = `${FileName.replace(/\.\w+$/, '')} - changes and errors.${format}`;
    saveFile(await response.blob(), name);
    say(`${name} is downloaded.`);
  });
}

/** Rebuilds the page only if the user has changed. */
async function signedIn(who) {
  if (who?.UserId === user?.UserId) return;
  // Another user begins at the list. The same one goes on where the session ended.
  if (who && lastUser && who.UserId !== lastUser) history.replaceState(null, '', location.pathname);
  user = who;
  lastUser = who?.UserId ?? lastUser;
  turn++;
  shown = undefined;
  hasOpened = false;
  for (const part of [upload, run, at('#import'), at('#result'), at('#back')]) part.hidden = true;
  at('#record').close();
  at('h1').textContent = 'Imports';
  say('');
  warn('');
  at('#hint').hidden = may('listImports');
  at('#hint').textContent = who
    ? 'Your role does not include imports. An Administrator can add them to your role.'
    : 'Sign in to import files.';
  if (may('listImports')) await begin();
}

async function begin() {
  const now = ++turn;
  try {
    sets = may('listImportSets') ? (await call('GET', '/v1/Imports/Sets')).Sets : [];
  } catch (error) {
    if (now === turn) complain(error, begin);
    return;
  }
  if (now !== turn) return;
  warn('');
  upload.into.replaceChildren(...options(sets.map(({ Into }) => [Into, titleOfSet(Into)])));
  upload.into.value = 'contacts';
  await open();
}

filter.Action.append(
  ...options([
    ['', 'everything'],
    [problems, 'errors and doubts'],
    ['Insert', 'new records'],
    ['Update', 'changes of records'],
    ['Doubtful', 'doubtful rows'],
    ['Invalid', 'errors'],
    ['Merged', 'merged contacts'],
    ['Erased', 'erased persons'],
  ]),
);
filter.ErrorCode.append(...options([['', 'any'], ...reasons]));
upload.addEventListener('submit', (event) => event.preventDefault());
const corrected = at('#corrected input');
for (const [input, how] of [
  [upload.file, { isCorrected: false }],
  [corrected, { isCorrected: true }],
])
  input.addEventListener('change', () => {
    const files = [...input.files];
    // The same file can be chosen again, once it is corrected.
    input.value = '';
    if (files.length > 0) send(files, how);
  });
addEventListener('dragover', (event) => {
  if (!event.dataTransfer.types.includes('Files') || !may('uploadImport')) return;
  event.preventDefault();
  main.classList.add('over');
});
addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? main.classList.remove('over'));
addEventListener('drop', (event) => {
  main.classList.remove('over');
  if (!event.dataTransfer.types.includes('Files') || !may('uploadImport')) return;
  event.preventDefault();
  send([...event.dataTransfer.files]);
});
settings.addEventListener('change', ({ target }) => {
  if (target === settings.Encoding) encodingChosenFor = target.value && shown.ImportId;
  hasNewOptions = true;
  showRun();
  at('#question').textContent = 'Preview anew, to see what these options do.';
});
settings.addEventListener('submit', (event) => {
  event.preventDefault();
  const [{ ImportId }, Options] = [shown, optionsIn()];
  step('The service reads the file anew …', async () => {
    const { Imports } = await call('PUT', pathOf(ImportId), { Options });
    await openPreview(Imports[0]);
  });
});
run.addEventListener('change', ({ target: { value, checked } }) => {
  chosen.reasons[checked ? 'add' : 'delete'](value);
  // Forget the earlier choices for single lines with this reason: the user has just decided about all of them.
  for (const [line, codes] of doubtful) if (codes.includes(value)) chosen.lines.delete(line);
  showRun();
});
run.addEventListener('submit', (event) => {
  event.preventDefault();
  runImport();
});
at('#confirm button').addEventListener('click', () => undoImport());
filter.addEventListener('submit', (event) => event.preventDefault());
filter.addEventListener('change', () => {
  remember(shown.ImportId, { Action: filter.Action.value, ErrorCode: filter.ErrorCode.value });
  void open();
});
for (const each of filter.querySelectorAll('button')) each.addEventListener('click', () => download(each.value));
at('#record .close').addEventListener('click', () => at('#record').close());
// Back, forward, and links.
addEventListener('popstate', () => {
  if (may('listImports')) void open();
});

showZone(at('#zone'));
await openSession(signedIn);
