import { BadRequest } from '../errors/errors.js';

/** Maps the names of columns to fields of a set, in order of precedence. A column of `null` is left out. */
export type ColumnMap = ReadonlyMap<string, string | null>;

/** In a map, stands for all columns that the map does not name. */
export const otherColumns = '*';

type Columns = Readonly<Record<string, string | null>>;

const google: Columns = {
  'First Name': 'FirstName',
  'Given Name': 'FirstName',
  'Last Name': 'LastName',
  'Family Name': 'LastName',
  'Organization Name': 'BusinessName',
  'Organization 1 - Name': 'BusinessName',
  'Organization Title': 'Title',
  'Organization 1 - Title': 'Title',
  'Organization Department': 'Department',
  'Organization 1 - Department': 'Department',
  'E-mail 1 - Value': 'EmailWork',
  'E-mail 2 - Value': 'EmailPersonal',
  'Phone 1 - Value': 'Phone',
  'Phone 1 - Label': 'PhoneLabel',
  'Phone 1 - Type': 'PhoneLabel',
  'Phone 2 - Value': 'PhoneAlt',
  'Phone 2 - Label': 'AltPhoneLabel',
  'Phone 2 - Type': 'AltPhoneLabel',
  'Address 1 - Street': 'address_line1',
  'Address 1 - City': 'address_city',
  'Address 1 - Region': 'address_state',
  'Address 1 - Postal Code': 'address_zip',
  Birthday: 'DateOfBirth',
  Notes: 'AdditionalInformation',
  [otherColumns]: null,
};

/**
 * Title is the form of address. A birthday is left out, because its form depends on the settings of the computer that
 * wrote the file.
 */
const outlook: Columns = {
  'First Name': 'FirstName',
  'Last Name': 'LastName',
  Company: 'BusinessName',
  Department: 'Department',
  'Job Title': 'Title',
  Title: null,
  Birthday: null,
  'E-mail Address': 'EmailWork',
  'E-mail 2 Address': 'EmailPersonal',
  'Mobile Phone': 'Phone',
  'Primary Phone': 'Phone',
  'Home Phone': 'PhoneAlt',
  'Business Phone': 'PhoneAlt',
  'Home Street': 'address_line1',
  'Home City': 'address_city',
  'Home State': 'address_state',
  'Home Postal Code': 'address_zip',
  Notes: 'AdditionalInformation',
  [otherColumns]: null,
};

const shipped: ReadonlyMap<string, Columns> = new Map([
  ['google', google],
  ['outlook', outlook],
]);

/** Names of the maps for contacts that other programs export. */
export const shippedMaps = [...shipped.keys()];

export function shippedMap(name: string): ColumnMap | undefined {
  const columns = shipped.get(name);
  return columns && new Map(Object.entries(columns));
}

/** Reads a map from JSON: an object whose values are names of fields, or null. Throws BadRequest. */
export function columnMapOf(text: string): ColumnMap {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new BadRequest('The map is not valid JSON.');
  }
  const entries: [string, unknown][] =
    typeof json === 'object' && json !== null && !Array.isArray(json) ? Object.entries(json) : [];
  const isMap = entries.every(
    (entry): entry is [string, string | null] =>
      entry[1] === null || (typeof entry[1] === 'string' && entry[0] !== otherColumns),
  );
  if (!isMap || entries.length === 0)
    throw new BadRequest('The map must be an object such as {"First Name": "FirstName", "Labels": null, "*": null}.');
  return new Map(entries);
}
