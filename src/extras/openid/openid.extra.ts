import { UserRolesService } from '../../auth/users/user-roles.service.js';
import { settingsOf, type Config } from '../../config/config.js';
import type { Db } from '../../database/db.js';
import { reasonOf } from '../../database/driver/failure.js';
import { fail, ok, type Finding } from '../../database/driver/finding.js';
import { discover } from './openid-provider.service.js';
import { OpenId1764000000000 } from './openid.migration.js';
import { OpenIdModule } from './openid.module.js';
import { openIdSettings } from './openid.settings.js';

export { addOpenIdCommands as addCommands } from './openid.commands.js';
export const domain = OpenIdModule;
export const migrations = [OpenId1764000000000];

/** Checks whether the provider of OIDC_ISSUER responds with valid metadata. */
export async function checkSettings(config: Config): Promise<Finding[]> {
  const openId = settingsOf(config, openIdSettings);
  if (!openId) return [];
  try {
    await discover(openId, config.databaseDeadline);
    return [ok(`The sign-in provider ${openId.issuer.href} responds.`)];
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? reasonOf(cause) : message;
    return [
      fail(
        `The sign-in provider ${openId.issuer.href} does not work: ${why}`,
        'Check OIDC_ISSUER, and whether this machine can reach the provider.',
      ),
    ];
  }
}

export async function inspect(db: Db, config: Config): Promise<Finding[]> {
  if (!settingsOf(config, openIdSettings)?.roles) return [];
  const missing = await missingRoles(db, config);
  return [
    missing.length === 0
      ? ok('The roles of OIDC_ROLES exist.')
      : fail(`OIDC_ROLES names roles that do not exist: ${missing.join(', ')}.`, 'Correct it, or create the roles.'),
  ];
}

export async function startProblems(db: Db, config: Config): Promise<string[]> {
  const missing = await missingRoles(db, config);
  return missing.length === 0 ? [] : [`OIDC_ROLES must name existing roles; these do not exist: ${missing.join(', ')}`];
}

function missingRoles(db: Db, config: Config): Promise<string[]> {
  const named = settingsOf(config, openIdSettings)?.roles?.values() ?? [];
  return new UserRolesService(db).missing([...named].flat());
}
