import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  startImports,
  type ImportSuite,
  type LoggedLine,
  type ShownImport,
} from '../../../test/support/suites/imports.js';

let suite: ImportSuite;

beforeAll(async () => {
  suite = await startImports();
});
afterAll(() => suite.app.close());

const folder = join(__dirname, '../../../test/support/data/files-of-people');
const uploaded = async (name: string): Promise<ShownImport> =>
  suite.upload(await readFile(join(folder, name)), { name, type: '' });
/** The recognised columns of an import, with their fields. */
const fieldsOf = ({ Columns }: ShownImport): Record<string, string> =>
  Object.fromEntries(Columns.filter(({ Field }) => Field !== '').map(({ Column, Field }) => [Column, Field]));
/** The new values of each line, by field. */
const valuesOf = (rows: readonly LoggedLine[]): Record<number, Record<string, string>> => {
  const lines: Record<number, Record<string, string>> = {};
  for (const { Line, Field, To, Message } of rows) if (Message === '') (lines[Line] ??= {})[Field] = To;
  return lines;
};

it.each<[string, Record<string, string>]>([
  [
    'outlook.csv',
    {
      'First Name': 'FirstName',
      'Last Name': 'LastName',
      'Job Title': 'Title',
      'E-mail Address': 'EmailWork',
      'E-mail 2 Address': 'EmailPersonal',
      'Business Phone': 'Phone',
      'Other Phone': 'PhoneAlt',
      Department: 'Department',
      Company: 'BusinessName',
      'Business Street': 'address_line1',
      'Business City': 'address_city',
      'Business State': 'address_state',
      'Business Postal Code': 'address_zip',
      Birthday: 'DateOfBirth',
      Notes: 'AdditionalInformation',
    },
  ],
  [
    'google.csv',
    {
      'First Name': 'FirstName',
      'Last Name': 'LastName',
      'Organization Name': 'BusinessName',
      'Organization Title': 'Title',
      'Organization Department': 'Department',
      Birthday: 'DateOfBirth',
      Notes: 'AdditionalInformation',
      'E-mail 1 - Value': 'EmailWork',
      'E-mail 2 - Value': 'EmailPersonal',
      'Phone 1 - Label': 'PhoneLabel',
      'Phone 1 - Value': 'Phone',
      'Phone 2 - Label': 'AltPhoneLabel',
      'Phone 2 - Value': 'PhoneAlt',
      'Address 1 - Street': 'address_line1',
      'Address 1 - City': 'address_city',
      'Address 1 - Region': 'address_state',
      'Address 1 - Postal Code': 'address_zip',
    },
  ],
  [
    'salesforce.csv',
    {
      'First Name': 'FirstName',
      'Last Name': 'LastName',
      Title: 'Title',
      'Account Name': 'BusinessName',
      'Mailing Street': 'address_line1',
      'Mailing City': 'address_city',
      'Mailing State/Province': 'address_state',
      'Mailing Zip/Postal Code': 'address_zip',
      Phone: 'Phone',
      Mobile: 'PhoneAlt',
      Email: 'EmailWork',
      Birthdate: 'DateOfBirth',
      Department: 'Department',
      'Lead Source': 'SourceTypeDesc',
      Description: 'AdditionalInformation',
    },
  ],
  [
    'hubspot.csv',
    {
      'First Name': 'FirstName',
      'Last Name': 'LastName',
      Email: 'EmailWork',
      'Phone Number': 'PhoneAlt',
      'Mobile Phone Number': 'Phone',
      'Company Name': 'BusinessName',
      'Job Title': 'Title',
      'Street Address': 'address_line1',
      City: 'address_city',
      'State/Region': 'address_state',
      'Postal Code': 'address_zip',
      'Date of birth': 'DateOfBirth',
    },
  ],
  [
    'office.csv',
    {
      'Client name': 'Name',
      'E-Mail': 'EmailWork',
      Telephone: 'Phone',
      Street: 'address_line1',
      City: 'address_city',
      ST: 'address_state',
      'Zip Code': 'address_zip',
      'D.O.B.': 'DateOfBirth',
      'Job Title': 'Title',
      Remarks: 'AdditionalInformation',
    },
  ],
  [
    'city-and-state.csv',
    {
      Name: 'Name',
      Cell: 'Phone',
      Address: 'address_line1',
      Town: 'address_city',
      State: 'address_state',
      ZIP: 'address_zip',
      Notes: 'AdditionalInformation',
    },
  ],
  [
    'oficina.csv',
    {
      Nombre: 'FirstName',
      Apellidos: 'LastName',
      'Correo electrónico': 'EmailWork',
      'Teléfono móvil': 'Phone',
      'Teléfono fijo': 'PhoneAlt',
      Dirección: 'address_line1',
      Ciudad: 'address_city',
      Provincia: 'address_state',
      'Código postal': 'address_zip',
      'Fecha de nacimiento': 'DateOfBirth',
      Observaciones: 'AdditionalInformation',
    },
  ],
  ['clientes.csv', { Nombre: 'Name', Correo: 'EmailWork', Teléfono: 'Phone', Notas: 'AdditionalInformation' }],
])('recognises the columns of %s, and imports them', async (name, expected) => {
  const shown = await uploaded(name);
  expect(fieldsOf(shown)).toEqual(expected);
  expect(shown).toMatchObject({ Invalid: 0 });
  expect(Number(shown.Inserted) + Number(shown.Doubtful)).toBe(shown.Rows);
});

it('divides full names into first and last names, and asks about those that are not plain', async () => {
  const shown = await uploaded('office.csv');
  const rows = await suite.rowsOf(shown);
  const names = Object.entries(valuesOf(rows)).map(([, { FirstName = '', MiddleInitial = '', LastName, Name }]) =>
    [FirstName, MiddleInitial, LastName, Name].join('/'),
  );
  expect(names).toEqual([
    'Abigail//Lemke/Abigail Lemke',
    'Theodore//Ramsey/Theodore Ramsey',
    'Ursula/K/Vance/Ursula Vance',
    'Ludwig//van der Berg/Ludwig van der Berg',
    'Dr. Helen//Marsh/Dr. Helen Marsh',
    '//Cher/Cher',
  ]);
  const doubts = rows.filter(({ ErrorCode }) => ErrorCode !== '').map(({ Line, Message }) => [Line, Message]);
  expect(doubts).toEqual([
    [
      5,
      expect.stringContaining('it becomes first name “Ludwig”, last name “van der Berg”. Or give first and last names'),
    ],
    [6, expect.stringContaining('it becomes first name “Dr. Helen”, last name “Marsh”')],
    [7, expect.stringContaining('it becomes last name “Cher”')],
  ]);
  expect(shown).toMatchObject({ Inserted: 3, Doubtful: 3 });
});

it('leaves the full name of a stored contact whole, and of a contact with a column of last names', async () => {
  const id = await suite.added({ FirstName: 'Gudrun', LastName: 'Full' });
  const stored = await suite.upload(`ContactId,Name,Remarks\n${id},Gudrun Full,x\n`);
  expect((await suite.rowsOf(stored)).map(({ Field }) => Field)).toEqual(['AdditionalInformation']);
  const both = await suite.upload('Client,Last name\nSomebody Else,Own\n');
  expect(fieldsOf(both)).toEqual({ 'Last name': 'LastName' });
});

it('takes State for the name of StateID, unless it is beside other parts of an address', async () => {
  expect(fieldsOf(await suite.upload('LastName,State\nAlone,TX\n'))).toMatchObject({ State: 'StateID' });
  expect(fieldsOf(await suite.upload('LastName,State,City\nBeside,TX,Austin\n'))).toMatchObject({
    State: 'address_state',
  });
});

it('recognises the titles of activities', async () => {
  const name = 'Fabiola Tracked';
  await suite.added({ FirstName: 'Fabiola', LastName: 'Tracked' }, suite.agent);
  const shown = await suite.upload(
    `Client,Type,Date,Result,Remarks\n${name},Phone call,2026-02-01 10:00,Reached,ok\n`,
    {
      query: '?Into=activities',
      as: suite.agent,
    },
  );
  expect(Object.values(fieldsOf(shown))).toEqual(['ContactId', 'EventTypeId', 'StartDate', 'Outcome', 'Note']);
  expect(shown).toMatchObject({ Inserted: 1, Invalid: 0 });
});
