import type { FieldError } from '../../../record/field-error.js';
import type { Field } from '../../../record/metadata.js';
import { isNumber } from './cell-values.js';

const longestTitle = 200;
const orEmpty = 'or empty the cell';

/** What people write into the cell of a file whose value has not the type of its field; undefined for other errors. */
function wrongType({ type, options }: Field, rest: string): string | undefined {
  if (type.name === 'datetime' && rest.startsWith('must be an ISO 8601'))
    return type.isDay
      ? `is no day: write it as 2026-11-26, ${orEmpty}`
      : `is no date: write it as 2026-11-26 or 2026-11-26 14:30, ${orEmpty}`;
  if (isNumber({ type, options, name: '' }) && rest.startsWith('must be a '))
    return options.references === undefined
      ? `is no such number: it ${rest.replace(/\.$/, '')}. Write it in digits, ${orEmpty}`
      : `is the number of no record: write its number in digits, ${orEmpty}`;
  if (type.name === 'flag' && rest.startsWith('must be true or false'))
    return `is neither yes nor no: write one, ${orEmpty}`;
  if (type.form === 'email' && rest.startsWith('must be an e-mail address'))
    return `is no e-mail address such as ada@example.com: correct it, ${orEmpty}`;
  return undefined;
}

/**
 * The error as people read it beside their file: its message begins with the title of the column, and says what to
 * write in words of a spreadsheet. `field` is the field of the column, if the error is of one.
 */
export function inWords(error: FieldError, title: string, field: Field | undefined): FieldError {
  const { FieldName, Message } = error;
  if (!Message.startsWith(`${FieldName} `)) return error;
  const rest = Message.slice(FieldName.length + 1);
  const plain = field && wrongType(field, rest);
  return { ...error, Message: `${title.slice(0, longestTitle)} ${plain === undefined ? rest : `${plain}.`}` };
}
