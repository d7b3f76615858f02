const unsetMoment = '0001-01-01T00:00:00';

/** Creates an element with text, never with HTML, because the text may come from other users. */
export function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

export const options = (entries) => entries.map(([value, text]) => element('option', text, { value }));

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const isUnset = (value) => value === null || value === undefined || value === '' || /^0{32}$/.test(value);

/** A value as people read it. */
export function asText(value, type) {
  if (isUnset(value) || String(value).startsWith(unsetMoment)) return '';
  if (type === 'day') return day.format(new Date(`${value.slice(0, 10)}T00:00:00Z`));
  if (type === 'moment') return moment.format(new Date(value));
  if (type === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * The page numbers to offer: the first, the last, and those around the page `present`. A longer gap between them is a
 * 0.
 */
export function pageNumbers(present, last) {
  const near = [1, present - 1, present, present + 1, last].filter((number) => number >= 1 && number <= last);
  return [...new Set(near)].flatMap((number, index, all) => {
    const left = index > 0 ? number - all[index - 1] - 1 : 0;
    if (left === 0) return [number];
    return [left === 1 ? number - 1 : 0, number];
  });
}
