import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import {
  datetime,
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
import { defineField, deriveFields, type FieldOptions } from './metadata.js';
import { listOf, nested, textMap } from './composite-types.js';
import { Rules } from './rules.js';

/** 32 lower-case hex digits; null while unset. */
export type Guid = string;
/** UTC, `yyyy-MM-ddTHH:mm:ss.fffffff`; null while unset. */
export type DateTime = string;
/** Exact: a number while that is safe, its decimal text beyond. */
export type Int64 = number | string;
/** Exact, in smallest units: 12.5 at scale 4 is 125000. */
export type Decimal = number | string;

/** Text of at most that many code points. */
export const Text = (maxLength: number, options: FieldOptions = {}): PropertyDecorator =>
  field(text(maxLength), options);
export const Int32 = (options: FieldOptions = {}): PropertyDecorator => field(int32, options);
export const Int64 = (options: FieldOptions = {}): PropertyDecorator => field(int64, options);
export const Decimal = (precision: number, scale: number, options: FieldOptions = {}): PropertyDecorator =>
  field(decimal(precision, scale), options);
export const Double = (options: FieldOptions = {}): PropertyDecorator => field(double, options);
export const Flag = (options: FieldOptions = {}): PropertyDecorator => field(flag, options);
export const Guid = (options: FieldOptions = {}): PropertyDecorator => field(guid, options);

interface DateTimeOptions extends FieldOptions {
  /** Sent behind the seven digits, for example `+00:00`. */
  suffix?: string;
  /** The end of a range: a date alone means that whole day. */
  endOfDay?: boolean;
  /** A whole day: midnight (T00:00:00) of the day as written, whatever its offset. */
  wholeDay?: boolean;
}
export const DateTime = ({ suffix, endOfDay, wholeDay, ...options }: DateTimeOptions = {}): PropertyDecorator =>
  field(datetime({ suffix, endOfDay, wholeDay }), options);

/** A list of records (`() => Line`) or of plain values (`guid`, `text(100)`). */
export const ListOf = (item: (() => Class) | FieldType, options: FieldOptions = {}): PropertyDecorator =>
  typeof item === 'function'
    ? applyDecorators(structured(item, options), field(listOf(nested(item)), options))
    : field(listOf(item), options);

export const Nested = (type: () => Class, options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(structured(type, options), field(nested(type), options));

export const TextMap = (options: FieldOptions = {}): PropertyDecorator => field(textMap, options);

/** Of a record that extends another one: it lacks some of its fields, or has its own before them. */
export const Derived =
  (derivation: Parameters<typeof deriveFields>[1]): ClassDecorator =>
  (target) =>
    deriveFields(target, derivation);

function field(type: FieldType, options: FieldOptions): PropertyDecorator {
  return (target, name) => {
    const stated = { name: String(name), type, options };
    defineField(target.constructor, stated);
    Rules(stated)(target, name);
  };
}

function structured(type: () => Class, options: FieldOptions): PropertyDecorator {
  const build = Type(type);
  return options.typesOnly ? applyDecorators(build) : applyDecorators(build, ValidateNested());
}
