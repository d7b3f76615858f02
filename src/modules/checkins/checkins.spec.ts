import { Conflict, Invalid } from '../../errors/errors.js';
import { atStart, isFinal, isOpen, lettersOf, progress, type Progress, linesAfter, totalCost } from './visit.rules.js';
import { status } from './checkin.entity.js';
import { forwarded, reportOf, type Leg } from './report/report.rules.js';

describe('rules of visits', () => {
  const now = '2026-03-10T09:00:59.9999999';
  const all = [0, 1, 2, 3, 4, 5];
  const table: Record<number, number[]> = {
    0: [1, 2, 3, 4, 5],
    1: [0, 2, 3, 4, 5],
    2: [0, 3, 5],
    3: [],
    4: [0],
    5: [],
  };
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
    expect(progress(at(2), { Status: 3 }, false, now)).toMatchObject({
      Status: 3,
      Completed: true,
      CompletedTime: now,
    });
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

  it('a line gets its initial as the letter of its tickets, or else the first letter that is free', () => {
    const letters = (...names: string[]) => [...lettersOf(names.map((Name, at) => ({ Id: `${at}`, Name }))).values()];
    expect(letters('Billing', 'advice', 'Bonds', 'Élan', 'Ordering', 'Почта')).toEqual(['B', 'A', 'C', 'E', 'D', 'F']);
    const many = letters(...Array.from({ length: 25 }, () => 'Line'));
    expect(many.slice(0, 24).toSorted().join('')).toBe('ABCDEFGHJKLMNPQRSTUVWXYZ');
    expect(many[24]).toBe('A');
  });

  it('adds costs without binary rounding errors', () => {
    expect(totalCost([0.1, 0.2])).toBe(0.3);
    expect(totalCost([1.005, 0])).toBe(1.01);
    expect(totalCost([19.99, 19.99, 19.99])).toBe(59.97);
    expect(totalCost([0.0000001])).toBe(0);
    expect(totalCost([])).toBe(0);
  });
});

describe('rules of the report', () => {
  const at = (minute: number): string => `2026-03-02T09:${String(minute).padStart(2, '0')}:45.0000000`;
  const leg = (Outcome: number, waited: number | null, TaskTime = 0, more: Partial<Leg> = {}): Leg => ({
    ...{
      Day: '2026-03-02',
      CustomerId: 'c',
      LocationId: 'o',
      LocationName: 'North',
      LineId: 'a',
      LineName: 'Advice',
      Outcome,
      TaskTime,
    },
    JoinedTime: '2026-03-02T09:00:30.0000000',
    CalledTime: null,
    ServingTime: waited === null ? null : at(waited),
    CompletedTime: null,
    EndTime: null,
    AppointmentId: null,
    BookedFor: null,
    ...more,
  });
  async function* stream(legs: Leg[]) {
    yield* legs;
  }
  const rowOf = async (...legs: Leg[]) => (await reportOf(stream(legs)))[0];

  it('counts the legs of visits by their outcome, and open legs only in Visits', async () => {
    const ended = [leg(3, 1, 5), leg(4, null), leg(5, null), leg(5, null), leg(forwarded, 3)];
    const open = [leg(0, null), leg(1, null, 0, { CalledTime: at(9) }), leg(2, 9)];
    const counts = { Completed: 1, NoShow: 1, Cancelled: 2, Forwarded: 1 };
    const alone = await rowOf(...ended);
    expect(alone).toMatchObject({ Day: '2026-03-02', LineName: 'Advice', Visits: 5, ...counts });
    expect(await rowOf(...ended, ...open)).toEqual({ ...alone, Visits: 8 });
  });

  it('computes the median and the 90th percentile of whole minutes', async () => {
    const waits = [10, 2, 4, 1, 3, 5, 6, 7, 8, 9];
    const row = await rowOf(...waits.map((minutes) => leg(3, minutes, minutes * 10)));
    expect(row).toMatchObject({ MedianWaitMinutes: 5.5, P90WaitMinutes: 9, MedianServiceMinutes: 55 });
    const odd = await rowOf(...[30, 10, 20].map((minutes) => leg(3, minutes, minutes)));
    expect(odd).toMatchObject({ MedianWaitMinutes: 20, P90WaitMinutes: 30, MedianServiceMinutes: 20 });
  });

  it('a wait ends at the first of Called, Serving and Completed', async () => {
    const all = { CalledTime: at(2), CompletedTime: at(30) };
    for (const [ended, minutes] of [
      [leg(3, 5, 0, all), 2],
      [leg(3, 5, 0, { ...all, CalledTime: null }), 5],
      [leg(3, null, 0, { ...all, CalledTime: null }), 30],
      [leg(4, null, 0, { CalledTime: at(7) }), 7],
    ] as const)
      expect((await rowOf(ended)).MedianWaitMinutes).toBe(minutes);
  });

  it('a service lasts from Serving to the end of the leg, or TaskTime of a Completed visit', async () => {
    const cancelled = leg(5, 2, 0, { EndTime: at(10) });
    expect((await rowOf(cancelled)).MedianServiceMinutes).toBe(8);
    expect((await rowOf(leg(forwarded, 2, 0, { EndTime: at(32) }))).MedianServiceMinutes).toBe(30);
    expect((await rowOf(leg(3, 2, 25, { EndTime: at(32) }))).MedianServiceMinutes).toBe(25);
  });

  it('the service time ignores legs that were not served, or whose service has no known end', async () => {
    const served = leg(3, 2, 30, { EndTime: at(32) });
    const row = await rowOf(served, leg(3, null, 0, { CompletedTime: at(1) }), leg(3, 2, 0, { CompletedTime: at(50) }));
    expect(row).toMatchObject({ Completed: 3, MedianServiceMinutes: 30 });
  });

  it('the minutes of a report are 0 if no customer was served', async () => {
    const row = await rowOf(leg(4, null));
    expect(row).toMatchObject({ MedianWaitMinutes: 0, P90WaitMinutes: 0, MedianServiceMinutes: 0 });
    expect(await reportOf(stream([]))).toEqual([]);
  });

  it('the report has one row for every day and line', async () => {
    const legs = [leg(3, 1), leg(3, 1, 0, { LineId: 'b' }), leg(3, 1, 0, { Day: '2026-03-03', LineId: 'b' })];
    const rows = await reportOf(stream(legs));
    expect(rows.map(({ Day, LineId }) => [Day, LineId])).toEqual([
      ['2026-03-02', 'a'],
      ['2026-03-02', 'b'],
      ['2026-03-03', 'b'],
    ]);
  });
});
