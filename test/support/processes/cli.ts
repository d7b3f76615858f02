import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { run } from '../../../src/cli/run.js';
import { Terminal } from '../../../src/cli/terminal.js';
import '../app/cheap-passwords.js';
import { filesSettings } from '../database/fresh-database.js';
import { ofExtras } from '../suites/of-extras.js';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Settings of a database for the command line. */
export function cliSettings(DATABASE_URL: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL,
    MIGRATE_ON_START: 'true',
    JWT_SECRET: 'test secret of more than 32 bytes, for tests',
    FIELD_KEY: '0123456789abcdef'.repeat(4),
    ...filesSettings(DATABASE_URL),
  };
}

/** Runs the `agency` command within this process. isTTY: whether the output is a terminal. */
export async function agency(
  args: readonly string[],
  settings: Record<string, string>,
  stdin = '',
  { isTTY = false } = {},
): Promise<Outcome> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const errors = Object.assign(new PassThrough(), { isTTY });
  input.end(stdin);
  const read = Promise.all([text(output), text(errors)]);
  const code = await run(args, new Terminal(input, output, errors), settings);
  output.end();
  errors.end();
  const [stdout, stderr] = await read;
  return { code, stdout, stderr };
}

/** Fails if the database was damaged in a way that a command of an extra finds, such as in the audit chain. */
export async function expectIntact(settings: Record<string, string>): Promise<void> {
  for (const command of ofExtras.checks) expect(await agency(command.split(' '), settings)).toMatchObject({ code: 0 });
}
