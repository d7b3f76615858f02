import { text } from '../../../record/field-types.js';
import type { DateTime, Guid } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import { status } from '../checkin.entity.js';
import type { QueueEntry } from './queue.records.js';

/** An open visit with the fields that a queue entry and the forecast of waits need. */
export interface OpenVisit extends Omit<QueueEntry, 'Position' | 'WaitTime' | 'CustomerName'> {
  LocationId: Guid;
  AdjustedSignInTime: DateTime;
  ServingTime: DateTime | null;
  /** Usual number of minutes that the service on the line takes. */
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
 * Forecasts the minutes until each waiting visit is called, by the Id of the visit. `visits` are the visits of one
 * location and day, in the order of the queue. The station that is free first, or of several the one with the lowest
 * StationId, calls the first waiting visit on its lines. A line without an open station counts as having one station of
 * its own.
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

/** Minutes until the service ends. The forecast assumes that a called customer is served from now on. */
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

/** Entries by LineName and Position. `visits` are in queue order; `waits` has minutes by the Id of a visit. */
export function queueOf(visits: readonly OpenVisit[], waits: ReadonlyMap<Guid, number>): QueueEntry[] {
  const positions = new Map<Guid, number>();
  const entries = visits.map((visit): QueueEntry => {
    const { Id, LineId, LineName, Status, CustomerId, ContactId, SignInTime } = visit;
    const { StationId, StationName, EmployeeId, EmployeeName, FirstName, LastName, Name } = visit;
    const Position = (positions.get(LineId) ?? 0) + 1;
    positions.set(LineId, Position);
    return {
      ...{ Id, LineId, LineName, Position, Status, CustomerId, ContactId },
      CustomerName: customerName({ FirstName, LastName, Name }),
      ...{ SignInTime, WaitTime: waits.get(Id) ?? 0, StationId, StationName, EmployeeId, EmployeeName },
    };
  });
  return entries.sort(
    (a, b) => names.compare(a.LineName, b.LineName) || a.Position - b.Position || (a.Id < b.Id ? -1 : 1),
  );
}
