import { Controller, Get, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request, { type Test as Call } from 'supertest';
import { AgentDirectory, type OwnAgent } from '../../src/auth/users/agent-directory.js';
import { AuthModule } from '../../src/auth/auth.module.js';
import { Caller } from '../../src/auth/guards/caller.js';
import type { Principal } from '../../src/auth/guards/principal.js';
import { SystemClock } from '../../src/context/system-clock.js';
import { UsersService } from '../../src/auth/users/users.service.js';
import { loadConfig } from '../../src/config/config.js';
import { ConfigModule } from '../../src/config/config.module.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { Db } from '../../src/database/db.js';
import { authenticated, Endpoint, Input, open, Resource, roles } from '../../src/http/endpoint/endpoint.js';
import { HttpModule } from '../../src/http/http.module.js';
import { QuietLogger } from '../../src/http/server/quiet.logger.js';
import { usePipeline } from '../../src/http/server/pipeline.js';
import { Int32, Text } from '../../src/record/fields.js';
import { Status, type ResponseStatus } from '../../src/record/response-status.js';
import { freshDatabase } from './fresh-database.js';

export const password = 'a pass phrase for tests';

/** Stands still until a test moves it. */
class TestTime extends SystemClock {
  private moment = Date.now();

  override now(): number {
    return this.moment;
  }

  travel(milliseconds: number): void {
    this.moment += milliseconds;
  }
}

/** The agents that signing in sees, in memory. */
class TestAgents extends AgentDirectory {
  readonly agents = new Map<string, OwnAgent>();
  readonly signIns: { agentId: number; sessionId: string; at: string }[] = [];

  async ofUser(userId: string): Promise<OwnAgent | undefined> {
    return this.agents.get(userId);
  }

  async userOf(agentId: number): Promise<string | undefined> {
    return [...this.agents].find(([, { AgentId }]) => AgentId === agentId)?.[0];
  }

  async link(userId: string, AgentId: number): Promise<void> {
    this.agents.set(userId, {
      AgentId,
      RestrictToSingleSession: false,
      RequireMFA: false,
      MfaActive: false,
      Active: true,
    });
  }

  async recordSignIn(agentId: number, sessionId: string, at: string): Promise<void> {
    this.signIns.push({ agentId, sessionId, at });
  }

  async setMfaActive(agentId: number, MfaActive: boolean): Promise<void> {
    for (const [userId, agent] of this.agents)
      if (agent.AgentId === agentId) this.agents.set(userId, { ...agent, MfaActive });
  }
}

class ProbeRequest {
  @Text(200) ApiKey!: string;
  @Int32() Number!: number;
}

class ProbeResponse {
  @Text(200) UserName!: string;
  @Status() ResponseStatus!: ResponseStatus;
}

@Resource({ name: 'Probe', title: 'Probe', order: 1, access: authenticated })
class ProbeController {
  @Endpoint({ verb: 'GET', path: '/v1/Probe', request: ProbeRequest, response: ProbeResponse, summary: 'Any caller' })
  readProbe(@Input() _: object, @Caller() { UserName }: Principal) {
    return { UserName };
  }

  @Endpoint({
    verb: 'GET',
    path: '/v1/Probe/Administrator',
    access: roles('Administrator'),
    response: ProbeResponse,
    summary: 'Administrators',
  })
  readAdministratorProbe(@Caller() { UserName }: Principal) {
    return { UserName };
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Probe',
    bodyApiKey: true,
    access: roles('Agent'),
    request: ProbeRequest,
    response: ProbeResponse,
    summary: 'Takes the key in the body',
  })
  bodyKeyProbe(@Input() _: object, @Caller() { UserName }: Principal) {
    return { UserName };
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Probe/Other',
    request: ProbeRequest,
    response: ProbeResponse,
    summary: 'Takes no key in the body',
  })
  otherProbe(@Input() _: object, @Caller() { UserName }: Principal) {
    return { UserName };
  }
}

@Resource({ name: 'Undeclared', title: 'Declares no access', order: 2 })
class UndeclaredController {
  @Endpoint({ verb: 'GET', path: '/v1/Undeclared', response: ProbeResponse, summary: 'Nobody' })
  readUndeclared() {
    return { UserName: 'reached' };
  }
}

/** Nest's router finds it before an operation whose path matches too. */
@Controller()
class ShadowController {
  @Get('/v1/Shadow/0')
  readShadow() {
    return { UserName: 'reached' };
  }
}

@Resource({ name: 'Shadow', title: 'Open to all', order: 3, access: open })
class ShadowedController {
  @Endpoint({
    verb: 'GET',
    path: '/v1/Shadow/{Number}',
    request: ProbeRequest,
    response: ProbeResponse,
    summary: 'Anybody',
  })
  readShadowed() {
    return { UserName: 'nobody' };
  }
}

@Module({
  controllers: [ProbeController, UndeclaredController, ShadowController, ShadowedController],
  providers: [TestAgents, { provide: AgentDirectory, useExisting: TestAgents }],
  exports: [AgentDirectory],
})
class ProbeModule {}

export interface AuthApp {
  http: ReturnType<typeof request>;
  db: Db;
  users: UsersService;
  time: TestTime;
  agents: TestAgents;
  get<T>(provider: abstract new (...given: never[]) => T): T;
  post(path: string, body?: object, token?: string): Call;
  login(userName: string, more?: object): Call;
  me(token: string): Call;
  close(): Promise<void>;
}

/** The service with signing in alone, a clock that tests move, and routes to probe. url: a database that another app has made. */
export async function startAuthApp(settings: Record<string, string> = {}): Promise<AuthApp & { database: string }> {
  const fresh = settings.DATABASE_URL
    ? { url: settings.DATABASE_URL, drop: async () => undefined }
    : await freshDatabase();
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    MIGRATE_ON_START: 'true',
    JWT_SECRET: 'test secret of more than 32 bytes, for tests',
    FIELD_KEY: '0123456789abcdef'.repeat(4),
    DATABASE_URL: fresh.url,
    ...settings,
  });
  const testing = await Test.createTestingModule({
    imports: [ConfigModule.of(config), DatabaseModule, HttpModule, AuthModule.of(ProbeModule)],
  })
    .overrideProvider(SystemClock)
    .useClass(TestTime)
    .compile();
  const app = testing.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: new QuietLogger() });
  usePipeline(app);
  await app.listen(0, '127.0.0.1');
  const http = request(await app.getUrl());
  const post = (path: string, body: object = {}, token?: string): Call => {
    const call = http.post(`/v1/Auth/${path}`);
    return (token === undefined ? call : call.set('Authorization', `Bearer ${token}`)).send(body);
  };
  return {
    http,
    database: fresh.url,
    db: app.get(Db),
    users: app.get(UsersService),
    time: app.get<TestTime>(SystemClock),
    agents: app.get(TestAgents, { strict: false }),
    get: (provider) => app.get(provider, { strict: false }),
    post,
    login: (UserName, more = {}) => post('Login', { UserName, Password: password, ...more }),
    me: (token) => http.get('/v1/Auth/Me').set('Authorization', `Bearer ${token}`),
    async close() {
      await app.close();
      await fresh.drop();
    },
  };
}
