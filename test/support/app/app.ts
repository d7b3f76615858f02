import type { Server } from 'node:http';
import type { DynamicModule, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { appOptions, withMiddleware } from '../../../src/app.js';
import { AppModule } from '../../../src/app.module.js';
import { type Config, loadConfig } from '../../../src/config/config.js';
import { openDatabase } from '../../../src/database/start/connect.js';
import { Db } from '../../../src/database/db.js';
import { FieldCipher } from '../../../src/database/encryption/field-cipher.js';
import { allMigrations } from '../../../src/database/schema/migrations/index.js';
import { schemaOf } from '../../../src/database/start/schema-of.js';
import { migrate } from '../../../src/database/start/migrate.js';
import { LimitedExpressAdapter } from '../../../src/http/server/express-adapter.js';
import type { RoleName } from '../../../src/http/endpoint/roles.js';
import './cheap-passwords.js';
import { NamedUsers } from './named-users.js';
import { filesSettings, filledDatabase } from '../database/fresh-database.js';
import { useOwnStrategies } from './own-strategies.js';

/** Milliseconds that the service, when it stops, waits for answers that the suite has not read. */
const longestClose = 5000;

export const password = 'a pass phrase for tests';

export interface TestApp {
  app: NestExpressApplication;
  /** Root of the running service: http://127.0.0.1:port */
  url: string;
  http: ReturnType<typeof request>;
  /** DATABASE_URL of the service's database. */
  database: string;
  db: Db;
  get<T>(provider: abstract new (...given: never[]) => T): T;
  users: NamedUsers;
  /** The Authorization header of a user with that role, created at the first use; agentId links it to an agent. */
  as(role: RoleName, agentId?: number): Promise<{ Authorization: string }>;
  /** The UserId of the user that `as` creates. */
  userOf(role: RoleName, agentId?: number): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the whole service on loopback, on a fresh, migrated database or on the one of DATABASE_URL. settings:
 * environment variables. modules: routes that the suite adds.
 */
export async function startApp(
  settings: Record<string, string> = {},
  ...modules: (Type | DynamicModule)[]
): Promise<TestApp> {
  const database = settings.DATABASE_URL
    ? { url: settings.DATABASE_URL, drop: async () => undefined }
    : await filledDatabase('migrated', migrated);
  const config = configOf({ DATABASE_URL: database.url, ...settings });
  const testing = await Test.createTestingModule({ imports: [AppModule.forRoot(config), ...modules] })
    .setLogger(appOptions.logger)
    .compile();
  const app = withMiddleware(testing.createNestApplication(new LimitedExpressAdapter(config), appOptions));
  useOwnStrategies(app);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const users = new Map<string, Promise<{ id: string; authorization: string }>>();
  const known = (role: RoleName, agentId = 0): Promise<{ id: string; authorization: string }> => {
    const name = `${role.toLowerCase()}-${agentId}@example.test`;
    const user = users.get(name) ?? signIn(name, role, agentId);
    users.set(name, user);
    return user;
  };
  const signIn = async (name: string, role: RoleName, agentId: number) => {
    const { UserId } = await named.create(name, { displayName: name, roles: [role], agentId, password });
    return { id: UserId, authorization: (await signedIn({ http: request(url) }, name)).Authorization };
  };
  const get: TestApp['get'] = (provider) => app.get(provider, { strict: false });
  const named = new NamedUsers({ get });
  return {
    app,
    url,
    http: request(url),
    database: database.url,
    db: app.get(Db),
    get,
    users: named,
    as: async (role, agentId) => ({ Authorization: (await known(role, agentId)).authorization }),
    userOf: async (role, agentId) => (await known(role, agentId)).id,
    async close() {
      const server: Server = app.getHttpServer();
      const late = setTimeout(() => server.closeAllConnections(), longestClose);
      await app.close();
      clearTimeout(late);
      await database.drop();
    },
  };
}

/** Signs a user in; returns the Authorization header. */
export async function signedIn({ http }: Pick<TestApp, 'http'>, UserName: string, Password = password) {
  const { body } = await http.post('/v1/Auth/Login').send({ UserName, Password }).expect(200);
  return { Authorization: `Bearer ${(body as { BearerToken: string }).BearerToken}` };
}

function configOf(settings: Record<string, string>): Config {
  return loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    MIGRATE_ON_START: 'true',
    JWT_SECRET: 'test secret of more than 32 bytes, for tests',
    FIELD_KEY: '0123456789abcdef'.repeat(4),
    ...filesSettings(settings.DATABASE_URL),
    ...settings,
  });
}

async function migrated(DATABASE_URL: string): Promise<void> {
  const config = configOf({ DATABASE_URL });
  const { entities } = await schemaOf(AppModule.forRoot(config));
  const { adapter, dataSource, db } = await openDatabase(config, entities, await allMigrations());
  await migrate(dataSource, adapter, new FieldCipher(config), config);
  await db.close();
}
