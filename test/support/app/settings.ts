import { ConfigError, loadConfig } from '../../../src/config/config.js';

/** A valid JWT_SECRET and a valid FIELD_KEY. */
export const secret = 'a secret of 32 bytes without comma';
export const key = 'ab'.repeat(32);

/** The problems of the given environment; none if it is valid. */
export function problems(given: Record<string, string>): readonly string[] {
  try {
    loadConfig(given);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
