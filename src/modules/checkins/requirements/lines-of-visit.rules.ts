import type { Bound } from '../../../record/bind.js';
import type { CustomerCheckinObject } from '../checkins.records.js';

type LinesOfVisit = Pick<CustomerCheckinObject, 'LineId' | 'LineIds'>;

/**
 * The lines of a visit after what was sent. LineId alone: a new line takes the old one's place in LineIds. LineIds
 * alone: the visit stays on its line while that is one of them, and goes to the first otherwise.
 */
export function linesAfter(stored: LinesOfVisit, { LineId, LineIds }: Bound<LinesOfVisit>): LinesOfVisit {
  if (LineIds)
    return { LineIds: [...LineIds], LineId: LineId ?? (LineIds.includes(stored.LineId) ? stored.LineId : LineIds[0]) };
  if (!LineId || stored.LineIds.includes(LineId)) return { LineIds: stored.LineIds, LineId: LineId ?? stored.LineId };
  return { LineId, LineIds: stored.LineIds.map((id) => (id === stored.LineId ? LineId : id)) };
}
