import { version } from '../config/project.js';
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config.js';
import { misspelt } from '../config/misspelt.js';
import { ServiceError } from '../errors/errors.js';
import { inWords } from '../errors/in-words.js';
import { addBackupCommands } from './commands/backup.commands.js';
import { addDataCommands } from './commands/data.commands.js';
import { addDatabaseCommands } from './commands/database.commands.js';
import { addDoctorCommand } from './commands/doctor.command.js';
import { addKeyCommands } from './commands/key.commands.js';
import { addPersonCommands } from './commands/person.commands.js';
import { addUpkeepCommands } from './commands/upkeep.commands.js';
import { addRoleCommands, addUserCommands } from './commands/user.commands.js';
import { loadExtras } from '../extras.js';
import { CommandFailed, UsageError, type Cli } from './service.js';
import { ReaderLeft, type Terminal } from './terminal.js';

const exit = { done: 0, failed: 1, usage: 2 } as const;

const description = `The command line of the agency operations service.

It uses the database of DATABASE_URL (default: sqlite:data/agency.sqlite).
Results go to stdout, everything else to stderr.
Exit codes:
  0  done
  1  failed, also for an invalid setting, file or record
  2  invalid command line, or a command for another kind of database`;

const examples = `
Examples:
  $ agency user create admin@example.com --roles Administrator
  $ agency key create desk@example.com
  $ agency export contacts > contacts.csv
  $ agency import contacts contacts.csv --dry-run
  $ DATABASE_URL=mysql://agency:secret@db:3306/agency agency migrate`;

/** Runs the command and returns its exit code: 0 done, 1 failed, 2 invalid command line. */
export async function run(args: readonly string[], terminal: Terminal, variables?: Cli['variables']): Promise<number> {
  for (const problem of misspelt(variables)) terminal.say(`warning: ${problem}`);
  try {
    const program = await agencyCommand({ terminal, variables });
    await program.parseAsync([...args], { from: 'user' });
    return exit.done;
  } catch (error) {
    return report(error, terminal);
  }
}

async function agencyCommand(cli: Cli): Promise<Command> {
  const { terminal } = cli;
  const program = new Command('agency')
    .version(version)
    .description(description)
    .addHelpText('after', examples)
    .showHelpAfterError('(--help lists the commands and options)')
    .configureOutput({
      writeOut: (text) => terminal.help(text),
      writeErr: (text) => terminal.say(text.trimEnd()),
      outputError: (text) => terminal.problem(text.trimEnd()),
    })
    .exitOverride();
  addDatabaseCommands(program, cli);
  addUserCommands(program, cli);
  addRoleCommands(program, cli);
  addKeyCommands(program, cli);
  addDataCommands(program, cli);
  addBackupCommands(program, cli);
  addPersonCommands(program, cli);
  addUpkeepCommands(program, cli);
  addDoctorCommand(program, cli);
  for (const extra of await loadExtras()) extra.addCommands(program, cli);
  return program;
}

function report(error: unknown, terminal: Terminal): number {
  // Commander has printed the error already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.usage;
  if (error instanceof ReaderLeft) return exit.done;
  if (error instanceof UsageError) {
    terminal.problem(`error: ${error.message}`);
    return exit.usage;
  }
  terminal.problem(`error: ${messageOf(error)}`);
  return exit.failed;
}

function messageOf(error: unknown): string {
  if (error instanceof ServiceError) {
    const more = error.errors.length > 1 ? error.errors.map(({ Message }) => `\n  ${Message}`).join('') : '';
    return error.message + more;
  }
  if (error instanceof CommandFailed || error instanceof ConfigError) return error.message;
  return inWords(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}
