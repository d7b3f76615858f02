import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from './app.js';
import { UserRoles } from './auth/users/user-roles.service.js';
import { UsersService } from './auth/users/users.service.js';
import { checkAgainstDatabase, ConfigError, type Config } from './config/config.js';
import { tellOperator } from './context/operator-line.js';
import { DatabaseStart } from './database/connection/database-start.js';
import { Db } from './database/db.js';
import { isDemo } from './database/schema/demo-mark.js';
import { misfit, problemsOf } from './database/schema/fit.js';
import { Migrator } from './database/schema/migrator.js';
import { docsPath } from './http/server/docs-path.js';
import { listen } from './http/server/server.js';
import { tell } from './http/workers/channel.js';
import { isWorker, primary, workerNumber } from './http/workers/worker.js';

/** The service in this process, until a signal ends it. */
export async function serve(config: Config): Promise<void> {
  const app = await createApp(config);
  const start = app.get(DatabaseStart);
  await start.whenThere(() => checkDatabase(app, config));
  const url = await listen(app, config);
  if (config.swagger) say(`Swagger UI: ${url}${docsPath}`);
  await start.finish({
    waiting: (reason) => say(`The database does not answer, and calls get 503 until it does: ${reason}`),
  });
  if (isWorker) tell(primary, { kind: 'started' });
}

async function checkDatabase(app: NestExpressApplication, config: Config): Promise<void> {
  const fit = await app.get(Migrator).fit();
  const problems = [
    ...(fit.pending.length > 0 ? ['Migrations are pending: run agency migrate, or set MIGRATE_ON_START=true'] : []),
    ...problemsOf(fit),
  ];
  if (problems.length > 0) throw new ConfigError(problems, misfit);
  const demo = await isDemo(app.get(Db));
  checkAgainstDatabase(config, demo);
  const noRoles = await app.get(UserRoles).missing([...(config.openId?.roles?.values() ?? [])].flat());
  if (noRoles.length > 0)
    throw new ConfigError([`OIDC_ROLES must name roles that there are, and these are none: ${noRoles.join(', ')}`]);
  if (demo) say('This is a demo database: its users and their password are documented. Never serve it to others.');
  if (!(await app.get(UsersService).hasUsers()))
    say('Nobody can sign in yet. Make the first administrator: agency user create <user-name> --roles Administrator');
}

/** For people: the log is on stdout. Of workers the first one speaks. */
function say(text: string): void {
  if (!isWorker || workerNumber === 1) tellOperator(text);
}
