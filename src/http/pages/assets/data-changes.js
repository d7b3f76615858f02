// The changes in an entry of the audit, which has them as JSON text, as people read them.
import { asText, element, titleOf } from './data-values.js';

const actions = { Insert: 'added', Update: 'changed', Delete: 'removed', ReadSSN: 'SSN read', Export: 'exported' };
/** Number of changes that a cell of the table names. */
const named = 3;

const changesOf = (text) => JSON.parse(text || '[]');
const fieldsOf = ({ Before, After }) => [...new Set([...Object.keys(Before ?? {}), ...Object.keys(After ?? {})])];
const actionOf = ({ Action }) => actions[Action] ?? titleOf(Action).toLowerCase();

/** The changes in one line: the first records, and the fields that changed. */
export function changesInShort(text) {
  const changes = changesOf(text);
  const parts = changes.slice(0, named).map((change) => {
    const fields = change.Before && change.After ? `: ${fieldsOf(change).map(titleOf).join(', ')}` : '';
    return `${titleOf(change.Record)} ${actionOf(change)}${fields}`;
  });
  const more = changes.length - parts.length;
  return parts.join('; ') + (more > 0 ? `; and ${more.toLocaleString('en-US')} more` : '');
}

/** A stored value as people read it. A stored moment is in UTC, and its text does not say so. */
function shown(value, field, names) {
  if (typeof value === 'boolean') return asText(value, { type: 'boolean' });
  const isMoment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(value) && field.type !== 'day';
  return isMoment ? asText(`${value}Z`, { type: 'moment' }) : asText(value, field, names);
}

/** An element with a part for each changed record. Its fields have the former and the new value. */
export async function changesInFull(text, { fieldOfRecord, namesOf }) {
  const changes = changesOf(text);
  const fields = changes.flatMap((change) => fieldsOf(change).map((name) => fieldOfRecord(change.Record, name)));
  const references = [...new Map(fields.map((field) => [field.field, field])).values()];
  const found = await namesOf(
    references,
    changes.flatMap(({ Before = {}, After = {} }) => [Before, After]),
  );
  const list = element('ul', '', { class: 'changed' });
  list.append(
    ...changes.map((change) => {
      const { Record, Id, Ids, Count, Before, After } = change;
      const head = [titleOf(Record), Id || Ids?.join(', '), actionOf(change)].filter(Boolean).join(' ');
      const item = element(
        'li',
        Count === undefined ? head : `${head}, ${Number(Count).toLocaleString('en-US')} records`,
      );
      const values = element('ul', '');
      for (const name of fieldsOf(change)) {
        const field = fieldOfRecord(Record, name);
        const [from, to] = [Before, After].map((row) => shown(row?.[name], field, found[name]));
        const value = Before && After ? `${from || '—'} → ${to || '—'}` : from || to;
        if (value) values.append(element('li', `${field.title}: ${value}`));
      }
      item.append(values);
      return item;
    }),
  );
  return list;
}
