/** The meaning of a driver's error, the same on both databases. */
export type Failure =
  /** A deadlock or a lock timeout: nothing was changed, and a retry may succeed at once. */
  | { kind: 'contention' }
  | { kind: 'lost' }
  /** The server does not respond. `undecided` is true for a COMMIT: the database may have executed it. */
  | { kind: 'unavailable'; undecided?: true }
  /** The database responds but refuses writes. */
  | { kind: 'unwritable'; because: 'readOnly' | 'full' }
  /** The server's certificate or TLS is refused. */
  | { kind: 'untrusted' }
  /** The database file is damaged, or is not a database. */
  | { kind: 'damaged' }
  /** All connections of the service, or the `ofUser` connections that one user may hold, are in use. */
  | { kind: 'busy'; ofUser?: number }
  /** The statement was stopped in the database. */
  | { kind: 'tooLong' }
  /** The client disconnected, so the query was stopped. */
  | { kind: 'disconnected' }
  /** A unique key is violated. MySQL names only its index. */
  | { kind: 'duplicate'; columns?: string[]; index?: string }
  | { kind: 'noReferenced'; column?: string }
  | { kind: 'stillReferenced' }
  /** A foreign key is violated. The database does not say on which side. */
  | { kind: 'reference' }
  | { kind: 'value'; code: 'Length' | 'Invalid' | 'NotNull'; column: string }
  | { kind: 'other' };

export interface DriverError {
  readonly code: string;
  readonly errno?: number;
  /** Only errors of a server have a SQLSTATE. */
  readonly sqlState?: string;
  readonly message: string;
}

/** Returns the driver's error, which TypeORM may have wrapped. */
export function driverErrorOf(error: unknown): DriverError | undefined {
  if (!isError(error)) return undefined;
  const { driverError = error } = error as Error & { driverError?: Error };
  const { code = '', errno, sqlState } = driverError as { code?: string; errno?: number; sqlState?: string };
  return { code, errno, sqlState, message: driverError.message };
}

/**
 * Returns the error's message, or its code if the message is empty, as it is when the connection to a host with several
 * addresses fails.
 */
export function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}

/** Unlike `instanceof Error`, also true for the error of a driver in another realm, such as in Jest. */
export function isError(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && 'message' in error;
}
