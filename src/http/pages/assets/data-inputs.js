// The inputs for values of fields: pickers for references, days and words of an enumeration.
import { element, options } from './data-values.js';

/** Number of suggestions for a name that is typed. */
const suggested = 20;
let lists = 0;

/** The value of an input that `inputFor` made, as the service takes it; '' if it has none. */
export const valueIn = (input) => (input.suggestions ? (input.dataset.key ?? '') : input.value);

/**
 * Makes an input for a field. `value` is a value as the service sends it. `names` is what namesFrom returns. With
 * `isOptional`, a picker also offers an empty choice. If the input has `suggestions`, put this element beside it.
 */
export async function inputFor(
  { field, type, words, isKey },
  { value = '', names, isOptional = false, ...attributes },
) {
  const made = (name, more = {}) => element(name, '', { class: 'control', ...attributes, ...more });
  const choice = (entries) => {
    const select = made('select');
    select.append(...options(isOptional ? [['', '—'], ...entries] : entries));
    if (value !== '') select.value = value;
    return select;
  };
  const source = isKey ? undefined : names.sourceOf(field);
  if (source?.isLong) return searched(made('input', { autocomplete: 'off', type: 'search' }), field, value, names);
  if (source) return choice(await names.find(field, ''));
  if (words) return choice([...words]);
  if (type === 'boolean')
    return choice([
      ['true', 'yes'],
      ['false', 'no'],
    ]);
  const kind = { day: 'date', moment: 'date' }[type] ?? 'text';
  const input = made('input', { type: kind, autocomplete: 'off' });
  input.value = kind === 'date' ? value.slice(0, 10) : value;
  return input;
}

/** Makes an input suggest the names of records. `data-key` has the key of the record whose name it has. */
async function searched(input, field, value, names) {
  const list = element('datalist', '', { id: `names-${++lists}` });
  const keys = new Map();
  const offer = (entries) => {
    for (const [key, name] of entries) {
      // Two records with one name differ by their keys.
      const text = [undefined, key].includes(keys.get(name)) ? name : `${name} (${key})`;
      keys.set(text, key);
    }
    list.replaceChildren(...options([...keys.keys()].map((name) => [name, ''])));
  };
  const take = () => {
    const key = keys.get(input.value);
    if (key === undefined) delete input.dataset.key;
    else input.dataset.key = key;
  };
  input.suggestions = list;
  input.setAttribute('list', list.id);
  input.addEventListener('input', async () => {
    const typed = input.value;
    take();
    if (input.dataset.key || typed === '') return;
    const found = await names.find(field, typed, suggested).catch(() => []);
    if (input.value !== typed) return;
    offer(found);
    take();
  });
  if (value !== '') offer(await names.named(field, [value]));
  input.value = keys.keys().next().value ?? '';
  take();
  return input;
}
