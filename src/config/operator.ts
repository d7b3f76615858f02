import { userInfo } from 'node:os';

/** The operating system's user who runs the command: `alice`, or `alice as agency` with sudo. */
export function operator(variables: Readonly<Partial<Record<string, string>>> = process.env): string {
  const account = accountName();
  const person = variables.SUDO_USER;
  return person === undefined || person === '' || person === account ? account : `${person} as ${account}`;
}

/** The name of the account; its number if it has no name, as often in a container. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
