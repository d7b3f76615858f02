// The fragment of the page's address, which browsers do not send to the server: it names the list, its query, and the
// open record.
import { queryOf } from './data-lists.js';

const ofRecord = /[?&]\{record\}=([^&]*)$/;

/** The fragment without the open record. */
export const listIn = (hash = location.hash) => hash.replace(ofRecord, '');

/** The id of the list, the parameters of its query, and the key of the open record; undefined if none is open. */
export function place() {
  const [, id = '', query = ''] = /^#?(\w*)\??(.*)$/.exec(listIn());
  const [, key] = ofRecord.exec(location.hash) ?? [];
  return { id, parameters: new URLSearchParams(query), key: key && decoded(key) };
}

/** The decoded text; the text itself if somebody has cut off or changed its percent-encoding. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The fragment of a page of a list. `what` is what the page asks for. */
export function hashOf(list, what, { skip, take }) {
  const page = { ...(skip > 0 && { skip }), ...(take !== 50 && { take }) };
  const values = Object.entries(what.values).map(([name, value]) => `&{${name}}=${encodeURIComponent(value)}`);
  const text = queryOf(what, { page });
  return `#${list.id}${text || values.length > 0 ? '?' : ''}${text}${values.join('')}`;
}

/** The fragment of a record of the list that is shown. */
export function hashOfRecord(key) {
  const hash = listIn();
  return `${hash}${hash.includes('?') ? '&' : '?'}{record}=${encodeURIComponent(key)}`;
}
