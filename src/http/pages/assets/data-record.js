// The dialog with one record: all its fields, its lists, and its history, whose changes can be undone.
import { changesInFull } from './data-changes.js';
import { belongingTo } from './data-lists.js';
import { asText, element, titleOf } from './data-values.js';
import { messageOf } from './tokens.js';

const names = ['Name', 'CustomerName', 'ContactName', 'AgentName', 'Title', 'LineName', 'ProjectName', 'DisplayName'];

/** What a record is called. */
export function callOf(row, { fields, noun }) {
  const found = [...names, ...fields.map(({ field }) => field).filter((field) => field.endsWith('Name'))];
  const name = found.map((field) => row[field]).find((value) => typeof value === 'string' && value !== '');
  return name ?? `${noun} ${asText(row[fields[0].field], fields[0])}`.trim();
}

/** Number of changes of a history that the dialog asks for at once. */
const atOnce = 100;

/** The value of a field in the history, which has it as text. */
function valueIn(text) {
  if (!/^[[{]/.test(text ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether a change can be undone: it neither added nor removed the record, and a call can write one of its fields. */
const canUndo = ({ Changes }, { written }, key) =>
  Changes.every(({ Field }) => Field !== key) && Changes.some(({ Field }) => written?.has(Field) ?? true);

/** Whether a field is an id whose name is not known. */
const isBare = ({ field, type }, found) =>
  !found[field] && (type === 'guid' || (type === 'integer' && /I[dD]$/.test(field)));

/** The terms and values of fields. */
function termsOf(fields, row, found) {
  const list = element('dl', '');
  for (const field of fields) {
    const isInFull = field.type === 'changes';
    const text = isInFull ? '' : asText(row[field.field], field, found[field.field]);
    const value = element('dd', text || '—', isInFull ? { class: 'in-full' } : { dir: 'auto' });
    list.append(element('dt', field.title), value);
  }
  return list;
}

function folded(summary, content) {
  const made = element('details', '');
  made.append(element('summary', summary), content);
  return made;
}

/**
 * The fields of a record in the groups of its list, with what people look for first. Empty fields and ids come last,
 * folded.
 */
function groupsOf(row, { fields, groups }, found) {
  const grouped = new Set(Object.values(groups).flat());
  const rest = fields.filter(({ field }) => !grouped.has(field)).map(({ field }) => field);
  const fieldsOf = (names) => names.map((name) => fields.find(({ field }) => field === name)).filter(Boolean);
  const isEmpty = (field) => field.type !== 'changes' && asText(row[field.field], field, found[field.field]) === '';
  const [ids, empty] = [[], []];
  const parts = Object.entries({ ...groups, ...(rest.length > 0 && { More: rest }) }).flatMap(([title, named]) => {
    const shown = fieldsOf(named).filter((field) => {
      if (isEmpty(field)) empty.push(field);
      else if (title === 'Ids' || isBare(field, found)) ids.push(field);
      else return true;
      return false;
    });
    if (shown.length === 0) return [];
    const part = element('section', '');
    part.append(element('h3', title), termsOf(shown, row, found));
    return [part];
  });
  if (ids.length > 0) parts.push(folded(`Ids (${ids.length})`, termsOf(ids, row, found)));
  const titles = empty.map(({ title }) => title).join(', ');
  if (empty.length > 0) parts.push(folded(`Empty fields (${empty.length})`, element('p', `${titles}.`)));
  return parts;
}

/** What an entry of a history did. */
const doneBy = ({ Operation }) => (Operation.startsWith('revert') ? 'Undo of a change' : titleOf(Operation));

/**
 * The entry that undid another one: a later undo that gave all of its fields their former values. `later` are the
 * entries after it, the newest first.
 */
const undoOf = ({ Changes }, later) =>
  later.findLast(
    (each) =>
      each.Operation.startsWith('revert') &&
      Changes.length > 0 &&
      Changes.every(({ Field, From, To }) =>
        each.Changes.some((change) => change.Field === Field && change.From === To && change.To === From),
      ),
  );

/** Whether the fields of a change still have the values that it gave them: otherwise the service refuses an undo. */
const isLatest = ({ Changes }, later) =>
  Changes.every(({ Field, To }) => {
    const latest = later.flatMap((each) => each.Changes).find((change) => change.Field === Field);
    return latest === undefined || latest.To === To;
  });

/**
 * Runs the dialog. `read` and `call` ask the service, `may` says which operations the caller may call, `changed` is
 * called after a change was undone.
 */
export function recordsIn(dialog, { read, call, changed }) {
  const at = (selector) => dialog.querySelector(selector);
  const say = (text) => (at('[role=status]').textContent = text);
  /** Number of the latest record, to ignore late responses about earlier ones. */
  let turn = 0;
  at('.close').addEventListener('click', () => dialog.close());

  const ownPassword = at('form');
  /** Undoes the change for which the service asks for the password. */
  let withPassword;
  ownPassword.addEventListener('submit', (event) => {
    event.preventDefault();
    void withPassword(ownPassword.elements.OwnPassword.value);
  });

  /** Shows the next part of a long history. */
  let showOlder;
  at('.older').addEventListener('click', async () => {
    at('.older').disabled = true;
    await showOlder().catch((error) => say(messageOf(error)));
    at('.older').disabled = false;
  });

  /** The entries of the history that are shown, the newest first. */
  let entries = [];
  const pathOf = ({ path, parameters: [{ field }] }, key) => path.replace(`{${field}}`, encodeURIComponent(key));

  /** Shows the changes of a record, the newest first. `skip` is the number of changes that are shown already. */
  async function showHistory(history, key, list, readable, skip = 0) {
    const mine = turn;
    const path = pathOf(history, key);
    const { History, ResponseStatus } = await read(`${path}?skip=${skip}&take=${atOnce}&include=total`);
    const total = Number(ResponseStatus.Meta.Total);
    const changes = History.flatMap(({ Changes }) => Changes);
    const fieldOf = (name) =>
      list.fields.find(({ field }) => field === name) ?? readable.known.get(name) ?? { field: name };
    const references = [...new Set(changes.map(({ Field }) => Field))].map(fieldOf);
    const rows = changes.flatMap(({ Field, From, To }) => [From, To].map((text) => ({ [Field]: valueIn(text) })));
    const found = await readable.namesOf(references, rows);
    if (mine !== turn) return;
    const titleIn = (Field) => fieldOf(Field).title ?? titleOf(Field);
    const shown = (Field, text) => asText(valueIn(text), fieldOf(Field), found[Field]) || '—';
    const undo = async (AuditId, body) => {
      say('');
      ownPassword.hidden = true;
      try {
        await call('POST', `${path}/${AuditId}/Revert`, body);
        await showHistory(history, key, list, readable);
        say('The change is undone.');
        // The button is gone: go on at the undo, which is the newest entry.
        at('.history').firstElementChild?.focus();
        changed();
      } catch (error) {
        say(messageOf(error));
        // Some changes need the password again, when the sign-in was some minutes ago.
        if (!error.fields?.includes('OwnPassword')) return;
        withPassword = (OwnPassword) => undo(AuditId, { OwnPassword });
        ownPassword.reset();
        ownPassword.hidden = false;
        ownPassword.elements.OwnPassword.focus();
      }
    };
    if (skip === 0) at('.history').replaceChildren();
    entries = [...entries.slice(0, skip), ...History];
    at('.history').append(
      ...History.map((entry, index) => {
        const item = element('li', '', { tabindex: -1 });
        const who = entry.Name || entry.UserName || 'the service';
        item.append(element('p', `${asText(entry.At, { type: 'moment' })}, ${who}: ${doneBy(entry)}`));
        const later = entries.slice(0, skip + index);
        const undone = undoOf(entry, later);
        if (undone) {
          const by = undone.Name || undone.UserName || 'the service';
          const text = `Undone ${asText(undone.At, { type: 'moment' })}, ${by}.`;
          item.append(element('p', text, { class: 'undone' }));
        }
        const texts = element('ul', '');
        for (const { Field, From, To } of entry.Changes)
          texts.append(element('li', `${titleIn(Field)}: ${shown(Field, From)} → ${shown(Field, To)}`));
        item.append(texts);
        const isOpen = !undone && isLatest(entry, later) && canUndo(entry, history, list.fields[0].field);
        if (isOpen && readable.may(history.undo)) {
          const button = element('button', 'Undo this change', { type: 'button', class: 'button' });
          button.addEventListener('click', () => void undo(entry.AuditId));
          item.append(button);
        }
        return item;
      }),
    );
    if (total === 0) at('.history').append(element('li', 'No changes are recorded.'));
    const count = skip + History.length;
    at('.how-many').textContent = total > atOnce ? `${count} of ${total} changes are shown.` : '';
    at('.older').hidden = count >= total || History.length === 0;
    showOlder = () => showHistory(history, key, list, readable, count);
    // Go on reading at the first of the older changes.
    if (skip > 0) at('.history').children[skip]?.focus();
  }

  return { open, update };

  /** Shows the fields of the open record anew. */
  function update(row, list, found) {
    at('h2').textContent = callOf(row, list);
    at('.fields').replaceChildren(...groupsOf(row, list, found));
  }

  /** Opens a row of a list. `readable` is what listsFor returns, with the `names` of the row, and with `namesOf`. */
  async function open(row, list, readable) {
    const { ofRecords, names: found } = readable;
    turn++;
    const [{ field: keyField }] = list.fields;
    const key = String(row[keyField]);
    update(row, list, found);
    say('');
    ownPassword.hidden = true;
    const belonging = belongingTo(list, ofRecords);
    const history = belonging.find(({ path }) => path.endsWith('/History'));
    const links = belonging
      .filter((other) => !other.path.endsWith('/History'))
      .map((other) => {
        const parameter = `{${other.parameters[0].field}}=${encodeURIComponent(key)}`;
        return element('a', other.noun, { href: `#${other.id}?${parameter}` });
      });
    at('.links').replaceChildren(...links);
    at('.links').hidden = links.length === 0;
    at('.changes').hidden = !history;
    at('.history').replaceChildren();
    at('.how-many').textContent = '';
    at('.older').hidden = true;
    if (!dialog.open) dialog.showModal();
    const inFull = at('.in-full');
    if (inFull) inFull.replaceChildren(await changesInFull(row.Changes, readable));
    if (history) await showHistory(history, key, list, readable).catch((error) => say(messageOf(error)));
  }
}
