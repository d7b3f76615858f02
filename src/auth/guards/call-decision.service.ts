import { Injectable } from '@nestjs/common';
import { Forbidden } from '../../errors/errors.js';
import type { Operation } from '../../http/endpoint/operation.js';
import { inScope } from '../api-keys/key-scope.js';
import { OwnRolePermissions } from './own-role-permissions.service.js';
import type { Principal } from './principal.js';

/** Whether a caller may call an operation. The guard asks it before a call, and a call that goes on asks it again. */
@Injectable()
export class CallDecision {
  constructor(private readonly ownRoles: OwnRolePermissions) {}

  /** The caller as the call has it. Throws Forbidden. */
  async require(caller: Principal, operation: Operation): Promise<Principal> {
    const reason = refusal(caller, operation);
    if (reason !== undefined) throw new Forbidden(reason);
    const byOwnRole = await this.byOwnRole([caller], operation);
    if (byOwnRole.has(caller.UserId)) return { ...caller, isByOwnRole: true };
    const missing = missingRole(caller, operation);
    if (missing !== undefined) throw new Forbidden(missing);
    return caller;
  }

  /** Those of several callers who may call the operation, with one query at most. */
  async among(callers: readonly Principal[], operation: Operation): Promise<Principal[]> {
    const byOwnRole = await this.byOwnRole(callers, operation);
    return callers.filter(
      (caller) =>
        refusal(caller, operation) === undefined &&
        (byOwnRole.has(caller.UserId) || missingRole(caller, operation) === undefined),
    );
  }

  /** The UserIds of those to whom a role of one's own opens the operation. */
  private async byOwnRole(callers: readonly Principal[], { name, declaration }: Operation): Promise<Set<string>> {
    return declaration.delegable ? this.ownRoles.opened(callers, name) : new Set();
  }
}

/** What the caller has to do first, or the limit of the key. */
function refusal(caller: Principal, operation: Operation): string | undefined {
  const { whileEnrolling, whileChangingPassword } = operation.declaration;
  // The password comes first: enrolling takes it.
  if (caller.mustChangePassword) {
    if (!whileChangingPassword) return 'Change your password first: POST /v1/Auth/Password.';
  } else if (caller.mustEnrol && !whileEnrolling)
    return 'Enrol in multi-factor authentication first: POST /v1/Auth/Mfa/Enrol.';
  return inScope(caller.scope, operation) ? undefined : `This API key is limited to ${caller.scope!.join(', ')}.`;
}

function missingRole({ Roles }: Principal, { access }: Operation): string | undefined {
  if (access === undefined) return 'This operation does not declare who may call it.';
  if (typeof access === 'string' || access.some((role) => Roles.includes(role))) return undefined;
  return `This needs the role ${access.join(' or ')}.`;
}
