import { filledDatabase, type FreshDatabase } from '../database/fresh-database.js';
import { agency, cliSettings, type Outcome } from '../processes/cli.js';

/** The settings of a suite that uses `withMigratedDatabase`. */
export let settings: Record<string, string>;

/** Gives a suite of the command line a migrated database without users. */
export function withMigratedDatabase(): void {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await filledDatabase('migrated', (url) => agency(['migrate'], cliSettings(url)));
    settings = cliSettings(database.url);
  });
  afterAll(() => database.drop());
}

export const call = (command: string, stdin?: string): Promise<Outcome> => agency(command.split(' '), settings, stdin);

let users = 0;

/** Creates a user with these roles; returns the user name. */
export async function newUser(roles = 'Agent'): Promise<string> {
  const name = `user-${++users}@example.test`;
  expect(await call(`user create ${name} --roles ${roles}`)).toMatchObject({ code: 0 });
  return name;
}
