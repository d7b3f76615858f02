import { daysInMonth } from '../../../record/values/datetime.js';

/** A month, `yyyy-MM`, and its first and last day in a range, `yyyy-MM-dd`. */
interface MonthOfRange {
  readonly month: string;
  readonly first: string;
  readonly last: string;
}

/** The months of the range from the day `from` to the day `to`. */
export function monthsBetween(from: string, to: string): MonthOfRange[] {
  const [begin, end] = [monthNumber(from), monthNumber(to)];
  return Array.from({ length: end - begin + 1 }, (_, index) => {
    const [year, number] = [Math.floor((begin + index) / 12), ((begin + index) % 12) + 1];
    const month = `${String(year).padStart(4, '0')}-${String(number).padStart(2, '0')}`;
    return {
      month,
      first: index === 0 ? from : `${month}-01`,
      last: begin + index === end ? to : `${month}-${daysInMonth(year, number)}`,
    };
  });
}

/** The months from year 0 to the month of a day. */
function monthNumber(date: string): number {
  const [year, month] = date.split('-').map(Number);
  return 12 * year + month - 1;
}
