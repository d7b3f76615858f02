import { phonesIn, readPhone, type Country } from './phone.js';

/** A mobile number of each country: its code, its national number, and how people in the country write it. */
const mobiles: Readonly<Record<string, readonly [code: string, national: string, ...written: string[]]>> = {
  US: ['1', '5052345678', '(505) 234-5678', '505-234-5678', '505.234.5678', '1 505 234 5678', '(505)2345678'],
  DE: ['49', '1711234567', '0171 1234567', '0171/1234567', '0171 / 12 34 567', '(0171) 1234567', '0171-123 45 67'],
  GB: ['44', '7911123456', '07911 123456', '07911 123 456', '(07911) 123456', '07911-123456', '079 1112 3456'],
  FR: ['33', '612345678', '06 12 34 56 78', '06.12.34.56.78', '06-12-34-56-78', '06/12/34/56/78', '0612345678'],
  IT: ['39', '3471234567', '347 123 4567', '347 1234567', '347/1234567', '347.123.4567', '347-1234567'],
  ES: ['34', '612345678', '612 345 678', '612 34 56 78', '612-345-678', '612.345.678', '612345678'],
  AT: ['43', '6641234567', '0664 1234567', '0664/1234567', '0664 123 45 67', '0664/123 45 67', '(0664) 1234567'],
  CH: ['41', '791234567', '079 123 45 67', '079/123 45 67', '079-123-45-67', '079.123.45.67', '079 1234567'],
  MX: ['52', '5512345678', '55 1234 5678', '(55) 1234 5678', '55-1234-5678', '55.1234.5678', '5512345678'],
  BR: ['55', '11912345678', '(11) 91234-5678', '11 91234-5678', '(11)91234-5678', '011 91234 5678', '11 9 1234-5678'],
};
const countries = Object.keys(mobiles) as Country[];

/** The same number as programs and other people write it. */
function usual(country: Country): string[] {
  const [code, national, ...written] = mobiles[country];
  const number = `+${code}${national}`;
  const parts = `${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
  const inDigits = (zero: number): string =>
    number.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  return [
    ...written,
    ...written.flatMap((text) => [`Cell: ${text}`, `${text} (mobile)`, `  ${text};`, `📱 ${text}`, `"${text}"`]),
    ...[
      number,
      `+${code} ${parts}`,
      `+${code}-${parts.replaceAll(' ', '-')}`,
      `(+${code}) ${parts}`,
      `+ ${code} ${parts}`,
    ],
    ...[`00${code}${national}`, `00 ${code} ${parts}`, `+${code} (${national.slice(0, 3)}) ${national.slice(3)}`],
    ...[`tel:${number}`, `callto:${number}`, `TEL;TYPE=CELL:${number}`, `iPhone ${number}`, `WhatsApp ${number}`],
    ...[`'${number}`, `="${number}"`, `<${number}>`, `${number}.0`, `\u202A${number}\u202C`, `+${code}\u00A0${parts}`],
    ...[`＋${code} ${parts}`, inDigits(0xff10), inDigits(0x660), inDigits(0x6f0)],
  ];
}

/** Texts from which a careful person would not send a text message. */
function unclear(country: Country): string[] {
  const [code, national, written] = mobiles[country];
  const number = `+${code}${national}`;
  const other = `${written.slice(0, -1)}9`;
  const [short, shorter] = [written.slice(0, -1), written.slice(0, -2)];
  const names = ['Mom', 'ask for Ann', 'not', 'old', 'fax', 'c/o', 'мама', '妈妈', 'no text'];
  const separators = [
    '/',
    ', ',
    '; ',
    ' ',
    ' or ',
    ' & ',
    '\n',
    '|',
    ' - ',
    '–',
    ' + ',
    '+',
    ' = ',
    ' → ',
    ' <',
    '_',
    '•',
  ];
  const extensions = [' x12', ' ext. 12', 'x12', ';ext=12', ' #12', ',,12', ' DW 12', ' *12', ' (12)', ' [12]', ' -12'];
  const endings = [
    '/8',
    '\\8',
    '|8',
    '&8',
    ' -8',
    '–8',
    '—8',
    '.8',
    '..8',
    ' ~8',
    ' 8',
    '¹',
    '½',
    ' ①',
    ' und 8',
    ' –12',
  ];
  return [
    ...names.flatMap((name) => [`${name} ${written}`, `${written} (${name})`]),
    ...separators.flatMap((separator) => [`${written}${separator}${other}`, `${number}${separator}${other}`]),
    ...[...extensions, ...endings].map((ending) => `${written}${ending}`),
    ...[`${written}?`, `${short}?`, `${short}*`, `${short}x`, `${short}_`, `${short}-`, `${short}#`, `${short}O`],
    ...[`${shorter}xx`, `${shorter}__`, `${shorter}…`, `${shorter}...`, `${shorter}??`],
    ...[`🚫 ${written}`, `❌${written}`, `~${written}`, `≠${written}`, `📠 ${written}`],
    ...[`+${number}`, `+${code} 00${code}${national}`, `+${code}+${code}${national}`],
    ...['2026-11-27', '27/11/2026', '2026-11-27 10', '06.07.2026 12', '07.11.2026 123', '1764237600000', '46353.4375'],
    ...['12345', '911', '112', '118 118', '1-800-FLOWERS', '1-800-356-9377', '900-234-5678', '505-CALL-NOW'],
    ...['5.05E+09', '+1 555 555 5555', '0000000000', '9999999999', '06 00 00 00 00', '0171 1111111', '192.168.10.20'],
    ...['*67 505 234 5678', '*31#0171 1234567', 'sip:5052345678@example.com', 'tel:2345678;phone-context=+1505'],
  ];
}

/** The number that gets the text messages; undefined if the field refuses the text, or no message is sent. */
function receiver(text: string, country: Country): string | undefined {
  const { e164, untextable } = readPhone(text, country);
  return phonesIn(text, country).length === 1 && e164 !== null && untextable === undefined ? e164 : undefined;
}

describe('the receiver of text messages', () => {
  it.each(countries)('is the number that people and programs in %s write in their usual ways', (country) => {
    const [code, national] = mobiles[country];
    const wrong = usual(country).filter((text) => receiver(text, country) !== `+${code}${national}`);
    expect(wrong).toEqual([]);
  });

  it.each(countries)('is nobody if a text in %s leaves open which number or person it means', (country) => {
    const texted = unclear(country).filter((text) => receiver(text, country) !== undefined);
    expect(texted).toEqual([]);
  });

  it.each(countries)(
    'in %s is never another number with the same digits after the code of another country',
    (country) => {
      const wrong = countries.flatMap((other) => {
        const [code, national] = mobiles[other];
        const sent = [`+${code}${national}`, `00${code}${national}`, `011${code}${national}`, `${code}${national}`];
        return sent.filter((text) => ![undefined, `+${code}${national}`].includes(receiver(text, country)));
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each<[string, Country]>([
    // A German mobile number without its 0, or a number of the United States without its plus.
    ['15052345678', 'DE'],
    ['6592345678', 'AT'],
    // A number of Norway or Singapore, or one of the United States that a program has filled up with zeros.
    ['004792345678', 'US'],
    ['006592345678', 'US'],
  ])('is nobody for %j in %s, which is a number of two countries', (text, country) => {
    expect(readPhone(text, country).untextable).toMatch(/another country/);
  });
});
