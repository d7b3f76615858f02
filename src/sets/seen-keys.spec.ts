import 'reflect-metadata';
import { Guid } from '../record/fields.js';
import { fieldsOf } from '../record/metadata.js';
import { SeenKeys } from './seen-keys.js';

class Keyed {
  @Guid() Id!: Guid;
}

it('keeps the keys of an unsorted file up to 64 MiB, and then asks for a sorted file', () => {
  const keys = new SeenKeys(fieldsOf(Keyed), true);
  let kept = 0;
  const fill = (): void => {
    for (;;) {
      keys.repeats({ Id: kept.toString(16).padStart(32, '0') });
      kept++;
    }
  };
  expect(fill).toThrow(/^The file is not in the order of its key \(Id\) and has more than [\d,]+ rows: sort it/);
  expect(kept).toBeGreaterThan(700_000);
  expect(kept).toBeLessThan(1_000_000);
});
