/** Writes a line for the operator to stderr, with the time. The log goes to stdout. */
export function tellOperator(text: string): void {
  process.stderr.write(`${new Date().toISOString()} ${text}\n`);
}
