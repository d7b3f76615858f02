import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import passport, { Strategy } from 'passport';
import { BearerGuard } from './credential.guards.js';

it('the guard of a credential gives Passport the headers, and not the request that Passport would keep', async () => {
  const given: object[] = [];
  class AnyUser extends Strategy {
    override authenticate(request: object): void {
      given.push({ ...request });
      this.success({ UserId: 'a user' });
    }
  }
  passport.use('bearer', new AnyUser());
  const request = { headers: { authorization: 'Bearer x' }, socket: {}, user: undefined };
  await new BearerGuard().canActivate(new ExecutionContextHost([request, {}]));
  expect(given).toEqual([expect.objectContaining({ headers: request.headers })]);
  expect(given[0]).not.toHaveProperty('socket');
  expect(request.user).toEqual({ UserId: 'a user' });
});
