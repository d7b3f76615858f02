import { reportOf, type ReportedVisit } from './report.rules.js';

const visit = (
  Status: number,
  waited: number | null,
  TaskTime = 0,
  more: Partial<ReportedVisit> = {},
): ReportedVisit => ({
  ...{ Day: '2026-03-02', LocationId: 'o', LocationName: 'North', LineId: 'a', LineName: 'Advice', Status, TaskTime },
  SignInTime: '2026-03-02T09:00:30.0000000',
  ServingTime: waited === null ? null : `2026-03-02T09:${String(waited).padStart(2, '0')}:45.0000000`,
  ...more,
});
async function* stream(visits: ReportedVisit[]) {
  yield* visits;
}

it('counts visits by what became of them', async () => {
  const visits = [visit(3, 1, 5), visit(4, null), visit(5, null), visit(5, null), visit(0, null), visit(2, 3)];
  const [row, ...others] = await reportOf(stream(visits));
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    Day: '2026-03-02',
    LineName: 'Advice',
    Visits: 6,
    Completed: 1,
    NoShow: 1,
    Cancelled: 2,
  });
});

it('takes the median and the ninetieth percentile of whole minutes', async () => {
  const waits = [10, 2, 4, 1, 3, 5, 6, 7, 8, 9];
  const [row] = await reportOf(stream(waits.map((minutes) => visit(3, minutes, minutes * 10))));
  expect(row).toMatchObject({ MedianWaitMinutes: 5.5, P90WaitMinutes: 9, MedianServiceMinutes: 55 });
  const [odd] = await reportOf(stream([30, 10, 20].map((minutes) => visit(3, minutes, minutes))));
  expect(odd).toMatchObject({ MedianWaitMinutes: 20, P90WaitMinutes: 30, MedianServiceMinutes: 20 });
});

it('has 0 where nobody was served', async () => {
  const [row] = await reportOf(stream([visit(4, null)]));
  expect(row).toMatchObject({ MedianWaitMinutes: 0, P90WaitMinutes: 0, MedianServiceMinutes: 0 });
  expect(await reportOf(stream([]))).toEqual([]);
});

it('has a row for every day and line', async () => {
  const visits = [visit(3, 1), visit(3, 1, 0, { LineId: 'b' }), visit(3, 1, 0, { Day: '2026-03-03', LineId: 'b' })];
  const rows = await reportOf(stream(visits));
  expect(rows.map(({ Day, LineId }) => [Day, LineId])).toEqual([
    ['2026-03-02', 'a'],
    ['2026-03-02', 'b'],
    ['2026-03-03', 'b'],
  ]);
});
