import type { Readable } from 'node:stream';

/** A range of bytes. It includes the byte at `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stores encrypted contents as objects that never change. A name is a relative path with slashes. Every method throws
 * Unavailable if the store cannot be used.
 */
export abstract class FileStore {
  /** The name of the store in messages. It contains no secrets. */
  abstract readonly shown: string;

  /** Throws Unavailable if FILES_URL names no store. */
  mustBeSet(): void {
    return;
  }

  /** Stores an object of `size` bytes. If this fails, the store keeps no part of it. */
  abstract put(name: string, bytes: AsyncIterable<Buffer>, size: number): Promise<void>;

  /** Reads a range of an object; undefined if the object does not exist. */
  abstract open(name: string, range: ByteRange): Promise<Readable | undefined>;

  /** The size of an object in bytes; undefined if the object does not exist. */
  abstract size(name: string): Promise<number | undefined>;

  /** Removes an object if it exists. */
  abstract remove(name: string): Promise<void>;

  /** Checks that the store can be reached and written, by an object that it removes. */
  abstract check(): Promise<void>;
}
