import { faker } from '@faker-js/faker/locale/en';
import type { Db } from '../../../database/db.js';
import type { FieldCipher } from '../../../database/encryption/field-cipher.js';
import { Filling, type Person } from '../filling.js';
import { personOf } from './contacts.js';

const many = 1_000_000;
const days = ['2026-11-28T18:30:00.0000000', '2026-03-02T00:00:05.0000000', '2024-02-29T23:59:59.0000000'];

const fillingOn = (now: string): Filling => new Filling({} as Db, {} as FieldCipher, faker, now, many);

const isRepeated = ({ activities }: Person): boolean =>
  new Set(activities.map(({ StartDate }) => StartDate)).size < activities.length;

describe('the contacts of a demo', () => {
  afterEach(() => jest.restoreAllMocks());

  it('have no two activities that begin at once, if all numbers that are drawn are the same', () => {
    jest.spyOn(faker.number, 'int').mockImplementation((options) => (options as { max: number }).max);
    for (const now of days) {
      const filling = fillingOn(now);
      for (let id = 1; id <= 1000; id++) expect(isRepeated(personOf(filling, id))).toBe(false);
    }
  });

  it('have no two activities at once, in every hundredth contact of a demo of a million, on several days', () => {
    for (const [seed, now] of days.entries()) {
      faker.seed(seed);
      const filling = fillingOn(now);
      for (let id = 1 + seed; id <= many; id += 100)
        if (isRepeated(personOf(filling, id))) throw new Error(`Contact ${id} of ${now} has an activity twice.`);
    }
  });
});
