import type { OpenIdSettings } from '../../config/openid-settings.js';
import { longestUserName } from '../auth.records.js';
import { userNameKey } from '../users/user-name.js';

/** What the provider states of somebody. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** Who signs in, as far as it matters here. */
export interface Identity {
  /** As a URL is written in full: `https://login.example.com/`. */
  readonly issuer: string;
  readonly subject: string;
  /** undefined: the provider states none, has not verified it, or it is not its own NFKC form. */
  readonly userName?: string;
  readonly displayName?: string;
  /** By the map of the settings; undefined: there is none. */
  readonly roles?: readonly string[];
  /** After a second factor that counts here. */
  readonly mfa: boolean;
}

/** Whether the claims have all that the settings ask for; the provider may tell the rest elsewhere. */
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
 * User names are compared in a folded form, in which `ａgent@…` and `agent@…` are one name. For the provider they may be
 * two people, so that only a name that folding leaves alone, letter case apart, can name a user.
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
