import type { FieldError } from '../../record/field-error.js';
import type { Class } from '../../record/field-types.js';
import { fieldOf, fieldsOf } from '../../record/metadata.js';

/**
 * Adds the key of the item, such as ContactId, to the Meta of each error of an item of a list: `Contacts[317].Phone`
 * alone does not tell a person which contact to correct. `json` is the body of the request.
 */
export function withItemKeys(errors: readonly FieldError[], request: Class | undefined, json: unknown): FieldError[] {
  return errors.map((error) => {
    const key = request && keyOf(error.FieldName, request, json);
    return key ? { ...error, Meta: { ...error.Meta, ...key } } : error;
  });
}

function keyOf(path: string, request: Class, json: unknown): Record<string, string> | undefined {
  const [, list = '', at] = /^(\w+)\[(\d+)\]/.exec(path) ?? [];
  const item = fieldOf(request, list)?.type.item?.record?.();
  const name = item && fieldsOf(item).find(({ options }) => options.key !== undefined)?.name;
  if (!name) return undefined;
  const items = (json as Record<string, unknown> | undefined)?.[list];
  const sent = Array.isArray(items) ? (items as (Record<string, unknown> | null)[])[Number(at)]?.[name] : undefined;
  const key = typeof sent === 'number' ? String(sent) : sent;
  // Only a number or a GUID: an error never repeats other text.
  return typeof key === 'string' && /^(\d{1,10}|[\da-f-]{32,36})$/i.test(key) ? { [name]: key } : undefined;
}
