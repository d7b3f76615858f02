import { ChangeLog, type Change } from './change-log.js';

const changeOf = (index: number, Action = 'Insert'): Change => ({
  ...{ Record: 'School', Id: String(index), Action },
  After: { SchoolName: 'x'.repeat(100) },
});

/** A log with changes of the records from `from` to `to`, without `to`. */
function filled(log: ChangeLog, from: number, to: number): ChangeLog {
  for (let index = from; index < to; index++) log.add(changeOf(index));
  return log;
}

const idsOf = (log: ChangeLog): string[] => [...log.furtherRecords()].map(({ RecordId }) => RecordId);

it('lists every changed record of a transaction with more records than one entry holds', async () => {
  const first = filled(new ChangeLog(), 0, 199_999);
  expect(first.isDone).toBe(false);
  first.add(changeOf(199_999));
  expect(first.isDone).toBe(true);
  const second = filled(new ChangeLog(first), 200_000, 200_010);
  await first.pack();
  expect(second.count).toBe(200_010);
  const parts = second.parts();
  expect(parts).toEqual([first, second]);
  expect(parts.map(({ first: change }) => change?.Id)).toEqual(['0', '200000']);
  const listed = parts.flatMap((part) => [part.first!.Id, ...idsOf(part)]);
  expect(listed).toHaveLength(200_010);
  expect(new Set(listed).size).toBe(200_010);
});

it('stores the values of the first changes in full, and the keys of all others in every part', async () => {
  const first = filled(new ChangeLog(), 0, 200_000);
  const before = first.text();
  const second = filled(new ChangeLog(first), 200_000, 200_003);
  await first.pack();
  expect(first.text()).toBe(before);
  expect(first.stored().length).toBeGreaterThan(1000);
  expect(second.stored()).toEqual([]);
  expect(JSON.parse(second.text())).toEqual([
    { Record: 'School', Action: 'Insert', Count: 3, Ids: ['200000', '200001', '200002'] },
  ]);
});

it('begins another part if a few records change very often', () => {
  const log = new ChangeLog();
  for (let index = 0; index < 240_000; index++) log.add(changeOf(index % 3, 'Update'));
  expect(log.isDone).toBe(true);
  expect(idsOf(log)).toEqual(['1', '2']);
});

it('lists audited reads and drops personal values in all parts', async () => {
  const first = new ChangeLog();
  first.add({ Record: 'Contact', Id: '1', Action: 'ReadSSN' });
  first.add({ ...changeOf(2), Personal: { Owner: 'Contact:2', After: { Phone: '1' } } });
  const second = new ChangeLog(first);
  await first.pack();
  second.add({ Record: 'Contact', Id: '3', Action: 'ReadSSN' });
  expect(second.disclosures().map(({ Id }) => Id)).toEqual(['1', '3']);
  expect(first.personal()).toHaveLength(1);
  second.forgetValues();
  expect(first.personal()).toEqual([]);
});
