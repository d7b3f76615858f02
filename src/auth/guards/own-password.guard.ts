import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Forbidden, Invalid } from '../../errors/errors.js';
import { BodyReader } from '../../http/body/body-reader.js';
import type { CredentialDeclaration } from '../../http/endpoint/declaration.js';
import { currentRequest } from '../../http/endpoint/request-context.js';
import { tooLong } from '../../record/field-error.js';
import { parseGuid } from '../../record/values/guid.js';
import { longestPassword } from '../accounts/credential.fields.js';
import { OwnPasswordService, ownPassword as field, passwordMissing } from '../passwords/own-password.service.js';
import type { AuthenticatedRequest } from '../accounts/principal.js';
import { accessOf } from './route-access.js';

/**
 * Requires the caller's own password for an operation that makes, changes or removes a credential, so that a thief of a
 * token cannot take over the account. Checks the password before the call's transaction, so that no rollback undoes the
 * count of wrong passwords.
 */
@Injectable()
export class OwnPasswordGuard implements CanActivate {
  constructor(
    private readonly passwords: OwnPasswordService,
    private readonly bodies: BodyReader,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const credential = accessOf(execution).operation?.declaration.credential;
    const http = execution.switchToHttp();
    const request = http.getRequest<Request & AuthenticatedRequest>();
    const { user, ip: address = '' } = request;
    if (!credential || !user || (credential.own && user.SessionId === undefined)) return true;
    const call = currentRequest();
    if (credential.ofOther && parseGuid(String(request.params.UserId)) === user.UserId)
      throw new Forbidden(
        'You cannot change your own account here: use /v1/Auth/Password, /v1/Auth/Mfa and /v1/Auth/Sessions, ' +
          'or ask another Administrator.',
      );
    await this.bodies.read(call, http.getResponse());
    const given = givenIn(this.bodies.json(call), call.query);
    if (!given.has(field) && !isAlwaysAsked(credential, given)) return true;
    if (this.passwords.isProved(user)) return true;
    await this.passwords.prove(user, { field, password: passwordOf(given), address }, async () => true);
    return true;
  }
}

/**
 * Whether the guard alone can tell from the request that it needs the password. For an operation with `changes`, the
 * service decides later.
 */
function isAlwaysAsked({ fields, changes }: CredentialDeclaration, given: ReadonlyMap<string, unknown>): boolean {
  return fields ? fields.some((name) => given.has(name)) : changes === undefined;
}

/** The caller's password as sent. Throws Invalid if it is missing or too long. */
function passwordOf(given: ReadonlyMap<string, unknown>): string {
  const password = given.get(field);
  if (typeof password !== 'string' || password === '') throw new Invalid([passwordMissing]);
  if (password.length > 2 * longestPassword) throw new Invalid([tooLong(field, longestPassword)]);
  return password;
}

/**
 * The fields of the body with their values, and the query parameters without values, because a secret belongs in the
 * body only.
 */
function givenIn(body: unknown, query: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
  return new Map<string, unknown>([...[...query.keys()].map((name) => [name, undefined] as const), ...fields]);
}
