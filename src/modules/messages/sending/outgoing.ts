import type { Rendered } from '../templates/rendering.js';

/** A message that is sent now. */
export interface Outgoing {
  /** The same at each try, so that a receiver recognises a double. */
  id: string;
  to: string;
  content: Rendered;
  /** Where the receiver asks for no more messages; undefined: not a customer. */
  wayOut?: string;
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}
