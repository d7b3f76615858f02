import fc from 'fast-check';
import { fromDate } from '../../../record/values/datetime.js';
import { CallOrder } from './call-order.js';
import { forecast, queueOf, type OpenVisit } from './queue.rules.js';

const minute = 60_000;
const opening = Date.UTC(2026, 2, 10, 9);
const at = (minutes: number): string => fromDate(new Date(opening + minutes * minute));

/** A customer of a simulated day; the numbers are minutes since the office opened. */
interface Customer {
  Id: string;
  LineId: string;
  BookedFor: string | null;
  /** The time of the booking, also of a customer who came too late to be called by it. */
  booked: number | null;
  arrives: number;
  minutes: number;
}

interface Call {
  customer: Customer;
  time: number;
  /** The customers who waited on the station's lines, with the called one. */
  waiting: readonly Customer[];
}

type Choice = (waiting: readonly Customer[], time: number) => Customer | undefined;

const byRule: Choice = (waiting, time) => new CallOrder(waiting).first(opening + time * minute);
const byArrival: Choice = ([first]) => first;
const bookedFirst: Choice = (waiting) => waiting.find(({ BookedFor }) => BookedFor !== null) ?? waiting[0];

/** Lets each free station call by `choice`, minute by minute, until all customers are served. */
function callsOf(customers: readonly Customer[], stations: readonly (readonly string[])[], choice = byRule): Call[] {
  const freeAt = stations.map(() => 0);
  const coming = [...customers].sort((one, other) => one.arrives - other.arrives || (one.Id < other.Id ? -1 : 1));
  const there: Customer[] = [];
  const calls: Call[] = [];
  for (let time = 0; coming.length + there.length > 0; time++) {
    while (coming.length > 0 && coming[0].arrives <= time) there.push(coming.shift()!);
    stations.forEach((lines, desk) => {
      const waiting = there.filter(({ LineId }) => lines.includes(LineId));
      if (freeAt[desk] > time || waiting.length === 0) return;
      const customer = choice(waiting, time);
      // A station that calls nobody, although somebody waits, would idle.
      if (!customer) throw new Error(`Station ${desk} idles at ${time}.`);
      calls.push({ customer, time, waiting });
      there.splice(there.indexOf(customer), 1);
      freeAt[desk] = time + customer.minutes;
    });
  }
  return calls;
}

/** What is wrong with a call by the rule, in words; an empty list if nothing is. */
function wrongsOf({ customer, time, waiting }: Call): string[] {
  const isDue = ({ BookedFor }: Customer): boolean => BookedFor !== null && BookedFor <= at(time + 5);
  const first = waiting.filter(isDue).map(({ BookedFor }) => BookedFor!);
  if (isDue(customer)) return first.some((other) => other < customer.BookedFor!) ? ['a later booking went first'] : [];
  if (first.length > 0) return ['a due booking was skipped'];
  const walkIns = waiting.filter(({ BookedFor }) => BookedFor === null);
  if (customer.BookedFor === null)
    return walkIns.some(({ arrives }) => arrives < customer.arrives) ? ['a later walk-in went first'] : [];
  if (walkIns.length > 0) return ['a booking was called early past somebody who waits'];
  return waiting.some(({ BookedFor }) => BookedFor! < customer.BookedFor!) ? ['a later booking went early'] : [];
}

/** Random numbers from 0 to 1 that are the same for each run: a linear congruential generator. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A day of eight hours at three stations: services of 20 minutes, six walk-ins an hour, one place each 20 minutes, of
 * which 85 % are booked. Of those who booked, 12 % do not come, and 10 % come up to half an hour late.
 */
function dayOf(seed: number): Customer[] {
  const random = randomOf(seed);
  const customers: Customer[] = [];
  const add = (arrives: number, booked: number | null): void => {
    const BookedFor = booked === null || arrives > booked + 10 ? null : at(booked);
    const Id = String(customers.length).padStart(3, '0');
    customers.push({ Id, LineId: 'a', BookedFor, booked, arrives: Math.max(0, Math.round(arrives)), minutes: 20 });
  };
  for (let time = 0; time < 480; time -= 10 * Math.log(1 - random())) if (time > 0) add(time, null);
  for (let time = 0; time < 480; time += 20) {
    if (random() > 0.85 || random() < 0.12) continue;
    add(random() < 0.1 ? time + 30 * random() : time - 20 * random(), time);
  }
  return customers;
}

describe('order of calls', () => {
  const customers = fc
    .array(
      fc.record({
        LineId: fc.constantFrom('a', 'b', 'c'),
        booked: fc.option(fc.integer({ min: 0, max: 16 }).map((quarter) => quarter * 15)),
        early: fc.integer({ min: -10, max: 45 }),
        walksIn: fc.integer({ min: 0, max: 240 }),
        minutes: fc.integer({ min: 1, max: 40 }),
      }),
      { maxLength: 40 },
    )
    .map((all) =>
      all.map(({ LineId, booked, early, walksIn, minutes }, index): Customer => {
        const arrives = booked === null ? walksIn : Math.max(0, booked - early);
        const BookedFor = booked === null ? null : at(booked);
        return { Id: String(index).padStart(3, '0'), LineId, BookedFor, booked, arrives, minutes };
      }),
    );
  const stations = fc.constantFrom([['a', 'b', 'c']], [['a', 'b'], ['c'], ['a', 'b', 'c']], [['a'], ['b'], ['c', 'a']]);

  it('calls nobody early past somebody who waits, skips no due booking, and lets no station idle', () => {
    fc.assert(
      fc.property(customers, stations, (all, desks) => {
        const calls = callsOf(all, desks);
        expect(calls).toHaveLength(all.length);
        expect(calls.flatMap(wrongsOf)).toEqual([]);
      }),
      { seed: 23, numRuns: 500 },
    );
  });

  it('calls booked customers at their time on 300 simulated days, at little cost to walk-ins', () => {
    const p90 = (minutes: readonly number[]): number =>
      [...minutes].sort((one, other) => one - other)[Math.ceil(0.9 * minutes.length) - 1];
    const days = Array.from({ length: 300 }, (_, seed) => dayOf(seed));
    const delays = (choice: Choice) => {
      const calls = days.flatMap((day) => callsOf(day, [['a'], ['a'], ['a']], choice));
      expect(calls).toHaveLength(days.flat().length);
      const booked = calls.filter(({ customer: { BookedFor } }) => BookedFor !== null);
      const walkIns = calls.filter(({ customer }) => customer.booked === null);
      return {
        booked: p90(
          booked.map(({ customer, time }) => Math.max(0, time - Math.max(customer.booked!, customer.arrives))),
        ),
        walkIns: p90(walkIns.map(({ customer, time }) => time - customer.arrives)),
        wrongs: calls.flatMap(wrongsOf).length,
      };
    };
    const rule = delays(byRule);
    const arrival = delays(byArrival);
    const always = delays(bookedFirst);
    expect(rule.wrongs).toBe(0);
    expect(arrival.wrongs).toBeGreaterThan(0);
    expect(always.wrongs).toBeGreaterThan(0);
    expect(rule.booked).toBeLessThan(arrival.booked / 3);
    expect(rule.walkIns).toBeLessThan(always.walkIns);
  });
});

describe('forecast of the queue', () => {
  const now = '2026-03-10T09:00:00.0000000';
  interface Given {
    Status?: number;
    BookedFor?: string | null;
    StationId?: string;
    ServingTime?: string;
  }
  const visit = (Id: string, LineId: string, ServiceDurationMinutes: number, more: Given = {}) => ({
    ...{ Id, LineId, ServiceDurationMinutes, Status: 0, BookedFor: null, StationId: null, ServingTime: null },
    ...more,
  });
  const station = (StationId: string, ...LineIds: string[]) => ({ StationId, LineIds });
  const waits = (...given: [ReturnType<typeof visit>[], ReturnType<typeof station>[]]) =>
    Object.fromEntries(forecast(...given, now));

  it('the forecast lets a station that serves several lines serve one customer at a time', () => {
    const visits = [visit('1', 'a', 20), visit('2', 'b', 30), visit('3', 'c', 10), visit('4', 'a', 20)];
    expect(waits(visits, [station('s', 'a', 'b', 'c')])).toEqual({ 1: 0, 2: 20, 3: 50, 4: 60 });
  });

  it('the forecast gives the next visit to the station that is free first, then to the lower StationId', () => {
    const visits = [visit('1', 'a', 20), visit('2', 'a', 10), visit('3', 'b', 5), visit('4', 'a', 20)];
    expect(waits(visits, [station('t', 'a', 'b'), station('s', 'a')])).toEqual({ 1: 0, 2: 0, 3: 10, 4: 15 });
  });

  it('the forecast frees a station when the usual duration is over, or now if it is exceeded', () => {
    const serving = (Id: string, StationId: string, time: string) =>
      visit(Id, 'a', 20, { Status: 2, StationId, ServingTime: `2026-03-10T${time}.0000000` });
    const busy = serving('1', 's', '08:44:30');
    expect(waits([busy, visit('2', 'a', 20)], [station('s', 'a')])).toEqual({ 2: 5 });
    const overdue = serving('1', 's', '07:00:00');
    expect(waits([overdue, visit('2', 'a', 20)], [station('s', 'a')])).toEqual({ 2: 0 });
    const called = visit('1', 'a', 20, { Status: 1, StationId: 's' });
    expect(waits([called, visit('2', 'a', 20)], [station('s', 'a')])).toEqual({ 2: 20 });
  });

  it('the forecast assumes one separate station for a line that no open station serves', () => {
    const visits = [visit('1', 'x', 20, { Status: 2, ServingTime: now }), visit('2', 'x', 10), visit('3', 'y', 10)];
    expect(waits([...visits, visit('4', 'x', 10)], [station('s', 'a')])).toEqual({ 2: 20, 3: 0, 4: 30 });
  });

  it('the forecast calls due booked visits first, then walk-ins, then booked visits before their time', () => {
    const visits = [
      visit('walk-in', 'a', 20),
      visit('due', 'a', 20, { BookedFor: at(5) }),
      visit('later', 'a', 20, { BookedFor: at(45) }),
      visit('overdue', 'a', 20, { BookedFor: at(-30) }),
      visit('last', 'a', 20),
    ];
    expect(waits(visits, [station('s', 'a')])).toEqual({ overdue: 0, due: 20, later: 40, 'walk-in': 60, last: 80 });
    expect(waits(visits.slice(0, 3), [station('s', 'a')])).toEqual({ due: 0, 'walk-in': 20, later: 40 });
    expect(waits([visits[2]], [station('s', 'a')])).toEqual({ later: 0 });
  });

  it('the forecast lets expected customers come at their time, and those who are late come now', () => {
    const expected = (LineId: string, minutes: number) => ({
      LineId,
      BookedFor: at(minutes),
      ServiceDurationMinutes: 20,
    });
    const three = ['1', '2', '3'].map((Id) => visit(Id, 'a', 20));
    const of = (...ahead: ReturnType<typeof expected>[]) =>
      Object.fromEntries(forecast(three, [station('s', 'a')], now, ahead));
    expect(of()).toEqual({ 1: 0, 2: 20, 3: 40 });
    expect(of(expected('a', 30))).toEqual({ 1: 0, 2: 20, 3: 60 });
    expect(of(expected('a', 60))).toEqual({ 1: 0, 2: 20, 3: 40 });
    expect(of(expected('a', -5))).toEqual({ 1: 20, 2: 40, 3: 60 });
    expect(of(expected('b', -5))).toEqual({ 1: 0, 2: 20, 3: 40 });
  });

  it('the forecast lets an idle station wait for the customer of another line who is expected on its lines', () => {
    const busy = visit('1', 'a', 30, { Status: 1, StationId: 's' });
    const stations = [station('s', 'a'), station('t', 'b')];
    const coming = [{ LineId: 'b', BookedFor: at(15), ServiceDurationMinutes: 20 }];
    const early = visit('3', 'b', 20, { BookedFor: at(30) });
    expect(Object.fromEntries(forecast([busy, visit('2', 'a', 20), early], stations, now, coming))).toEqual({
      2: 30,
      3: 0,
    });
  });

  it('the forecast calls each customer when a simulated day with the same stations does', () => {
    const given = fc.array(
      fc.record({
        LineId: fc.constantFrom('a', 'b'),
        booked: fc.option(fc.integer({ min: -2, max: 12 })),
        isThere: fc.boolean(),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(given, (all) => {
        const day = all.map(({ LineId, booked, isThere }, index): Customer => {
          const quarter = booked === null ? null : booked * 15;
          const arrives = quarter === null || isThere ? 0 : Math.max(0, quarter);
          const BookedFor = quarter === null ? null : at(quarter);
          // Of two bookings for one time, the customer who is there comes before the one who is expected.
          const Id = `${booked === null || isThere ? 'a' : 'b'}${String(index).padStart(3, '0')}`;
          return { Id, LineId, BookedFor, booked: quarter, arrives, minutes: 20 };
        });
        const isThere = (_: Customer, index: number): boolean => all[index].isThere || all[index].booked === null;
        const there = day.filter(isThere).map(({ Id, LineId, BookedFor }) => visit(Id, LineId, 20, { BookedFor }));
        const expected = day
          .filter((customer, index) => !isThere(customer, index))
          .map(({ LineId, BookedFor }) => ({ LineId, BookedFor, ServiceDurationMinutes: 20 }));
        const simulated = callsOf(day, [['a', 'b'], ['b']]).map(({ customer: { Id }, time }) => [Id, time]);
        const ids = new Set(there.map(({ Id }) => Id));
        expect(Object.fromEntries(forecast(there, [station('s', 'a', 'b'), station('t', 'b')], now, expected))).toEqual(
          Object.fromEntries(simulated.filter(([Id]) => ids.has(String(Id)))),
        );
      }),
      { seed: 23, numRuns: 300 },
    );
  });

  it('Position counts called and served visits first, then the waiting ones as the forecast calls them', () => {
    const visits = [
      visit('1', 'a', 20),
      visit('2', 'a', 20, { BookedFor: at(5) }),
      visit('3', 'b', 20),
      visit('4', 'a', 20, { Status: 1, StationId: 's' }),
      visit('5', 'a', 20, { BookedFor: at(90) }),
    ].map((one) => ({ ...one, LineName: one.LineId }) as OpenVisit);
    const queue = queueOf(visits, forecast(visits, [station('s', 'a', 'b')], now));
    expect(queue.map(({ LineId, Id, Position }) => [LineId, Id, Position])).toEqual([
      ['a', '4', 1],
      ['a', '2', 2],
      ['a', '1', 3],
      ['a', '5', 4],
      ['b', '3', 1],
    ]);
  });
});
