/** What a driver's error means, whichever database says it. */
export type Failure =
  /** Nothing happened and the same may work at once: a deadlock, a lock that was not given. */
  | { kind: 'contention' }
  /** The connection or the server is gone. */
  | { kind: 'lost' }
  /** The server does not answer. undecided: at COMMIT, nobody knows whether it is done. */
  | { kind: 'unavailable'; undecided?: true }
  /** The database answers, and takes no changes. */
  | { kind: 'unwritable'; because: 'readOnly' | 'full' }
  /** The server's certificate or TLS is refused. */
  | { kind: 'untrusted' }
  /** The database file is damaged, or none. */
  | { kind: 'damaged' }
  /** Every connection that the service may have is in use. */
  | { kind: 'busy' }
  /** The statement took longer than a call may wait, and was stopped in the database. */
  | { kind: 'tooLong' }
  /** The caller left, and the query was stopped. */
  | { kind: 'left' }
  /** The columns, or on MySQL the name of the index. */
  | { kind: 'duplicate'; columns?: string[]; index?: string }
  | { kind: 'noReferenced'; column?: string }
  | { kind: 'stillReferenced' }
  /** A reference is broken, and the database does not say from which side. */
  | { kind: 'reference' }
  | { kind: 'value'; code: 'Length' | 'Invalid' | 'NotNull'; column: string }
  | { kind: 'other' };

/** What the drivers' errors have in common. */
export interface DriverError {
  readonly code: string;
  readonly errno?: number;
  /** Of what a server says, and of nothing else. */
  readonly sqlState?: string;
  readonly message: string;
}

/** The driver's error in one that TypeORM may have wrapped; undefined: it is no error. */
export function driverErrorOf(error: unknown): DriverError | undefined {
  if (!isError(error)) return undefined;
  const { driverError = error } = error as Error & { driverError?: Error };
  const { code = '', errno, sqlState } = driverError as { code?: string; errno?: number; sqlState?: string };
  return { code, errno, sqlState, message: driverError.message };
}

/** In a few words. A host with several addresses fails with an error that has a code and no message. */
export function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}

/** A driver's errors may come from another realm. */
export function isError(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && 'message' in error;
}
