import { text } from '../../../record/field-types.js';
import type { Guid } from '../../../record/fields.js';
import { status } from '../status.rules.js';
import type { QueueEntry } from './queue.records.js';

/** An open visit as the database has it. */
export interface OpenVisit extends Omit<QueueEntry, 'Position' | 'WaitTime' | 'CustomerName'> {
  ServiceDurationMinutes: number;
  /** JSON. */
  LineIds: string;
  Name: string | null;
  FirstName: string | null;
  LastName: string | null;
}

const names = text(200);

/** visits: in the order in which they are served. waits: how long one waits on a line with so many ahead. */
export function queueOf(
  visits: readonly OpenVisit[],
  waits: (line: { Id: Guid; ServiceDurationMinutes: number }, ahead: number) => number,
): QueueEntry[] {
  const positions = new Map<Guid, number>();
  // Whoever has yet to come to a line is ahead on it too.
  const ahead = new Map<Guid, number>();
  const entries = visits.map(({ ServiceDurationMinutes, LineIds, Name, FirstName, LastName, ...visit }): QueueEntry => {
    const { LineId } = visit;
    const Position = raise(positions, LineId);
    const WaitTime =
      visit.Status === status.waiting ? waits({ Id: LineId, ServiceDurationMinutes }, ahead.get(LineId) ?? 0) : 0;
    for (const id of JSON.parse(LineIds) as Guid[]) raise(ahead, id);
    const CustomerName = [FirstName, LastName].filter(Boolean).join(' ') || (Name ?? '');
    return { ...visit, Position, WaitTime, CustomerName };
  });
  return entries.sort(
    (a, b) => names.compare(a.LineName, b.LineName) || a.Position - b.Position || (a.Id < b.Id ? -1 : 1),
  );
}

function raise(counts: Map<Guid, number>, id: Guid): number {
  const count = (counts.get(id) ?? 0) + 1;
  counts.set(id, count);
  return count;
}
