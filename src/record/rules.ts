import { applyDecorators } from '@nestjs/common';
import { isEmail, ValidateBy } from 'class-validator';
import type { FieldErrorCode } from './field-error.js';
import type { FieldType } from './field-types.js';
import type { Field, NumberOptions } from './metadata.js';
import { formatDecimal, type Exact } from './values/exact.js';
import { digitsOf, isShortened, shortened } from './values/phone.js';

/** The context of a class-validator constraint: the error of the broken rule. */
export interface RuleContext {
  code: FieldErrorCode;
  rest: string;
  meta?: Record<string, string>;
}

/** Maximum number of items of a list in a request, unless the field declares another. */
export const mostItems = 500;

/** Fewest digits of a telephone number. */
export const fewestDigits = 3;
/**
 * Quotes allow any character before the `@`, also line breaks and other addresses, and mail servers do not agree on
 * their meaning. The ideographic full stop becomes a dot of the host.
 */
const unusualInAddress = /["\s\u3002]/;

/** Adds the class-validator constraints that a field's options state. They check in-process values. */
export function Rules({ type, options }: Field): PropertyDecorator {
  const rules: PropertyDecorator[] = [];
  const add = (name: string, context: RuleContext, validate: (value: never) => boolean): void => {
    rules.push(ValidateBy({ name, validator: { validate, defaultMessage: () => context.rest } }, { context }));
  };
  if (type.maxLength !== undefined) {
    const most = type.maxLength;
    const context = {
      code: 'Length',
      rest: `must have at most ${most} characters`,
      meta: { Max: String(most) },
    } as const;
    add('length', context, (value: string) => hasAtMost(value, most));
  }
  if (type.form === 'email')
    add(
      'email',
      { code: 'Invalid', rest: 'must be an e-mail address such as ada@example.com' },
      (value: string) => value === '' || (isEmail(value) && !unusualInAddress.test(value)),
    );
  if (type.form === 'phone')
    add(
      'phone',
      { code: 'Invalid', rest: 'must have at least three digits' },
      (value: string) => value === '' || digitsOf(value).length >= fewestDigits,
    );
  if (type.form === 'phone' || options.digits)
    add('digits', { code: 'Invalid', rest: shortened }, (value: string) => !isShortened(value));
  if (type.name === 'list') {
    const { minItems = 0, maxItems = mostItems } = options;
    const meta = { Min: String(minItems), Max: String(maxItems) };
    if (minItems > 0)
      add(
        'minItems',
        { code: 'NotEmpty', rest: `needs at least ${minItems} item${minItems > 1 ? 's' : ''}`, meta },
        (value: unknown[]) => value.length >= minItems,
      );
    add(
      'maxItems',
      { code: 'Length', rest: `can have at most ${maxItems} items`, meta },
      (value: unknown[]) => value.length <= maxItems,
    );
  }
  if (options.min !== undefined || options.max !== undefined)
    add('range', rangeContext(options), inRange(type, options));
  if (options.enum) {
    const allowed = options.enum.join(', ');
    add(
      'enum',
      { code: 'Enum', rest: `must be one of: ${allowed}`, meta: { Allowed: allowed } },
      (value: string | number) => options.enum!.includes(value) || (value === '' && options.blankIsNull === true),
    );
  }
  return applyDecorators(...rules);
}

/** Whether `value` has at most `codePoints` code points. Very long and very short texts need no counting. */
function hasAtMost(value: string, codePoints: number): boolean {
  if (value.length <= codePoints) return true;
  return value.length <= 2 * codePoints && [...value].length <= codePoints;
}

function rangeContext({ min, max }: NumberOptions): RuleContext {
  const meta = { ...(min !== undefined && { Min: String(min) }), ...(max !== undefined && { Max: String(max) }) };
  if (max === undefined) return { code: 'GreaterThanOrEqual', rest: `must be at least ${min}`, meta };
  return {
    code: 'InclusiveBetween',
    rest: min === undefined ? `must be at most ${max}` : `must be between ${min} and ${max}`,
    meta,
  };
}

function inRange(type: FieldType, { min = -Infinity, max = Infinity }: NumberOptions): (value: Exact) => boolean {
  return (value) => {
    const number = Number(type.scale === undefined ? value : formatDecimal(value, type.scale));
    return number >= min && number <= max;
  };
}
