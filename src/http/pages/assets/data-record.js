// The dialog with one record: all its fields, its lists, and its history, whose changes can be undone.
import { belongingTo } from './data-lists.js';
import { asText, element, isUnset, titleOf } from './data-values.js';

const names = ['Name', 'CustomerName', 'ContactName', 'AgentName', 'Title', 'LineName', 'ProjectName', 'DisplayName'];

/** What a record is called. */
export function callOf(row, { fields, noun }) {
  const found = [...names, ...fields.map(({ field }) => field).filter((field) => field.endsWith('Name'))];
  const name = found.map((field) => row[field]).find((value) => typeof value === 'string' && value !== '');
  return name ?? `${noun} ${asText(row[fields[0].field], fields[0])}`.trim();
}

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

  const pathOf = ({ path, parameters: [{ field }] }, key) => path.replace(`{${field}}`, encodeURIComponent(key));

  /** Shows the changes of a record, the newest first. */
  async function showHistory(history, key, may) {
    const mine = turn;
    const path = pathOf(history, key);
    const { History } = await read(`${path}?take=100`);
    if (mine !== turn) return;
    const undo = async (AuditId) => {
      say('');
      try {
        await call('POST', `${path}/${AuditId}/Revert`);
        say('The change is undone.');
        await showHistory(history, key, may);
        changed();
      } catch (error) {
        say(error.message);
      }
    };
    at('.history').replaceChildren(
      ...History.map((entry) => {
        const item = element('li', '');
        const who = entry.UserName || 'the service';
        item.append(element('p', `${asText(entry.At, { type: 'moment' })}, ${who}: ${titleOf(entry.Operation)}`));
        const changes = element('ul', '');
        for (const { Field, From, To } of entry.Changes)
          changes.append(element('li', `${titleOf(Field)}: ${asText(From, {}) || '—'} → ${asText(To, {}) || '—'}`));
        item.append(changes);
        if (entry.Changes.length > 0 && may(history.undo)) {
          const button = element('button', 'Undo this change', { type: 'button', class: 'button' });
          button.addEventListener('click', () => void undo(entry.AuditId));
          item.append(button);
        }
        return item;
      }),
    );
    if (History.length === 0) at('.history').append(element('li', 'No changes are recorded.'));
  }

  /** Opens a row of a list. `names` are those of its references. */
  return async function open(row, list, { ofRecords, may, names: found }) {
    turn++;
    const [{ field: keyField }] = list.fields;
    const key = String(row[keyField]);
    at('h2').textContent = callOf(row, list);
    say('');
    at('dl').replaceChildren(
      ...list.fields.flatMap((field) => {
        const value = row[field.field];
        const text = found[field.field]?.get(String(value)) ?? asText(value, field);
        return [element('dt', field.title), element('dd', isUnset(value) ? '—' : text, { dir: 'auto' })];
      }),
    );
    const belonging = belongingTo(list, ofRecords);
    const history = belonging.find(({ path }) => path.endsWith('/History'));
    const links = belonging
      .filter((other) => !other.path.endsWith('/History'))
      .map((other) => {
        const parameter = `{${other.parameters[0].field}}=${encodeURIComponent(key)}`;
        const link = element('a', other.noun, { href: `#${other.id}?${parameter}` });
        link.addEventListener('click', () => dialog.close());
        return link;
      });
    at('.links').replaceChildren(...links);
    at('.links').hidden = links.length === 0;
    at('.changes').hidden = !history;
    at('.history').replaceChildren();
    if (!dialog.open) dialog.showModal();
    if (history) await showHistory(history, key, may).catch((error) => say(error.message));
  };
}
