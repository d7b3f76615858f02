import type { Rendered } from '../templates/rendering.js';

export interface Outgoing {
  /** The id is the same in each try, so that the mail system or the gateway recognises a duplicate. */
  id: string;
  to: string;
  content: Rendered;
  /** undefined for a receiver who is not a customer. */
  unsubscribeUrl?: string;
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}
