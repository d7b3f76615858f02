// How imports and their rows read for people.
import { titleOf } from './data-values.js';

const states = new Map([
  ['Previewed', 'not run yet'],
  ['Running', 'running'],
  ['Done', 'done'],
  ['Undone', 'undone'],
  ['Failed', 'refused'],
]);
const counted = { Rows: 'Rows', Inserted: 'New', Updated: 'Changed', Unchanged: 'Unchanged' };
export const counts = { ...counted, Doubtful: 'Doubtful', Invalid: 'With errors' };
/** Why a row has an error or a doubt, by ErrorCode. */
export const reasons = new Map([
  ['Duplicate', 'duplicate'],
  ['Mismatch', 'differs from the stored record'],
  ['Unknown', 'not found'],
  ['Invalid', 'not valid'],
  ['NotNull', 'missing'],
  ['NotEmpty', 'empty'],
  ['Length', 'too long'],
  ['Enum', 'not one of the choices'],
  ['InclusiveBetween', 'out of range'],
  ['GreaterThanOrEqual', 'too small'],
]);
/** What the page asks about the columns of a file, by the option that they ask for. */
export const questions = new Map([
  ['Dates', 'Dates such as 3/4/2026 can have the day or the month first: choose Dates.'],
  ['Decimal', 'Numbers such as 1,234 can be thousands or decimals: choose Decimals.'],
  ['Map', 'Several columns have one title, or are for one field: choose what each of them fills.'],
]);
const actions = new Map([
  ['Insert', 'new'],
  ['Update', 'changed'],
  ['Doubtful', 'doubtful'],
  ['Invalid', 'error'],
  ['Merged', 'to the merged contact'],
  ['Erased', 'erased person'],
]);
/** The choice of rows with an error or a doubt. */
export const problems = 'problems';

const text = (field, title = titleOf(field), more = {}) => ({ field, title, type: 'string', ...more });
const number = (field, title = counts[field] ?? field) => ({ field, title, type: 'integer' });
export const importFields = [
  text('FileName', 'File'),
  text('State', 'State', { words: states }),
  text('Into', 'Records'),
  ...Object.keys(counts).map((field) => number(field)),
  { field: 'CreatedAt', title: 'Sent', type: 'moment' },
  text('UserName', 'Sent by'),
];
export const rowFields = [
  number('Line'),
  text('Action', 'What happens', { words: actions }),
  text('Field'),
  text('From', 'Before'),
  text('To', 'After'),
  text('Message', 'Error or doubt'),
  text('ErrorCode', 'Reason', { words: reasons }),
  text('Key', 'Record'),
];
export const leftFields = ['Line', 'Key', 'Field', 'Message'].map((name) =>
  rowFields.find(({ field }) => field === name),
);

export const plural = (count, noun) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
export const titleOfSet = (name) => titleOf(name.replaceAll('-', ' '));

/** The state of an import in sentences, and what can be done next. */
export function summaryOf({ State, Inserted, Updated, Doubtful, Invalid, Shortened, Columns }) {
  const result = `${plural(Inserted, 'record')} inserted, ${Updated.toLocaleString('en-US')} updated`;
  const leftOut = Doubtful > 0 ? `, ${plural(Doubtful, 'doubtful row')} left out` : '';
  const old = Columns.length === 0 ? ' The file and the rows were removed after 30 days.' : '';
  if (State === 'Done') return `The import is done: ${result}${leftOut}.${old}`;
  if (State === 'Undone') return `The import is undone. It had ${result}.${old}`;
  if (State === 'Running') return 'The import runs.';
  if (old) return `This import was not run.${old} Send the file again.`;
  if (Shortened) return 'The file makes more changes than this page lists, and is not imported: divide it.';
  if (Invalid > 0)
    return (
      `Nothing is imported while ${plural(Invalid, 'row')} ${Invalid === 1 ? 'has' : 'have'} errors. ` +
      'Change below how the file is read, or download the errors, correct the file, and send it again.'
    );
  return 'Nothing is imported yet. Look through the changes, and then import the file.';
}
