import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * Sequences of digits, letters and neighbouring keys, in both directions. Every part of a sequence is a run of keys.
 */
export const keyboardRows: readonly string[] = [
  '0123456789'.repeat(10),
  'abcdefghijklmnopqrstuvwxyz'.repeat(10),
  'qwertyuiopasdfghjklzxcvbnm'.repeat(10),
  'qwertzuiopasdfghjklyxcvbnm'.repeat(10),
  'azertyuiopqsdfghjklmwxcvbn'.repeat(10),
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((row) => [row, [...row].reverse().join('')]);

/**
 * Seasons, months and days of the week. People make a password of such a word and a year, and replace both at the next
 * change.
 */
export const calendarWords: readonly string[] = `spring summer autumn fall winter january february march april may june
  july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday
  wednesday thursday friday saturday sunday`.split(/\s+/);

/** Shorter words of the list of common passwords would block many passwords that contain them among digits. */
const shortestWord = 4;

/** Words of this service and well-known long phrases, which the lists of leaked passwords do not have. */
const wordsAndPhrases = `agency agencyoperations agencypassword insurancepassword companyname companypassword
  thisisapassword thisismypassword mysecretpassword mysupersecretpassword enteryourpassword averylongpassword
  verylongpassword supersecretpassword passwordisapassword iloveyousomuch iloveyouforever jesuslovesme
  unitedstatesofamerica foreverandever correcthorsebatterystaple winteriscoming maytheforcebewithyou tobeornottobe
  thequickbrownfox thequickbrownfoxjumpsoverthelazydog onceuponatime loremipsumdolor loremipsumdolorsitamet
  supercalifragilisticexpialidocious`.split(/\s+/);

/** Widely used passwords and the words in them, in lower case and without surrounding digits. */
export const blockedPasswords: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'].filter((word) => word.length >= shortestWord),
  ...wordsAndPhrases,
]);
