import { applyDecorators } from '@nestjs/common';
import { Exclude, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import {
  datetime,
  day,
  decimal,
  double,
  flag,
  guid,
  int32,
  int64,
  text,
  type Class,
  type FieldType,
} from './field-types.js';
import {
  defineField,
  deriveFields,
  type Field,
  type FieldOptions,
  type ItemsOptions,
  type NestedOptions,
  type NumberOptions,
  type PhoneOptions,
  type StatedOptions,
  type TextOptions,
} from './metadata.js';
import { listOf, nested, textMap } from './composite-types.js';
import { Rules } from './rules.js';

/** 32 lower-case hex digits, or null if unset. */
export type Guid = string;
/** UTC, `yyyy-MM-ddTHH:mm:ss.fffffff`, or null if unset. */
export type DateTime = string;
/** A calendar day, `yyyy-MM-ddT00:00:00.0000000`, or null if unset. */
export type Day = string;
/** An exact whole number. It is a JavaScript number if that is a safe integer, otherwise decimal text. */
export type Int64 = number | string;
/** An exact number of smallest units: 12.5 at scale 4 is 125000. */
export type Decimal = number | string;

/** Text of at most `maxLength` code points, stored unchanged. */
export const Text = (maxLength: number, options: TextOptions = {}): PropertyDecorator =>
  field(text(maxLength), options);
/**
 * The name of a person, a business, a place or a thing, or a title. If the field is stored, one more column,
 * `<name>Key`, holds the form by which lists sort and compare the name (values/folded.ts). It follows each write of the
 * field, and is never sent.
 */
export const Name = (maxLength: number, options: FieldOptions = {}): PropertyDecorator =>
  field(text(maxLength, 'name'), options);
export const Email = (maxLength: number, options: FieldOptions = {}): PropertyDecorator =>
  field(text(maxLength, 'email'), options);
export const Phone = (maxLength: number, options: PhoneOptions = {}): PropertyDecorator =>
  field(text(maxLength, 'phone'), options);
export const Address = (maxLength: number, options: TextOptions = {}): PropertyDecorator =>
  field(text(maxLength, 'address'), options);
export const Int32 = (options: NumberOptions = {}): PropertyDecorator => field(int32, options);
/** A whole number that stands for one of `names`: 0 for the first. */
export const Numbered = (names: readonly string[], options: FieldOptions = {}): PropertyDecorator =>
  field(int32, { ...options, enum: names.map((_, number) => number), enumNames: names });
export const Int64 = (options: NumberOptions = {}): PropertyDecorator => field(int64, options);
export const Decimal = (precision: number, scale: number, options: NumberOptions = {}): PropertyDecorator =>
  field(decimal(precision, scale), options);
export const Double = (options: NumberOptions = {}): PropertyDecorator => field(double, options);
export const Flag = (options: FieldOptions = {}): PropertyDecorator => field(flag, options);
export const Guid = (options: FieldOptions = {}): PropertyDecorator => field(guid, options);

interface DateTimeOptions extends FieldOptions {
  /** Text that is sent after the seven fractional digits, for example `+00:00`; `Z` by default. */
  suffix?: string;
  /** If true, a date without a time means the end of that day. */
  endOfDay?: boolean;
}
export const DateTime = ({ suffix, endOfDay, ...options }: DateTimeOptions = {}): PropertyDecorator =>
  field(datetime({ suffix, endOfDay }), options);

interface DayOptions extends FieldOptions {
  ofBirth?: boolean;
}
/** A calendar day. Like `DateTime`, it has the type name `datetime`. */
export const Day = ({ ofBirth, ...options }: DayOptions = {}): PropertyDecorator => field(day({ ofBirth }), options);

/** A list of records (`() => Line`) or of plain values (`guid`, `text(100)`). */
export const ListOf = (item: (() => Class) | FieldType, options: ItemsOptions = {}): PropertyDecorator =>
  typeof item === 'function'
    ? applyDecorators(structured(item, options), field(listOf(nested(item)), options))
    : field(listOf(item), options);

export const Nested = (type: () => Class, options: NestedOptions = {}): PropertyDecorator =>
  applyDecorators(structured(type, options), field(nested(type), options));

/** A map of texts. It is excluded from class-transformer, which would take a key such as `constructor` for a class. */
export const TextMap = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(Exclude(), field(textMap, options));

/** Says which fields of the parent record a derived record omits, and whether its own fields come first. */
export const Derived =
  (derivation: Parameters<typeof deriveFields>[1]): ClassDecorator =>
  (target) =>
    deriveFields(target, derivation);

export function recordOf(name: string, fields: readonly Field[]): Class {
  const { [name]: record } = { [name]: class {} };
  for (const { type, options, ...stated } of fields) field(type, options)(record.prototype, stated.name);
  return record;
}

function field(type: FieldType, options: StatedOptions): PropertyDecorator {
  return (target, name) => {
    const stated = { name: String(name), type, options };
    defineField(target.constructor, stated);
    Rules(stated)(target, name);
  };
}

function structured(type: () => Class, options: NestedOptions): PropertyDecorator {
  const build = Type(type);
  return options.typesOnly ? applyDecorators(build) : applyDecorators(build, ValidateNested());
}
