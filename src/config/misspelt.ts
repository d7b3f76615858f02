import { distance } from 'fastest-levenshtein';
import { wholeEnvironment } from './settings/environment.js';
import { fileSettings } from './settings/secret-files.js';

/**
 * Returns a warning for each variable whose name is nearly that of a setting: one character added, missing or wrong,
 * two swapped, or another letter case. Other variables belong to other programs.
 */
export function misspelt(variables: Readonly<Partial<Record<string, string>>> = process.env): string[] {
  const known = [...Object.keys(wholeEnvironment), ...fileSettings.map((name) => `${name}_FILE`)];
  return Object.keys(variables)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((each) => isNear(name.toUpperCase(), each));
      return meant === undefined ? [] : [`${name} is not a setting, so it is ignored. Do you mean ${meant}?`];
    });
}

function isNear(name: string, known: string): boolean {
  if (name.replaceAll(/\W|_/g, '') === known.replaceAll('_', '')) return true;
  // A short name such as HOST is one character away from many other words.
  if (known.length < 5) return false;
  const changes = distance(name, known);
  return changes === 1 || (changes === 2 && sorted(name) === sorted(known));
}

const sorted = (name: string): string => [...name].sort().join('');
