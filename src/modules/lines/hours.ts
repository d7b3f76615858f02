import { fieldError, type FieldError } from '../../record/field-error.js';
import { Int32, Text } from '../../record/fields.js';

/** Hours of a weekday, by the clock of TIME_ZONE. */
export class Hours {
  @Int32({ required: true, min: 1, max: 7, example: 1, description: 'From 1 for Monday to 7 for Sunday.' })
  Weekday!: number;
  @Text(5, { required: true, example: '09:00', description: '`HH:mm`, a quarter-hour.' }) From!: string;
  @Text(5, { required: true, example: '17:00', description: '`HH:mm`, a quarter-hour; `24:00` ends the day.' })
  To!: string;
}

const quarterHour = /^(?:[01]\d|2[0-3]):(?:00|15|30|45)$/;

/** The minutes of a time such as `09:15` since midnight by the clock; undefined for a text of another form. */
export function minutesOf(time: string): number | undefined {
  if (time === '24:00') return 24 * 60;
  return quarterHour.test(time) ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : undefined;
}

/** Returns the errors of a time of day `From` that must be before the time of day `To`. */
export function timesErrors({ From, To }: { From: string; To: string }): FieldError[] {
  const [from, to] = [minutesOf(From), minutesOf(To)];
  const isNoTime = (name: string): FieldError =>
    fieldError('Invalid', name, 'must be a quarter-hour from 00:00 to 24:00, such as 09:15');
  if (from === undefined || to === undefined)
    return [...(from === undefined ? [isNoTime('From')] : []), ...(to === undefined ? [isNoTime('To')] : [])];
  return from < to ? [] : [fieldError('Invalid', 'To', 'must be after From')];
}

/** Returns the errors of weekly hours in the field `name`. Two hours of a weekday must not overlap. */
export function weeklyErrors(hours: readonly Hours[], name: string): FieldError[] {
  return hours.flatMap((each, at) => {
    const errors = timesErrors(each);
    const overlaps = hours
      .slice(0, at)
      .some(({ Weekday, From, To }) => Weekday === each.Weekday && From < each.To && each.From < To);
    const found = overlaps ? [fieldError('Invalid', 'From', 'must not overlap other hours of the weekday')] : errors;
    return found.map(({ FieldName, Message, ...error }) => ({
      ...error,
      FieldName: `${name}[${at}].${FieldName}`,
      Message: `${name}[${at}].${Message}`,
    }));
  });
}
