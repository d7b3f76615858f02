import { userInfo } from 'node:os';

/**
 * The operating system's user of the command line: `alice`, or `alice as agency` with sudo. variables: the environment;
 * the process's own by default.
 */
export function operator(variables: Readonly<Partial<Record<string, string>>> = process.env): string {
  const account = accountName();
  const person = variables.SUDO_USER;
  return person === undefined || person === '' || person === account ? account : `${person} as ${account}`;
}

/** The account's name, or its number, because a container's user often has no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
