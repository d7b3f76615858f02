import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { key, problems, secret } from '../../../test/support/app/settings.js';
import { loadConfig, settingsOf } from '../../config/config.js';
import { openIdSettings } from './openid.settings.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'agency-config-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const settings = (given: Record<string, string> = {}) =>
  settingsOf(loadConfig({ DATABASE_URL: `sqlite:${folder}/a.sqlite`, ...given }), openIdSettings);

describe('settings of OpenID Connect', () => {
  const set = {
    OIDC_ISSUER: 'https://login.test/realm',
    OIDC_CLIENT_ID: 'agency',
    PUBLIC_URL: 'https://agency.test/',
  };

  it('turns OpenID Connect off without OIDC_ISSUER', () => {
    expect(settings()).toBeUndefined();
    expect(problems({ OIDC_CLIENT_ID: 'agency' })).toEqual(['OIDC_ISSUER is required with OIDC_CLIENT_ID']);
    const useless = {
      OIDC_CLIENT_SECRET: 'x',
      OIDC_ROLES: 'staff=Worker',
      OIDC_CREATE_USERS: 'true',
      OIDC_MFA: 'mfa',
    };
    expect(problems({ ...useless, OIDC_NAME: 'The house', OIDC_SCOPES: 'openid email profile' })).toEqual([
      'OIDC_ISSUER is required with OIDC_CLIENT_SECRET, OIDC_NAME, OIDC_ROLES, OIDC_CREATE_USERS, OIDC_MFA',
    ]);
    expect(settings({ PUBLIC_URL: set.PUBLIC_URL })).toBeUndefined();
    expect(problems({ OIDC_ISSUER: set.OIDC_ISSUER })).toEqual([
      'OIDC_CLIENT_ID is required with OIDC_ISSUER',
      'PUBLIC_URL is required with OIDC_ISSUER',
    ]);
  });

  it('has working defaults for OpenID Connect, and maps one group to several roles', () => {
    const OIDC_ROLES = 'staff=Worker, a=b=Agent,staff=Agent';
    expect(settings({ ...set, OIDC_ROLES, OIDC_MFA: 'mfa, gold' })).toEqual({
      issuer: new URL(set.OIDC_ISSUER),
      returnUrls: [],
      clientId: 'agency',
      clientSecret: undefined,
      publicUrl: 'https://agency.test',
      name: 'OpenID Connect',
      scopes: 'openid email profile',
      userClaim: 'email',
      rolesClaim: 'groups',
      roles: new Map([
        ['staff', ['Worker', 'Agent']],
        ['a=b', ['Agent']],
      ]),
      createUsers: false,
      mfa: ['mfa', 'gold'],
    });
  });

  it('rejects unsafe settings of OpenID Connect, and names the settings that belong together', () => {
    const secrets = { JWT_SECRET: secret, FIELD_KEY: key };
    const local = { ...set, OIDC_ISSUER: 'http://127.0.0.1:9000', PUBLIC_URL: 'http://localhost:3000' };
    expect(settings(local)?.issuer.port).toBe('9000');
    expect(
      problems({ ...local, ...secrets, NODE_ENV: 'production', DATABASE_URL: `sqlite:${folder}/a.sqlite` }),
    ).toEqual(['OIDC_ISSUER must be https in production', 'PUBLIC_URL must be https in production']);
    for (const url of ['http://login.test', 'https://u:p@login.test', 'https://login.test?a', 'ftp://x', 'login'])
      expect(problems({ ...set, OIDC_ISSUER: url })).toEqual([
        'OIDC_ISSUER must be an https URL without query, or an http one on loopback',
      ]);
    expect(problems({ ...set, OIDC_SCOPES: 'email' })).toEqual(['OIDC_SCOPES must include openid']);
    expect(problems({ ...set, OIDC_CREATE_USERS: 'true' })).toEqual(['OIDC_ROLES is required with OIDC_CREATE_USERS']);
    expect(problems({ ...set, OIDC_ROLES_CLAIM: 'teams' })).toEqual(['OIDC_ROLES is required with OIDC_ROLES_CLAIM']);
    const two = 'https://portal.test/signed-in?a=1, https://portal.test';
    expect(settings({ ...set, OIDC_RETURN_URLS: two })?.returnUrls).toEqual([
      'https://portal.test/signed-in?a=1',
      'https://portal.test/',
    ]);
    for (const url of [
      '/docs',
      'portal.test',
      'https://portal.test/#a',
      'https://portal.test/#',
      'http://portal.test/',
    ])
      expect(problems({ ...set, OIDC_RETURN_URLS: url })).toHaveLength(1);
    for (const url of ['https://ann@portal.test/', 'javascript:alert(1)', `https://portal.test/${'a'.repeat(500)}`])
      expect(problems({ ...set, OIDC_RETURN_URLS: url })).toHaveLength(1);
    expect(
      problems({
        ...set,
        ...secrets,
        NODE_ENV: 'production',
        DATABASE_URL: `sqlite:${folder}/a.sqlite`,
        OIDC_RETURN_URLS: 'http://localhost/in',
      }),
    ).toEqual(['OIDC_RETURN_URLS must be https in production']);
    for (const OIDC_ROLES of ['staff', '=Worker', 'staff=', 'staff=No role'])
      expect(problems({ ...set, OIDC_ROLES })).toHaveLength(1);
    const file = join(folder, 'client-secret');
    writeFileSync(file, 'of the client\n');
    expect(settings({ ...set, OIDC_CLIENT_SECRET_FILE: file })?.clientSecret).toBe('of the client');
  });
});
