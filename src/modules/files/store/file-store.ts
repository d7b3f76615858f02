import type { Readable } from 'node:stream';

/** A part of a stored object; both ends are included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps the encrypted contents of files as objects that never change. A name is relative, with slashes. Every method
 * throws Unavailable if the store does not work.
 */
export abstract class FileStore {
  /** Describes the store for messages, without secrets. */
  abstract readonly shown: string;

  /** Throws Unavailable if FILES_URL names no store. */
  mustBeSet(): void {
    return;
  }

  /** Stores an object, whole or not at all. size: in bytes. */
  abstract put(name: string, bytes: AsyncIterable<Buffer>, size: number): Promise<void>;

  /** The bytes of an object; undefined: there is no such object. */
  abstract open(name: string, range: ByteRange): Promise<Readable | undefined>;

  /** The size of an object in bytes; undefined: there is no such object. */
  abstract size(name: string): Promise<number | undefined>;

  /** Removes an object if it exists. */
  abstract remove(name: string): Promise<void>;

  /** Throws unless the store can be reached and changed. Changes nothing. */
  abstract check(): Promise<void>;
}
