import type { OpenIdSettings } from './openid.settings.js';
import { longestUserName } from '../../auth/accounts/credential.fields.js';
import { userNameKey } from '../../auth/accounts/user.entity.js';

/** The claims of the ID token and of the userinfo endpoint about a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** The person who signs in, as the provider identifies them. */
export interface Identity {
  /** An absolute URL: `https://login.example.com/`. */
  readonly issuer: string;
  readonly subject: string;
  /** Undefined if the name is missing, not in NFKC form, or an address that the provider has not verified. */
  readonly userName?: string;
  readonly displayName?: string;
  /** The roles that OIDC_ROLES gives, if it is set. */
  readonly roles?: readonly string[];
  /** Whether OIDC_MFA accepts the second factor of the sign-in. */
  readonly mfa: boolean;
}

/**
 * Whether the claims have every value that the settings need. If not, the userinfo endpoint may have the missing
 * values.
 */
export function isComplete(claims: Claims, { userClaim, roles, rolesClaim }: OpenIdSettings): boolean {
  const needed = [userClaim, ...(userClaim === 'email' ? ['email_verified'] : []), ...(roles ? [rolesClaim] : [])];
  return needed.every((name) => claims[name] !== undefined);
}

export function identityOf(claims: Claims, { userClaim, roles, rolesClaim, mfa }: OpenIdSettings): Identity {
  const isVerified = userClaim !== 'email' || claims.email_verified === true;
  const given = texts(claims[rolesClaim]);
  return {
    issuer: new URL(claims.iss).href,
    subject: claims.sub,
    userName: isVerified ? exactNameIn(claims[userClaim]) : undefined,
    displayName: nameIn(claims.name),
    roles: roles && [...new Set(given.flatMap((value) => roles.get(value) ?? []))],
    mfa: [...texts(claims.amr), ...texts(claims.acr)].some((value) => mfa.includes(value)),
  };
}

/**
 * User names are compared in a folded form, in which `ａgent@…` and `agent@…` are the same. At the provider they may be
 * two people. Therefore, this function accepts only a name that folding does not change, except for letter case.
 */
function exactNameIn(claim: unknown): string | undefined {
  const name = nameIn(claim);
  return name === claim && name === name?.normalize('NFKC') ? name : undefined;
}

function nameIn(claim: unknown): string | undefined {
  const name = typeof claim === 'string' ? claim.trim() : '';
  const longest = Math.max([...name].length, [...userNameKey(name)].length);
  return name !== '' && longest <= longestUserName ? name : undefined;
}

function texts(claim: unknown): string[] {
  return [claim].flat().filter((value) => typeof value === 'string');
}
