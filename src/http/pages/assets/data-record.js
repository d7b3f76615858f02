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
const isBare = ({ field, type }, found) => type === 'guid' && !found[field];

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
    const shown = (Field, text) => asText(valueIn(text), fieldOf(Field), found[Field]) || '—';
    const undo = async (AuditId, body) => {
      say('');
      ownPassword.hidden = true;
      try {
        await call('POST', `${path}/${AuditId}/Revert`, body);
        say('The change is undone.');
        await showHistory(history, key, list, readable);
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
    at('.history').append(
      ...History.map((entry) => {
        const item = element('li', '', { tabindex: -1 });
        const who = entry.UserName || 'the service';
        item.append(element('p', `${asText(entry.At, { type: 'moment' })}, ${who}: ${titleOf(entry.Operation)}`));
        const texts = element('ul', '');
        for (const { Field, From, To } of entry.Changes)
          texts.append(element('li', `${titleOf(Field)}: ${shown(Field, From)} → ${shown(Field, To)}`));
        item.append(texts);
        if (readable.may(history.undo) && canUndo(entry, history, list.fields[0].field)) {
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

  /** Opens a row of a list. `readable` is what listsFor returns, with the `names` of the row, and with `namesOf`. */
  return async function open(row, list, readable) {
    const { ofRecords, names: found } = readable;
    turn++;
    const [{ field: keyField }] = list.fields;
    const key = String(row[keyField]);
    at('h2').textContent = callOf(row, list);
    say('');
    ownPassword.hidden = true;
    at('dl').replaceChildren(
      // Ids without a name come last.
      ...list.fields
        .toSorted((a, b) => Number(isBare(a, found)) - Number(isBare(b, found)))
        .flatMap((field) => {
          if (field.type === 'changes') return [element('dt', field.title), element('dd', '', { class: 'in-full' })];
          const text = asText(row[field.field], field, found[field.field]);
          return [element('dt', field.title), element('dd', text || '—', { dir: 'auto' })];
        }),
    );
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
  };
}
