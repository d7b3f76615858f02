// How values and names of fields read for people.
const unsetMoment = '0001-01-01T00:00:00';

/** Creates an element with text, never with HTML, because the text may come from other users. */
export function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

export const options = (entries) => entries.map(([value, text]) => element('option', text, { value }));

/** The name of a field in words: `SignInTime` is `Sign in time`, `SMSOptIn` is `SMS opt in`. */
export function titleOf(field) {
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ');
  const title = words.map((word) => (/[A-Z]{2}/.test(word) ? word : word.toLowerCase())).join(' ');
  return title[0].toUpperCase() + title.slice(1);
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
let moment;

/** Sets the time zone of the business, in which times are shown. */
export function useTimeZone(timeZone) {
  moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone });
}

/** Whether a value is unset, as the service sends it. */
export const isUnset = (value) =>
  value === null || value === undefined || value === '' || /^0{32}$/.test(value) || `${value}`.startsWith(unsetMoment);

/** A value as people read it. `words` has the word of each value of an enumeration. */
export function asText(value, { type, words }) {
  if (isUnset(value)) return '';
  if (words) return words.get(String(value)) ?? String(value);
  if (type === 'day') return day.format(new Date(`${value.slice(0, 10)}T00:00:00Z`));
  if (type === 'moment') return moment.format(new Date(value));
  if (type === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
