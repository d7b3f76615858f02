import { ValidateBy } from 'class-validator';
import type { FieldErrorCode } from './field-error.js';
import type { Class, FieldType } from './field-types.js';
import { fieldsOf, type Field, type FieldOptions } from './metadata.js';
import { formatDecimal, type Exact } from './values/exact.js';

/** What a broken rule says: carried as the constraint's context. */
export interface RuleContext {
  code: FieldErrorCode;
  rest: string;
  meta?: Record<string, string>;
}

/** Items that a list in a request can have, unless its field says otherwise. */
export const mostItems = 500;

/** The class-validator constraints that a field's options state, over in-process values. */
export function Rules(field: Field): PropertyDecorator {
  return (target) => {
    for (const { rule, context, holds } of rulesOf(field))
      ValidateBy({ name: rule, validator: { validate: holds, defaultMessage: () => context.rest } }, { context })(
        target,
        field.name,
      );
  };
}

const stated = new WeakMap<Field, readonly Rule[]>();

/** The record's own fields whose in-process values break a rule. */
export function brokenFields(record: Class, values: Readonly<Record<string, unknown>>): Field[] {
  return fieldsOf(record).filter((field) => {
    const value = values[field.name];
    return value !== undefined && value !== null && !rulesOf(field).every(({ holds }) => holds(value));
  });
}

function rulesOf(field: Field): readonly Rule[] {
  let rules = stated.get(field);
  if (!rules) stated.set(field, (rules = limits(field.type, field.options)));
  return rules;
}

interface Rule {
  rule: string;
  context: RuleContext;
  holds: (value: unknown) => boolean;
}

function limits(type: FieldType, options: FieldOptions): Rule[] {
  const rules: Rule[] = [];
  const add = (rule: string, context: RuleContext, holds: (value: never) => boolean): void => {
    rules.push({ rule, context, holds: (value) => value === null || holds(value as never) });
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
  if (type.name === 'list') {
    const { minItems = 0, maxItems = mostItems } = options;
    const meta = { Min: String(minItems), Max: String(maxItems) };
    if (minItems > 0)
      add(
        'minItems',
        { code: 'NotEmpty', rest: `needs at least ${minItems} item`, meta },
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
      (value: string | number) => options.enum!.includes(value),
    );
  }
  return rules;
}

/** Whether a text has at most that many code points, of which each is one or two units: a long one is not counted. */
function hasAtMost(value: string, codePoints: number): boolean {
  if (value.length <= codePoints) return true;
  return value.length <= 2 * codePoints && [...value].length <= codePoints;
}

function rangeContext({ min, max }: FieldOptions): RuleContext {
  const meta = { ...(min !== undefined && { Min: String(min) }), ...(max !== undefined && { Max: String(max) }) };
  if (max === undefined) return { code: 'GreaterThanOrEqual', rest: `must be at least ${min}`, meta };
  return {
    code: 'InclusiveBetween',
    rest: min === undefined ? `must be at most ${max}` : `must be between ${min} and ${max}`,
    meta,
  };
}

function inRange(type: FieldType, { min = -Infinity, max = Infinity }: FieldOptions): (value: Exact) => boolean {
  return (value) => {
    const number = Number(type.scale === undefined ? value : formatDecimal(value, type.scale));
    return number >= min && number <= max;
  };
}
