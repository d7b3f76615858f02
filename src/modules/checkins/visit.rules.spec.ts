import { Conflict, Invalid } from '../../errors/errors.js';
import { atStart, isFinal, isOpen, progress, type Progress, linesAfter, totalCost } from './visit.rules.js';
import { status } from './checkin.entity.js';

const now = '2026-03-10T09:00:59.9999999';
const all = [0, 1, 2, 3, 4, 5];
const table: Record<number, number[]> = { 0: [1, 2, 3, 4, 5], 1: [0, 2, 3, 4, 5], 2: [0, 3, 5], 3: [], 4: [0], 5: [] };
const at = (Status: number, rest: Partial<Progress> = {}): Progress => ({
  ...atStart,
  Status,
  Completed: Status === status.completed,
  ...rest,
});

describe.each(all)('a visit with Status %i', (from) => {
  it.each(all)('can change to Status %i only if that change is documented', (to) => {
    const moved = () => progress(at(from), { Status: to }, false, now);
    if (from === to || table[from].includes(to)) expect(moved().Status).toBe(to);
    else expect(moved).toThrow(Conflict);
  });
});

it('counts the Status values Waiting to Serving as open, and Completed and Cancelled as final', () => {
  expect(all.filter(isOpen)).toEqual([0, 1, 2]);
  expect(all.filter(isFinal)).toEqual([3, 5]);
});

it('Completed means the same as Status 3', () => {
  expect(progress(at(2), { Completed: true }, false, now)).toMatchObject({
    Status: 3,
    Completed: true,
    CompletedTime: now,
  });
  expect(progress(at(2), { Status: 3 }, false, now)).toMatchObject({ Status: 3, Completed: true, CompletedTime: now });
  expect(progress(at(2), { Status: 2, Completed: false }, false, now).Status).toBe(2);
  expect(progress(at(2), { Completed: false }, false, now).Status).toBe(2);
  expect(() => progress(at(2), { Status: 0, Completed: true }, false, now)).toThrow(Invalid);
  expect(() => progress(at(3), { Completed: false }, false, now)).toThrow(Conflict);
  expect(() => progress(at(3), { Status: 0, Completed: false }, false, now)).toThrow(Conflict);
  expect(() => progress(at(4), { Completed: true }, false, now)).toThrow(Conflict);
});

it('applies Status or Completed, whichever differs from the stored visit', () => {
  expect(progress(at(2), { Status: 3, Completed: false }, false, now)).toMatchObject({ Status: 3, Completed: true });
  expect(progress(at(2), { Status: 2, Completed: true }, false, now)).toMatchObject({ Status: 3, Completed: true });
  expect(progress(at(3), { Status: 3, Completed: true }, false, now)).toEqual(at(3));
  expect(() => progress(at(3), { Status: 3, Completed: false }, false, now)).toThrow(Conflict);
  expect(() => progress(at(3), { Status: 2, Completed: true }, false, now)).toThrow(Conflict);
});

it('CompletedTime remains unchanged if a completed visit is completed again', () => {
  const done = at(3, { CompletedTime: '2026-03-01T00:00:00.0000000', TaskTime: 4 });
  expect(progress(done, { Completed: true }, false, now)).toEqual(done);
});

it('TaskTime has the whole minutes from Serving to Completed, unless the request sends it', () => {
  const serving = progress(at(1), { Status: 2 }, false, '2026-03-10T08:51:00.0000000');
  expect(serving.ServingTime).toBe('2026-03-10T08:51:00.0000000');
  expect(progress(serving, { Status: 3 }, false, now).TaskTime).toBe(9);
  expect(progress(serving, { Status: 3, TaskTime: 0 }, false, now).TaskTime).toBe(9);
  expect(progress({ ...serving, TaskTime: 12 }, { Status: 3, TaskTime: 0 }, false, now).TaskTime).toBe(0);
  expect(progress(serving, { Status: 3, TaskTime: 30 }, false, now).TaskTime).toBe(30);
  expect(progress({ ...serving, TaskTime: 12 }, { Status: 3 }, false, now).TaskTime).toBe(12);
  expect(progress(at(1), { Status: 3 }, false, now).TaskTime).toBe(0);
  const waiting = progress(serving, { Status: 0 }, false, now);
  expect(progress(waiting, { Status: 3 }, false, '2026-03-10T10:00:00.0000000').TaskTime).toBe(0);
});

it('ignores other fields of the request than those of the progress', () => {
  const visit = { ...at(0), LineId: 'a' };
  expect(Object.keys(progress(visit, { Status: 1 }, false, now)).sort()).toEqual(Object.keys(atStart).sort());
});

it('the progress of a forwarded visit is Waiting again', () => {
  for (const from of [0, 1, 2]) expect(progress(at(from), {}, true, now).Status).toBe(0);
  expect(progress(at(2), { Status: 2 }, true, now).Status).toBe(0);
  expect(progress(at(2), { Status: 0 }, true, now).Status).toBe(0);
  expect(() => progress(at(1), { Status: 2 }, true, now)).toThrow(Invalid);
});

const stored = { LineId: 'b', LineIds: ['a', 'b', 'c'] };

it.each([
  ['leaves LineId and LineIds unchanged if neither is sent', {}, stored],
  ['replaces the old line in LineIds by the sent LineId', { LineId: 'x' }, { LineId: 'x', LineIds: ['a', 'x', 'c'] }],
  [
    'leaves LineIds unchanged if it contains the sent LineId',
    { LineId: 'c' },
    { LineId: 'c', LineIds: ['a', 'b', 'c'] },
  ],
  [
    'leaves LineId unchanged if the sent LineIds contain it',
    { LineIds: ['x', 'b'] },
    { LineId: 'b', LineIds: ['x', 'b'] },
  ],
  [
    'sets LineId to the first of the sent LineIds if they lack LineId',
    { LineIds: ['x', 'y'] },
    { LineId: 'x', LineIds: ['x', 'y'] },
  ],
  [
    'stores LineId and LineIds if both are sent',
    { LineId: 'y', LineIds: ['x', 'y'] },
    { LineId: 'y', LineIds: ['x', 'y'] },
  ],
])('a visit %s', (_, sent, after) => {
  expect(linesAfter(stored, sent)).toEqual(after);
});

it('adds costs without binary rounding errors', () => {
  expect(totalCost([0.1, 0.2])).toBe(0.3);
  expect(totalCost([1.005, 0])).toBe(1.01);
  expect(totalCost([19.99, 19.99, 19.99])).toBe(59.97);
  expect(totalCost([0.0000001])).toBe(0);
  expect(totalCost([])).toBe(0);
});
