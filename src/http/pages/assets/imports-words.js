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
  ['Ambiguous', 'name to be divided'],
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
/** The doubtful rows that a user can choose to import, by ErrorCode. */
export const doubts = new Map([
  ['Duplicate', 'possible duplicates'],
  ['Invalid', 'values that a spreadsheet may have damaged'],
  ['Ambiguous', 'full names that can be divided in several ways'],
  ['Mismatch', 'rows that differ from the stored record'],
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
/** The columns of the records that an import changes, one line for each. */
export const lineFields = [
  number('Line'),
  text('Action', 'What happens', { words: actions }),
  text('Name', 'Record'),
  text('Message', 'What changes'),
  text('ErrorCode', 'Reason', { words: reasons }),
];
export const leftFields = [number('Line'), text('Key', 'Record'), text('Field'), text('Message', 'Why it stays')];

export const plural = (count, noun) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
export const titleOfSet = (name) => titleOf(name.replaceAll('-', ' '));

/** The state of an import in sentences, and what can be done next. */
export function summaryOf({ State, Rows, Inserted, Updated, Doubtful, Invalid, Shortened, Columns }) {
  const result = `${plural(Inserted, 'record')} inserted, ${Updated.toLocaleString('en-US')} updated`;
  const leftOut = Doubtful > 0 ? `, ${plural(Doubtful, 'doubtful row')} left out` : '';
  const old = Columns.length === 0 ? ' The file and the rows were removed after 30 days.' : '';
  if (State === 'Done') return `The import is done: ${result}${leftOut}.${old}`;
  if (State === 'Undone') return `The import is undone. It had ${result}.${old}`;
  if (State === 'Running') return 'The import runs.';
  if (old) return `This import was not run.${old} Send the file again.`;
  if (Rows === 0)
    return 'The file has titles and no rows below them. Check that the first sheet has the records, and send it again.';
  if (Shortened) return 'The file makes more changes than this page lists, and is not imported: divide it.';
  if (Invalid > 0)
    return (
      `Nothing is imported while ${plural(Invalid, 'row')} ${Invalid === 1 ? 'has' : 'have'} errors. ` +
      'Change below how the file is read, or download the errors, correct the file, and send it again.'
    );
  return 'Nothing is imported yet. Look through the changes, and then import the file.';
}

/** Number of changes that a line of the table tells. */
const mostTold = 4;
/** Number of characters of a value in a sentence. */
const longestValue = 40;

/** What a doubt or an error says, with the value of the cell behind the title of its column. */
export function saidOf({ Field, To, Message }, titleIn) {
  const title = Field ? titleIn(Field) : '';
  if (!To || !title || !Message.startsWith(`${title} `)) return Message;
  const value = To.length > longestValue ? `${To.slice(0, longestValue)}…` : To;
  return `${title} “${value}”${Message.slice(title.length)}`;
}

/** A record that an import changes, of its rows: how it is called, and what changes, in words. */
export function recordOf({ Line, Action, Key }, rows, titleIn) {
  const problems = rows.filter(({ ErrorCode, Message }) => ErrorCode || Message);
  const changes = rows.filter(({ ErrorCode, Message, Field }) => !ErrorCode && !Message && Field);
  const after = (field) => changes.find(({ Field }) => Field === field)?.To ?? '';
  const Name = after('Name') || `${after('FirstName')} ${after('LastName')}`.trim() || Key;
  const isNew = changes.every(({ From }) => From === '');
  const told = changes
    .slice(0, mostTold)
    .map(({ Field, From, To }) => (isNew ? titleIn(Field) : `${titleIn(Field)}: ${From || '—'} → ${To || '—'}`));
  const more = changes.length - told.length;
  const what = `${told.join(isNew ? ', ' : '; ')}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}`;
  return {
    ...{ Line, Action, Name, problems, changes },
    Message: problems.length > 0 ? problems.map((problem) => saidOf(problem, titleIn)).join(' ') : what,
    ErrorCode: problems.find(({ ErrorCode }) => ErrorCode)?.ErrorCode ?? '',
  };
}
