import { text } from '../../../record/field-types.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import { status } from '../checkin.entity.js';
import { CallOrder } from './call-order.js';
import type { QueueEntry } from './queue.records.js';

/** An open visit with the fields from which its queue entry and the forecast of its wait are made. */
export interface OpenVisit extends Omit<QueueEntry, 'Position' | 'WaitTime' | 'CustomerName'> {
  LocationId: Guid;
  AdjustedSignInTime: DateTime;
  ServingTime: DateTime | null;
  /** Number of minutes that the service on the line usually takes. */
  ServiceDurationMinutes: number;
  Name: string | null;
  FirstName: string | null;
  LastName: string | null;
}

type Timed = Pick<OpenVisit, 'Id' | 'LineId' | 'BookedFor' | 'Status' | 'StationId' | 'ServingTime'> &
  Pick<OpenVisit, 'ServiceDurationMinutes'>;

/** A customer with a booking of today who has not arrived. */
export type Expected = Pick<OpenVisit, 'LineId' | 'BookedFor' | 'ServiceDurationMinutes'>;

export interface OpenStation {
  StationId: Guid;
  LineIds: readonly Guid[];
}

const names = text(200);
const minute = 60_000;

/**
 * Forecasts in how many minutes each waiting visit is called. Returns these minutes by the Id of the visit, in the
 * order of the calls. `visits` are the visits of one location on one day, in the order of sign-in; `expected` are the
 * customers who will arrive there. The station that is free first calls the first visit on its lines by `CallOrder`; if
 * several stations are free at that time, the one with the lowest StationId does. A line without an open station counts
 * as having one station of its own.
 */
export function forecast(
  visits: readonly Timed[],
  stations: readonly OpenStation[],
  now: DateTime,
  expected: readonly Expected[] = [],
): Map<Guid, number> {
  const start = toDate(now).getTime();
  const served = new Set(stations.flatMap(({ LineIds }) => LineIds));
  const alone = new Set([...visits, ...expected].map(({ LineId }) => LineId).filter((id) => !served.has(id)));
  const own = [...alone].map((id) => ({ StationId: id, LineIds: [id] }));
  const desks = [...stations, ...own].map((station) => ({ ...station, freeAt: start }));
  for (const visit of visits) {
    if (visit.Status === status.waiting) continue;
    const at = (id: Guid | null) => desks.find(({ StationId }) => StationId === id);
    const desk = at(visit.StationId) ?? at(visit.LineId);
    if (desk) desk.freeAt = Math.max(desk.freeAt, serviceEnd(visit, start));
  }
  desks.sort((one, other) => (one.StationId < other.StationId ? -1 : 1));
  const waiting = visits.filter(({ Status }) => Status === status.waiting);
  const queue = new CallOrder<Expected & { Id?: Guid }>(waiting, expected, start);
  const waits = new Map<Guid, number>();
  while (waits.size < waiting.length && desks.length > 0) {
    const desk = desks.reduce((first, other) => (other.freeAt < first.freeAt ? other : first));
    const fits = ({ LineId }: Expected): boolean => desk.LineIds.includes(LineId);
    const next = queue.take(desk.freeAt, fits);
    if (next) {
      if (next.Id !== undefined) waits.set(next.Id, Math.ceil((desk.freeAt - start) / minute));
      desk.freeAt += next.ServiceDurationMinutes * minute;
      continue;
    }
    const arrival = queue.nextArrival(fits);
    if (arrival === undefined) desks.splice(desks.indexOf(desk), 1);
    else desk.freeAt = arrival;
  }
  return waits;
}

/**
 * When the service of a called or served visit ends. The forecast assumes that the service of a called visit starts
 * now.
 */
function serviceEnd({ ServingTime, ServiceDurationMinutes }: Timed, now: number): number {
  return (ServingTime === null ? now : toDate(ServingTime).getTime()) + ServiceDurationMinutes * minute;
}

/** The name with which staff call a customer. */
export function customerName({
  FirstName,
  LastName,
  Name,
}: Pick<OpenVisit, 'FirstName' | 'LastName' | 'Name'>): string {
  return [FirstName, LastName].filter(Boolean).join(' ') || (Name ?? '');
}

/**
 * The queue entries of visits, sorted by LineName and Position: called and served visits first, then the waiting ones
 * in the order of their calls. `visits` must be in the order of sign-in. `waits` is their forecast.
 */
export function queueOf(visits: readonly OpenVisit[], waits: ReadonlyMap<Guid, number>): QueueEntry[] {
  const calls = new Map([...waits.keys()].map((id, index) => [id, index]));
  const callOf = ({ Id }: OpenVisit): number => calls.get(Id) ?? -1;
  const ordered = [...visits].sort((one, other) => callOf(one) - callOf(other));
  const positions = new Map<Guid, number>();
  const entries = ordered.map((visit): QueueEntry => {
    const { Id, LineId, LineName, Status, CustomerId, ContactId, SignInTime } = visit;
    const { StationId, StationName, EmployeeId, EmployeeName, FirstName, LastName, Name } = visit;
    const { Ticket, CalledTime, AppointmentId, BookedFor } = visit;
    const Position = (positions.get(LineId) ?? 0) + 1;
    positions.set(LineId, Position);
    return {
      Id,
      Ticket,
      LineId,
      LineName,
      Position,
      Status,
      CustomerId,
      ContactId,
      CustomerName: customerName({ FirstName, LastName, Name }),
      SignInTime,
      WaitTime: waits.get(Id) ?? 0,
      StationId,
      StationName,
      EmployeeId,
      EmployeeName,
      CalledTime,
      AppointmentId,
      BookedFor,
    };
  });
  return entries.sort(
    (a, b) => names.compare(a.LineName, b.LineName) || a.Position - b.Position || (a.Id < b.Id ? -1 : 1),
  );
}
