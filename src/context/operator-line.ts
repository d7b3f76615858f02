/** A line for people on stderr, with its time; the log is on stdout. */
export function tellOperator(text: string): void {
  process.stderr.write(`${new Date().toISOString()} ${text}\n`);
}
