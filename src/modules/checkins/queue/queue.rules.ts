import { text } from '../../../record/field-types.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import { status } from '../checkin.entity.js';
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

type Waiting = Pick<OpenVisit, 'Id' | 'LineId' | 'Status' | 'StationId' | 'ServingTime' | 'ServiceDurationMinutes'>;

export interface OpenStation {
  StationId: Guid;
  LineIds: readonly Guid[];
}

const names = text(200);

/**
 * Forecasts in how many minutes each waiting visit is called. Returns these minutes by the Id of the visit. `visits`
 * are the visits of one location on one day, in the order of the queue. The station that is free first calls the first
 * waiting visit on its lines; if several stations are free at that time, the one with the lowest StationId does. A line
 * without an open station counts as having one station of its own.
 */
export function forecast(
  visits: readonly Waiting[],
  stations: readonly OpenStation[],
  now: DateTime,
): Map<Guid, number> {
  const served = new Set(stations.flatMap(({ LineIds }) => LineIds));
  const alone = new Set(visits.map(({ LineId }) => LineId).filter((id) => !served.has(id)));
  const own = [...alone].map((id) => ({ StationId: id, LineIds: [id] }));
  const desks = [...stations, ...own].map((station) => ({ ...station, freeAt: 0 }));
  for (const visit of visits) {
    if (visit.Status === status.waiting) continue;
    const at = (id: Guid | null) => desks.find(({ StationId }) => StationId === id);
    const desk = at(visit.StationId) ?? at(visit.LineId);
    if (desk) desk.freeAt = Math.max(desk.freeAt, minutesLeft(visit, now));
  }
  desks.sort((one, other) => (one.StationId < other.StationId ? -1 : 1));
  const waiting = visits.filter(({ Status }) => Status === status.waiting);
  const waits = new Map<Guid, number>();
  while (waiting.length > 0 && desks.length > 0) {
    const desk = desks.reduce((first, other) => (other.freeAt < first.freeAt ? other : first));
    const next = waiting.findIndex(({ LineId }) => desk.LineIds.includes(LineId));
    if (next < 0) {
      desks.splice(desks.indexOf(desk), 1);
    } else {
      const [{ Id, ServiceDurationMinutes }] = waiting.splice(next, 1);
      waits.set(Id, Math.ceil(desk.freeAt));
      desk.freeAt += ServiceDurationMinutes;
    }
  }
  return waits;
}

/**
 * Minutes until the service of a called or served visit ends. The forecast assumes that the service of a called visit
 * starts now.
 */
function minutesLeft({ ServingTime, ServiceDurationMinutes }: Waiting, now: DateTime): number {
  const gone = ServingTime === null ? 0 : toDate(now).getTime() - toDate(ServingTime).getTime();
  return Math.max(0, ServiceDurationMinutes - gone / 60_000);
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
 * The queue entries of visits, sorted by LineName and Position. `visits` must be in the order of the queue. `waits`
 * contains the forecast minutes by the Id of the visit.
 */
export function queueOf(visits: readonly OpenVisit[], waits: ReadonlyMap<Guid, number>): QueueEntry[] {
  const positions = new Map<Guid, number>();
  const entries = visits.map((visit): QueueEntry => {
    const { Id, LineId, LineName, Status, CustomerId, ContactId, SignInTime } = visit;
    const { StationId, StationName, EmployeeId, EmployeeName, FirstName, LastName, Name } = visit;
    const { Ticket, CalledTime } = visit;
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
    };
  });
  return entries.sort(
    (a, b) => names.compare(a.LineName, b.LineName) || a.Position - b.Position || (a.Id < b.Id ? -1 : 1),
  );
}
