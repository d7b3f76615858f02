import { Injectable } from '@nestjs/common';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import { Db } from '../../database/db.js';
import { Forbidden, type RefusalReason } from '../../errors/errors.js';
import type { Operation } from '../../http/endpoint/operation.js';
import { roleNames } from '../../http/endpoint/roles.js';
import type { Guid } from '../../record/fields.js';
import { isAllowedWhile } from '../accounts/allowed-while.js';
import { inScope, kiosk } from '../api-keys/key-scope.js';
import type { Principal } from '../accounts/principal.js';

const systemRoles: readonly string[] = roleNames;

/**
 * Decides whether a caller may call an operation: first for the guard, and repeatedly while an event stream is open.
 */
@Injectable()
export class CallDecisionService {
  constructor(private readonly db: Db) {}

  /** Returns the caller, with isByOwnRole if a custom role grants the operation. Throws Forbidden. */
  async require(caller: Principal, operation: Operation): Promise<Principal> {
    const refused = refusal(caller, operation);
    if (refused) throw new Forbidden(...refused);
    const byOwnRole = await this.byOwnRole([caller], operation);
    if (byOwnRole.has(caller.UserId)) return { ...caller, isByOwnRole: true };
    const missing = missingRole(caller, operation);
    if (missing !== undefined) throw new Forbidden(missing, 'Role');
    return caller;
  }

  /** Those of the callers who may call the operation. Runs one query at most. */
  async among(callers: readonly Principal[], operation: Operation): Promise<Principal[]> {
    const byOwnRole = await this.byOwnRole(callers, operation);
    return callers.filter(
      (caller) =>
        refusal(caller, operation) === undefined &&
        (byOwnRole.has(caller.UserId) || missingRole(caller, operation) === undefined),
    );
  }

  /** Those of the operations that the caller may call. Runs one query at most. */
  async allowed(caller: Principal, operations: readonly Operation[]): Promise<Operation[]> {
    const granted = new Set((await this.grantedBy([caller])).map(({ Code }) => Code));
    return operations.filter(
      (operation) =>
        refusal(caller, operation) === undefined &&
        (missingRole(caller, operation) === undefined ||
          (operation.declaration.delegable && granted.has(operation.name))),
    );
  }

  /** The UserIds of the callers to whom an active custom role grants the operation. */
  private async byOwnRole(callers: readonly Principal[], { name, declaration }: Operation): Promise<Set<Guid>> {
    const found = declaration.delegable ? await this.grantedBy(callers, sql`AND p.Code = ${name}`) : [];
    return new Set(found.map(({ UserId }) => UserId));
  }

  /** The operations (Code) that active custom roles grant to the callers. System roles cost no query. */
  private async grantedBy(
    callers: readonly Principal[],
    which: Sql = empty,
  ): Promise<{ UserId: Guid; Code: string }[]> {
    const holders = callers.filter(({ Roles }) => !Roles.every((role) => systemRoles.includes(role)));
    if (holders.length === 0) return [];
    return this.db.all(sql`SELECT DISTINCT u.UserId AS UserId, p.Code AS Code FROM user_roles u
      JOIN roles r ON r.Code = u.RoleCode AND r.IsSystem = 0 AND r.IsActive = 1
      JOIN role_permissions g ON g.RoleId = r.RoleId
      JOIN permissions p ON p.PermissionId = g.PermissionId AND p.IsActive = 1
      WHERE u.UserId IN (${join([...new Set(holders.map(({ UserId }) => UserId))])}) ${which}`);
  }
}

/**
 * Why the operation is refused to the caller: a password change or an enrolment must come first, or the scope of the
 * API key does not include the operation. Undefined if it is not refused.
 */
function refusal(caller: Principal, operation: Operation): [message: string, reason: RefusalReason] | undefined {
  // The user must change the password before enrolling, because enrolling requires it.
  if (caller.mustChangePassword) {
    if (!isAllowedWhile('changing the password', operation))
      return ['Change your password first: POST /v1/Auth/Password.', 'MustChangePassword'];
  } else if (caller.mustEnrol && !isAllowedWhile('enrolling', operation))
    return ['Enrol in multi-factor authentication first: POST /v1/Auth/Mfa/Enrol.', 'MfaRequired'];
  if (inScope(caller.scope, operation)) return undefined;
  return [`This API key is limited to ${caller.scope!.join(', ')}.`, 'Scope'];
}

function missingRole({ Roles, LocationId }: Principal, operation: Operation): string | undefined {
  const { access } = operation;
  if (access === undefined) return 'This operation does not declare who may call it.';
  // A kiosk has no roles: the scope of its key has been checked already.
  if (LocationId !== undefined) return undefined;
  if (typeof access === 'string' || access.some((role) => Roles.includes(role))) return undefined;
  const orKey = inScope([kiosk], operation) ? ', or the key of a kiosk as X-Api-Key' : '';
  return `This call needs the role ${access.join(' or ')}${orKey}.`;
}
