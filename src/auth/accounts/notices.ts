import type { Guid } from '../../record/fields.js';

/** The client of a sign-in, for its user to recognise. */
export interface SeenClient {
  address: string;
  /** The User-Agent header; '' without one. */
  userAgent: string;
}

/** Messages to users. The messages module provides it. Call its methods in a transaction. */
export abstract class Notices {
  /**
   * Asks for a link with which the user sets a new password. It writes the same for a name that no user has: the user
   * is looked up when the message is sent.
   */
  abstract forgotPassword(userName: string): Promise<void>;
  /** The user of a password link that is still valid. */
  abstract userOfLink(token: string): Promise<Guid | undefined>;
  /** Ends all password links of the user. false: the link was not valid any more. */
  abstract spendLink(token: string, userId: Guid): Promise<boolean>;
  /** Tells the user that an unknown device has signed in. */
  abstract newDevice(userId: Guid, client: SeenClient): Promise<void>;
}
