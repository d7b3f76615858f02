import { faker } from '@faker-js/faker/locale/en';
import { sourceOf } from './filling.js';

describe('the random source of a part of the demo', () => {
  const drawn = (part: string, seed: number): string => sourceOf(part, seed, faker).string.uuid();

  it('draws the same for the same part and seed, whatever other sources have drawn', () => {
    const first = drawn('visits', 1);
    faker.string.uuid();
    drawn('images', 1);
    expect(drawn('visits', 1)).toBe(first);
  });

  it('draws something else for another part, and for another seed', () => {
    const all = [drawn('visits', 1), drawn('images', 1), drawn('visits', 2), drawn('visit', 1), drawn('', 1)];
    expect(new Set(all).size).toBe(all.length);
  });
});
