import type { Guid } from '../../record/fields.js';

/** The places of visits in today's queue. The module `checkins` implements this class. */
export abstract class VisitPlaces {
  /** The Position of a visit; 0 if the visit is not in today's queue. */
  abstract positionOf(visit: { readonly Id: Guid; readonly LocationId: Guid }): Promise<number>;

  /** The Ids of those visits that wait, of the first two in a line. */
  abstract nextOn(line: { readonly LineId: Guid; readonly LocationId: Guid }): Promise<Guid[]>;
}
