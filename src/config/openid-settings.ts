import { makeValidator } from 'envalid';
import { loopback } from './loopback.js';
import { refuse } from './refused.js';
import { flag, listed } from './validators.js';

/** How people sign in with a provider of OpenID Connect. */
export interface OpenIdSettings {
  readonly issuer: URL;
  readonly clientId: string;
  /** undefined: the service is a public client there. */
  readonly clientSecret: string | undefined;
  /** Where people reach this service: its origin. */
  readonly publicUrl: string;
  /** Where a browser may be sent back to with a code, beside the service's own pages: whole URLs. */
  readonly returnUrls: readonly string[];
  /** What people call the provider. */
  readonly name: string;
  readonly scopes: string;
  /** The claim that is a user name here. */
  readonly userClaim: string;
  readonly rolesClaim: string;
  /** The roles of each value of that claim; undefined: users keep the roles that they have here. */
  readonly roles: ReadonlyMap<string, readonly string[]> | undefined;
  readonly createUsers: boolean;
  /** Values of `amr` and `acr` that count as the second factor. */
  readonly mfa: readonly string[];
}

const line = makeValidator<string>((text) =>
  /^[^\p{Cc}]{1,200}$/u.test(text) ? text : refuse('one line of 200 characters at most'),
);

const secureUrl = makeValidator<URL>((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && !url.username && !url.search && !url.hash && text.length <= 255;
  return isPlain && isSafe(url) ? url : refuse('an https URL without query, or an http one on loopback');
});

/** The sign-in's cookie holds one of them, and a browser keeps no cookie of more than 4,096 bytes. */
const longestReturnUrl = 500;

const returnUrls = makeValidator<readonly string[]>((text) =>
  listed(text).map((part) => {
    const url = URL.canParse(part) ? new URL(part) : undefined;
    const isPlain = url && !url.username && !url.password && !part.includes('#') && url.href.length <= longestReturnUrl;
    return isPlain && isSafe(url)
      ? url.href
      : refuse('a comma-separated list of https URLs without fragment, or http ones on loopback');
  }),
);

const list = makeValidator<readonly string[]>((text) => listed(text));

const roleMap = makeValidator<ReadonlyMap<string, readonly string[]>>((text) => {
  const map = new Map<string, string[]>();
  for (const part of listed(text)) {
    const at = part.lastIndexOf('=');
    const [value, role] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at < 1 || !/^\w{1,50}$/.test(role)) return refuse('a comma-separated list such as staff=Worker,agents=Agent');
    map.set(value, [...(map.get(value) ?? []), role]);
  }
  return map;
});

/** The settings of signing in with a provider; with no OIDC_ISSUER it is off. */
export const openIdEnvironment = {
  PUBLIC_URL: secureUrl({
    default: undefined,
    desc: 'Where people reach the service, such as https://agency.example.com; needed beside OIDC_ISSUER.',
  }),
  OIDC_RETURN_URLS: returnUrls({
    default: [],
    desc:
      "Comma-separated URLs of other pages to which a sign-in may return, each whole, such as a portal's " +
      'https://portal.example.com/signed-in. They receive the one-time code.',
  }),
  OIDC_ISSUER: secureUrl({
    default: undefined,
    desc: 'The OpenID Connect provider with which people may sign in: its issuer URL, https in production.',
  }),
  OIDC_CLIENT_ID: line({ default: undefined, desc: 'What the provider calls this service.' }),
  OIDC_CLIENT_SECRET: line({
    default: undefined,
    desc: 'With which this service proves that to the provider; unset: a public client.',
  }),
  OIDC_NAME: line({ default: 'OpenID Connect', desc: 'What people call the provider: the text of its button.' }),
  OIDC_SCOPES: line({ default: 'openid email profile', desc: 'The scopes that are asked for, `openid` among them.' }),
  OIDC_USER_CLAIM: line({
    default: 'email',
    desc:
      'The claim that is the user name here at the first sign-in; of `email`, only with `email_verified`. Later the ' +
      'subject alone counts.',
  }),
  OIDC_ROLES_CLAIM: line({ default: 'groups', desc: 'The claim whose values OIDC_ROLES maps.' }),
  OIDC_ROLES: roleMap({
    default: undefined,
    desc:
      'Comma-separated `value=Role`: at each sign-in with the provider the user has these roles and no others. ' +
      'Unset: users keep theirs.',
  }),
  OIDC_CREATE_USERS: flag({
    default: false,
    desc: 'Whether somebody unknown here becomes a user at the first sign-in; needs OIDC_ROLES.',
  }),
  OIDC_MFA: list({
    default: [],
    desc: 'Comma-separated values of `amr` or `acr` that count as the second factor; unset: the own one alone counts.',
  }),
};

interface Environment {
  PUBLIC_URL?: URL;
  OIDC_RETURN_URLS: readonly string[];
  OIDC_ISSUER?: URL;
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_SECRET?: string;
  OIDC_NAME: string;
  OIDC_SCOPES: string;
  OIDC_USER_CLAIM: string;
  OIDC_ROLES_CLAIM: string;
  OIDC_ROLES?: ReadonlyMap<string, readonly string[]>;
  OIDC_CREATE_USERS: boolean;
  OIDC_MFA: readonly string[];
}

/** What is set, or undefined where signing in with a provider is off; what is wrong joins the problems. */
export function openIdSettings(env: Environment, production: boolean, problems: string[]): OpenIdSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, PUBLIC_URL: publicUrl } = env;
  const stated = statedIn(env);
  if (!issuer) {
    const alone = stated.filter((name) => name !== 'PUBLIC_URL');
    if (alone.length > 0) problems.push(`OIDC_ISSUER is required beside ${alone.join(', ')}`);
    return undefined;
  }
  if (clientId === undefined) problems.push('OIDC_CLIENT_ID is required beside OIDC_ISSUER');
  if (!publicUrl) problems.push('PUBLIC_URL is required beside OIDC_ISSUER');
  for (const [name, url] of Object.entries({ OIDC_ISSUER: issuer, PUBLIC_URL: publicUrl }))
    if (production && url && url.protocol !== 'https:') problems.push(`${name} must be https in production`);
  if (publicUrl && publicUrl.pathname !== '/') problems.push('PUBLIC_URL must be without a path');
  if (!env.OIDC_SCOPES.split(' ').includes('openid')) problems.push('OIDC_SCOPES must have openid among them');
  if (production && env.OIDC_RETURN_URLS.some((url) => !url.startsWith('https:')))
    problems.push('OIDC_RETURN_URLS must be https in production');
  const ofRoles = stated.filter((name) => name === 'OIDC_ROLES_CLAIM' || name === 'OIDC_CREATE_USERS');
  if (ofRoles.length > 0 && !env.OIDC_ROLES) problems.push(`OIDC_ROLES is required beside ${ofRoles.join(', ')}`);
  if (clientId === undefined || !publicUrl) return undefined;
  return Object.freeze({
    issuer,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET,
    publicUrl: publicUrl.origin,
    returnUrls: env.OIDC_RETURN_URLS,
    name: env.OIDC_NAME,
    scopes: env.OIDC_SCOPES,
    userClaim: env.OIDC_USER_CLAIM,
    rolesClaim: env.OIDC_ROLES_CLAIM,
    roles: env.OIDC_ROLES,
    createUsers: env.OIDC_CREATE_USERS,
    mfa: env.OIDC_MFA,
  });
}

/** The settings that are not as they are unless told. */
function statedIn(env: Environment): (keyof Environment)[] {
  const names = Object.keys(openIdEnvironment) as (keyof Environment)[];
  return names.filter((name) => JSON.stringify(env[name]) !== JSON.stringify(openIdEnvironment[name].default));
}

function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

function isLoopback({ hostname }: URL): boolean {
  return loopback.test(hostname.replace(/^\[(.*)\]$/, '$1'));
}
