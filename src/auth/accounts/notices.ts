import type { Guid } from '../../record/fields.js';

/** The client of a sign-in, described so that the user recognizes it. */
export interface SeenClient {
  address: string;
  /** The User-Agent header; '' if the request has none. */
  userAgent: string;
}

/** Messages to users. The messages module implements them. Call the methods in a transaction. */
export abstract class Notices {
  /**
   * Requests a message with a link to set a new password. Writes the same rows for a name that no user has, because the
   * user is looked up only when the message is sent.
   */
  abstract forgotPassword(userName: string): Promise<void>;
  /** The user to whom the password link with this token was sent; undefined if the link is not valid any more. */
  abstract userOfLink(token: string): Promise<Guid | undefined>;
  /** Ends all password links of the user. Returns false if the link with this `token` was not valid any more. */
  abstract spendLink(token: string, userId: Guid): Promise<boolean>;
  abstract endLinks(userId: Guid): Promise<void>;
  /** Tells the user that an unknown device has signed in. */
  abstract newDevice(userId: Guid, client: SeenClient): Promise<void>;
}
