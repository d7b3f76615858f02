import { forwarded, reportOf, type Leg } from './report.rules.js';

const at = (minute: number): string => `2026-03-02T09:${String(minute).padStart(2, '0')}:45.0000000`;
const leg = (Outcome: number, waited: number | null, TaskTime = 0, more: Partial<Leg> = {}): Leg => ({
  ...{ Day: '2026-03-02', LocationId: 'o', LocationName: 'North', LineId: 'a', LineName: 'Advice', Outcome, TaskTime },
  JoinedTime: '2026-03-02T09:00:30.0000000',
  CalledTime: null,
  ServingTime: waited === null ? null : at(waited),
  CompletedTime: null,
  EndTime: null,
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
