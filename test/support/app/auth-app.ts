import { Get, Module } from '@nestjs/common';
import type { Test as Call } from 'supertest';
import { Caller, type Principal } from '../../../src/auth/accounts/principal.js';
import { ApiKeyInBody } from '../../../src/auth/guards/route-access.js';
import { SystemClock } from '../../../src/context/system-clock.js';
import { authenticated, Endpoint, Input, open, Resource, roles } from '../../../src/http/endpoint/endpoint.js';
import type { Agent } from '../../../src/modules/agents/agent.entity.js';
import { AgentChangesService } from '../../../src/modules/agents/agent-changes.service.js';
import { Int32, Text } from '../../../src/record/fields.js';
import { Status, type ResponseStatus } from '../../../src/record/response-status.js';
import { password, startApp, type TestApp } from './app.js';

export { password };

/** Stops the system clock of the service, so that only a test moves it. */
class TestTime {
  private moment = Date.now();

  constructor(private readonly clock: SystemClock) {
    clock.now = () => this.moment;
  }

  /** The date-time `milliseconds` after the stopped time. */
  at(milliseconds = 0): string {
    return this.clock.at(milliseconds);
  }

  now(): number {
    return this.moment;
  }

  travel(milliseconds: number): void {
    this.moment += milliseconds;
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

  @ApiKeyInBody()
  @Endpoint({
    verb: 'POST',
    path: '/v1/Probe',
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

/** Nest routes the handler by the second path alone, and registers it before the operation `/v1/Shadow/{Number}`. */
@Resource({ name: 'Elsewhere', title: 'Open to all, elsewhere', order: 4, access: open })
class ShadowController {
  @Get('/v1/Shadow/0')
  @Endpoint({ verb: 'GET', path: '/v1/Elsewhere', response: ProbeResponse, summary: 'Anybody' })
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

@Module({ controllers: [ProbeController, UndeclaredController, ShadowController, ShadowedController] })
class ProbeModule {}

export interface AuthApp extends TestApp {
  time: TestTime;
  /** Stores an active agent without restrictions. The fields in `more` replace these defaults. */
  agent(AgentId: number, more?: Partial<Agent>): Promise<unknown>;
  post(path: string, body?: object, token?: string): Call;
  login(userName: string, more?: object): Call;
  me(token: string): Call;
}

/** The service with a clock that tests move, and with extra routes for tests. */
export async function startAuthApp(settings: Record<string, string> = {}): Promise<AuthApp> {
  const app = await startApp(settings, ProbeModule);
  const post = (path: string, body: object = {}, token?: string): Call => {
    const call = app.http.post(`/v1/Auth/${path}`);
    return (token === undefined ? call : call.set('Authorization', `Bearer ${token}`)).send(body);
  };
  return {
    ...app,
    time: new TestTime(app.get(SystemClock)),
    agent: (AgentId, more) =>
      app.db.tx(() =>
        app.get(AgentChangesService).save([{ AgentId, AgentName: `Agent ${AgentId}`, AgentStatus: 'Active', ...more }]),
      ),
    post,
    login: (UserName, more = {}) => post('Login', { UserName, Password: password, ...more }),
    me: (token) => app.http.get('/v1/Auth/Me').set('Authorization', `Bearer ${token}`),
  };
}
