import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import passport, { Strategy } from 'passport';
import { BearerGuard } from './credential.guards.js';

it('the guard of a credential gives Passport the credentials, and not the request, which V8 would keep', async () => {
  const given: object[] = [];
  class AnyUser extends Strategy {
    override authenticate(request: object): void {
      given.push({ ...request });
      this.success({ UserId: 'a user' });
    }
  }
  passport.use('bearer', new AnyUser());
  const request = { headers: { authorization: 'Bearer x', accept: 'x' }, user: undefined };
  await new BearerGuard().canActivate(new ExecutionContextHost([request, {}]));
  expect(given).toMatchObject([{ headers: { authorization: 'Bearer x' } }]);
  expect(given[0]).not.toHaveProperty('headers.accept');
  expect(request.user).toEqual({ UserId: 'a user' });
});
