import { userInfo } from 'node:os';

/**
 * The person at the command line, as the operating system knows them: `alice`, or `alice as agency` where sudo tells
 * who became somebody else. variables: the environment; the process's own when absent.
 */
export function operator(variables: Readonly<Partial<Record<string, string>>> = process.env): string {
  const account = accountName();
  const person = variables.SUDO_USER;
  return person === undefined || person === '' || person === account ? account : `${person} as ${account}`;
}

/** A container's user often has a number and no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
