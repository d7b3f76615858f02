// How values and names of fields read for people.
import { dayFormat, officeFormat } from './office-time.js';

const unsetMoment = '0001-01-01T00:00:00';

/** Creates an element with text, never with HTML, because the text may come from other users. */
export function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

export const options = (entries) => entries.map(([value, text]) => element('option', text, { value }));

/** Words in place of abbreviations in the names of fields. */
const longer = { ID: 'id', GUID: 'id', Desc: 'description', Ent: 'entry', Mod: 'change', Utc: '', Param: '' };
/** The name of a field in words: `SignInTime` is `Sign in time`, `SMSOptIn` is `SMS opt in`. */
export function titleOf(field) {
  const words = field
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => longer[word] ?? (/[A-Z]{2}/.test(word) ? word : word.toLowerCase()));
  const title = words.filter(Boolean).join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const day = dayFormat({ dateStyle: 'medium' });
const time = officeFormat({ timeStyle: 'short' });
const moment = officeFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** The time of day of a moment; '' for an unset one. */
export const timeOf = (value) => (isUnset(value) ? '' : time.format(new Date(value)));

/** The day and the time of day of a moment. */
export const momentOf = (value) => moment.format(new Date(value));

/** Whether a value is unset, as the service sends it. */
export const isUnset = (value) =>
  value === null || value === undefined || value === '' || /^0{32}$/.test(value) || `${value}`.startsWith(unsetMoment);

const isList = (value) => typeof value === 'object' && value !== null;

/**
 * A value as people read it. `words` has the word of each value of an enumeration, `names` the name of each record to
 * which the field refers. A reference to 0 refers to nothing.
 */
export function asText(value, { type, words, isReference } = {}, names = undefined) {
  if (isUnset(value) || (isReference && String(value) === '0')) return '';
  if (Array.isArray(value)) {
    const texts = value.map((item) => asText(item, { words }, names)).filter(Boolean);
    return texts.join(value.some(isList) ? '; ' : ', ');
  }
  if (isList(value)) {
    const parts = Object.entries(value).map(([field, part]) => [titleOf(field), asText(part)]);
    return parts.flatMap(([title, text]) => (text ? [`${title}: ${text}`] : [])).join(', ');
  }
  const name = names?.get(String(value)) ?? words?.get(String(value));
  if (name !== undefined) return name;
  if (type === 'day' || type === 'moment') {
    const date = new Date(type === 'day' ? `${value.slice(0, 10)}T00:00:00Z` : value);
    // The audit hides some dates with ***.
    if (!Number.isNaN(date.getTime())) return (type === 'day' ? day : moment).format(date);
  }
  if (type === 'boolean') return String(value) === 'true' ? 'yes' : 'no';
  return String(value);
}

/** Saves what the service sent as a file of the browser. */
export function saveFile(blob, name) {
  const href = URL.createObjectURL(blob);
  element('a', '', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
