import { makeValidator, type CleanedEnv } from 'envalid';
import { flag, isSafe, listed, refuse, withoutSlash } from '../../config/settings/validators.js';

export interface OpenIdSettings {
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined if the service is a public client of the provider. */
  readonly clientSecret: string | undefined;
  /** Public URL of the service, without a slash at its end. */
  readonly publicUrl: string;
  /** URLs of pages, besides those of the service, that may receive the one-time code of a sign-in. */
  readonly returnUrls: readonly string[];
  /** The provider's display name. */
  readonly name: string;
  readonly scopes: string;
  /** Name of the claim with the user name. */
  readonly userClaim: string;
  readonly rolesClaim: string;
  /** Roles by value of the claim `rolesClaim`. If undefined, a sign-in does not change roles. */
  readonly roles: ReadonlyMap<string, readonly string[]> | undefined;
  readonly createUsers: boolean;
  /** Values of `amr` and `acr` that count as the second factor. */
  readonly mfa: readonly string[];
}

const line = makeValidator<string>((text) =>
  /^[^\p{Cc}]{1,200}$/u.test(text) ? text : refuse('one line of 200 characters at most'),
);

const secureUrl = makeValidator<URL>((text) => {
  const url = URL.parse(text);
  const isPlain = url && !url.username && !url.search && !url.hash && text.length <= 255;
  return isPlain && isSafe(url) ? url : refuse('an https URL without query, or an http one on loopback');
});

/** Maximum length of a return URL: the sign-in cookie contains it, and browsers limit cookies to 4,096 bytes. */
const longestReturnUrl = 500;

const returnUrls = makeValidator<readonly string[]>((text) =>
  listed(text).map((part) => {
    const url = URL.parse(part);
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

const environment = {
  OIDC_RETURN_URLS: returnUrls({
    default: [],
    desc:
      'Comma-separated full URLs of other pages to which a sign-in may return, such as ' +
      'https://portal.example.com/signed-in. They receive the one-time code.',
  }),
  OIDC_ISSUER: secureUrl({
    default: undefined,
    desc: 'Issuer URL of the OpenID Connect provider; https in production. Unset: no sign-in with OpenID Connect.',
  }),
  OIDC_CLIENT_ID: line({ default: undefined, desc: 'Client ID of this service at the provider.' }),
  OIDC_CLIENT_SECRET: line({
    default: undefined,
    desc: 'Client secret of this service at the provider. Unset: a public client.',
  }),
  OIDC_NAME: line({ default: 'OpenID Connect', desc: "Name of the provider on the sign-in page's button." }),
  OIDC_SCOPES: line({
    default: 'openid email profile',
    desc: 'Scopes that the service requests; must include `openid`.',
  }),
  OIDC_USER_CLAIM: line({
    default: 'email',
    desc:
      'Claim that names the user at the first sign-in; `email` counts only with `email_verified`. Later sign-ins use ' +
      'the subject.',
  }),
  OIDC_ROLES_CLAIM: line({ default: 'groups', desc: 'Claim whose values OIDC_ROLES maps.' }),
  OIDC_ROLES: roleMap({
    default: undefined,
    desc:
      'Comma-separated pairs `value=Role`. Each sign-in with the provider gives the user exactly the roles of the ' +
      'values in OIDC_ROLES_CLAIM. Unset: users keep their roles.',
  }),
  OIDC_CREATE_USERS: flag({
    default: false,
    desc: 'Create an unknown user at the first sign-in. Requires OIDC_ROLES.',
  }),
  OIDC_MFA: list({
    default: [],
    desc:
      'Comma-separated values of the claims `amr` and `acr` that count as the second factor. Unset: only one-time ' +
      'codes of the service count.',
  }),
};

type SettingName = keyof typeof environment;
type Environment = Pick<CleanedEnv<typeof environment>, SettingName> & { readonly PUBLIC_URL?: URL };

/** OpenID Connect is off, and its settings are undefined, unless OIDC_ISSUER is set. */
export const openIdSettings = {
  environment,
  secrets: ['OIDC_CLIENT_SECRET'],
  read,
};

function read(env: Environment, production: boolean, problems: string[]): OpenIdSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, PUBLIC_URL: publicUrl } = env;
  const stated = statedIn(env);
  if (!issuer) {
    if (stated.length > 0) problems.push(`OIDC_ISSUER is required with ${stated.join(', ')}`);
    return undefined;
  }
  if (clientId === undefined) problems.push('OIDC_CLIENT_ID is required with OIDC_ISSUER');
  if (!publicUrl) problems.push('PUBLIC_URL is required with OIDC_ISSUER');
  for (const [name, url] of Object.entries({ OIDC_ISSUER: issuer, PUBLIC_URL: publicUrl }))
    if (production && url && url.protocol !== 'https:') problems.push(`${name} must be https in production`);
  if (!env.OIDC_SCOPES.split(' ').includes('openid')) problems.push('OIDC_SCOPES must include openid');
  if (production && env.OIDC_RETURN_URLS.some((url) => !url.startsWith('https:')))
    problems.push('OIDC_RETURN_URLS must be https in production');
  const ofRoles = stated.filter((name) => name === 'OIDC_ROLES_CLAIM' || name === 'OIDC_CREATE_USERS');
  if (ofRoles.length > 0 && !env.OIDC_ROLES) problems.push(`OIDC_ROLES is required with ${ofRoles.join(', ')}`);
  if (clientId === undefined || !publicUrl) return undefined;
  return Object.freeze({
    issuer,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET,
    publicUrl: withoutSlash(publicUrl),
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

/** The settings that differ from their defaults. */
function statedIn(env: Environment): SettingName[] {
  const names = Object.keys(environment) as SettingName[];
  return names.filter((name) => JSON.stringify(env[name]) !== JSON.stringify(environment[name].default));
}
