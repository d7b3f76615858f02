/** version: the result of `SELECT VERSION()`. */
export function isMariaDb(version: string): boolean {
  return /mariadb/i.test(version);
}

/** The collation that sorts and compares text by code point, trailing spaces included. */
export function collationOf(version: string): string {
  return isMariaDb(version) ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin';
}
