import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { key, problems, secret } from '../../test/support/app/settings.js';
import { checkAgainstDatabase, loadConfig } from './config.js';
import { BusinessClock } from '../context/business-clock.js';
import { settings, wholeEnvironment } from './settings/environment.js';
import { secretsFile } from './kept-secrets.js';
import { misspelt } from './misspelt.js';
import { isOlder, refuseOldNode } from './node-release.js';

describe('settings', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'agency-config-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const load = (given: Record<string, string> = {}) =>
    loadConfig({ DATABASE_URL: `sqlite:${folder}/a.sqlite`, ...given });

  describe('the settings', () => {
    it('has working defaults for all settings', () => {
      const config = load();
      expect(config).toMatchObject({
        port: 3000,
        host: '127.0.0.1',
        migrateOnStart: true,
        swagger: true,
        databaseDeadline: 5000,
        shutdownDelay: 500,
        shutdownGrace: 10_000,
        bodyLimit: 1_048_576,
        bodyDepth: 32,
        headerLimit: 16_384,
        headersTimeout: 10_000,
        requestTimeout: 30_000,
        corsOrigins: [],
        fieldKeysOld: [],
        slowQuery: 1000,
        timeZone: 'UTC',
      });
      expect(Object.isFrozen(config)).toBe(true);
      expect(new BusinessClock(config.clock).now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}$/);
    });

    it('uses the variables that are set, and treats an empty variable as unset', () => {
      const config = load({
        PORT: '',
        REQUEST_DEADLINE: '1.5',
        SHUTDOWN_GRACE: '500ms',
        CLOCK: '2026-04-30',
        SWAGGER: 'false',
        TIME_ZONE: 'America/New_York',
        CORS_ORIGINS: 'https://a.test, http://b.test:8080/',
        DATABASE_URL: 'mysql://us%40er:p%2Fw@db.test/agency',
        JWT_SECRET: secret,
        FIELD_KEY: key,
      });
      expect(config).toMatchObject({
        port: 3000,
        databaseDeadline: 1500,
        shutdownDelay: 250,
        shutdownGrace: 500,
        clock: '2026-04-30T00:00:00.0000000',
        swagger: false,
        timeZone: 'America/New_York',
        migrateOnStart: false,
        corsOrigins: ['https://a.test', 'http://b.test:8080'],
        database: { kind: 'mysql', host: 'db.test', port: 3306, user: 'us@er', password: 'p/w', database: 'agency' },
      });
      expect(new BusinessClock(config.clock).now()).toBe('2026-04-30T00:00:00.0000000');
    });

    it('rejects an unknown time zone', () => {
      expect(problems({ TIME_ZONE: 'Mars/Base' })).toEqual([
        'TIME_ZONE must be an IANA time zone such as America/New_York',
      ]);
    });

    it('delays the stop by default, so that a proxy notices it first', () => {
      const secrets = { JWT_SECRET: secret, FIELD_KEY: key };
      const inProduction = { ...secrets, NODE_ENV: 'production' };
      expect(load(inProduction).shutdownDelay).toBe(5000);
      expect(load({ ...inProduction, SHUTDOWN_GRACE: '6' }).shutdownDelay).toBe(3000);
      expect(load({ ...inProduction, SHUTDOWN_DELAY: '8' }).shutdownDelay).toBe(8000);
      expect(problems({ SHUTDOWN_DELAY: '10' })).toEqual(['SHUTDOWN_DELAY must be less than SHUTDOWN_GRACE']);
    });

    it('rejects a stop that takes longer than the supervisor waits', () => {
      expect(load({ SHUTDOWN_GRACE: '14', STOP_TIMEOUT: '15' }).shutdownGrace).toBe(14_000);
      expect(problems({ SHUTDOWN_GRACE: '15', STOP_TIMEOUT: '15' })).toEqual([
        'SHUTDOWN_GRACE must be less than STOP_TIMEOUT (15 s), after which the supervisor kills the process. ' +
          'Raise STOP_TIMEOUT together with TimeoutStopSec of the unit',
      ]);
    });

    it('rejects a SQLite file in a folder that does not exist', () => {
      const missing = join(folder, 'nope', 'deeper');
      expect(() => load({ DATABASE_URL: `sqlite:${missing}/a.sqlite` })).toThrow(
        `The folder ${missing} of DATABASE_URL does not exist. Correct the path, or create the folder.`,
      );
      expect(existsSync(join(folder, 'nope'))).toBe(false);
    });

    it('reports an error for each invalid setting, without its value', () => {
      const found = problems({
        PORT: '70000',
        JWT_SECRET: 'hunter2',
        FIELD_KEY: 'zz',
        DATABASE_URL: 'postgres://u:hunter3@h/d',
        LOG_LEVEL: 'loud',
        CLOCK: 'noon',
        FIELD_KEYS_OLD: `${key},zz`,
        METRICS_TOKEN: 'hunter4',
        SLOW_QUERY: 'never',
      });
      expect(found.map((problem) => problem.split(' ')[0]).sort()).toEqual([
        'CLOCK',
        'DATABASE_URL',
        'FIELD_KEY',
        'FIELD_KEYS_OLD',
        'JWT_SECRET',
        'LOG_LEVEL',
        'METRICS_TOKEN',
        'PORT',
        'SLOW_QUERY',
      ]);
      expect(found.join()).not.toMatch(/hunter|70000|loud/);
      expect(problems({ DATABASE_URL: 'sqlite::memory:' })).toHaveLength(1);
      expect(problems({ SWAGGER: 'constructor' })).toEqual(['SWAGGER must be true or false']);
    });

    it('states the range of a duration in readable units', () => {
      const forms = 'seconds, or a unit as in 500ms, 30m, 12h, 14d';
      expect(problems({ RETAIN_MESSAGES: '1h', REQUEST_DEADLINE: '5x', SLOW_QUERY: '-1' }).toSorted()).toEqual([
        `REQUEST_DEADLINE must be a duration between 100ms and 1h: ${forms}`,
        `RETAIN_MESSAGES must be a duration between 1d and 3660d: ${forms}`,
        `SLOW_QUERY must be a duration between 0s and 1h: ${forms}`,
      ]);
    });

    it('rejects timeouts that no request could meet', () => {
      expect(problems({ REQUEST_TIMEOUT: '9' })).toEqual(['HEADERS_TIMEOUT must be at most REQUEST_TIMEOUT']);
    });

    it('requires the secrets in production and on MySQL', () => {
      expect(
        problems({ NODE_ENV: 'production', DEBUG_ERRORS: 'true' }).map((problem) => problem.split(' ')[0]),
      ).toEqual(['DATABASE_URL', 'DEBUG_ERRORS', 'JWT_SECRET', 'FIELD_KEY']);
      expect(problems({ DATABASE_URL: 'mysql://u@h/d' })).toHaveLength(2);
      expect(load({ NODE_ENV: 'production', JWT_SECRET: secret, FIELD_KEY: key })).toMatchObject({
        production: true,
        swagger: false,
      });
    });

    it('accepts three values of NODE_ENV only, because a misspelt `production` would be as open as development', () => {
      for (const NODE_ENV of ['prod', 'Production', 'staging'])
        expect(problems({ NODE_ENV })).toEqual(['NODE_ENV must be one of production, development, test']);
    });

    it('requires DATABASE_URL in production, where a default would create an empty database', () => {
      const given = { NODE_ENV: 'production', JWT_SECRET: secret, FIELD_KEY: key };
      for (const set of [given, { ...given, DATABASE_URL: '' }])
        expect(problems(set)).toEqual([expect.stringMatching(/^DATABASE_URL is required in production/)]);
    });

    it('accepts only origins in CORS_ORIGINS', () => {
      for (const CORS_ORIGINS of [
        'a;b',
        'https://a.test;https://b.test',
        'https://a.test;b.test',
        'https://a.test/page',
        'https://u@a.test',
        'ftp://a',
      ])
        expect(problems({ CORS_ORIGINS })).toEqual([
          expect.stringMatching(/^CORS_ORIGINS must be a comma-separated list/),
        ]);
    });

    it.each(['pa#hunter2', 'pa@hun#ter2', 'p@hunter2', 'pa/hunter2', 'pa?hunter2', '12/hunter2', '12#hunter2'])(
      'takes no part of the password %s for another part of the URL, and never shows it',
      (password) => {
        const found = problems({
          JWT_SECRET: secret,
          FIELD_KEY: key,
          DATABASE_URL: `mysql://u:${password}@h.test/agency`,
        });
        expect(found).toEqual([expect.stringMatching(/^DATABASE_URL must be .*@ is %40.*# is %23$/)]);
        expect(found.join()).not.toMatch(/hun|ter2/);
        const encoded = `mysql://u:${encodeURIComponent(password)}@h.test/agency`;
        const { database } = loadConfig({ JWT_SECRET: secret, FIELD_KEY: key, DATABASE_URL: encoded });
        expect(database).toMatchObject({ host: 'h.test', password });
      },
    );

    it('creates secrets once, in a file that only the owner can read', () => {
      const [a, b] = [load(), load()];
      expect(a.jwtSecret.equals(b.jwtSecret)).toBe(true);
      expect(a.fieldKey.length).toBe(32);
      expect(statSync(secretsFile(`${folder}/a.sqlite`)).mode & 0o777).toBe(0o600);
      expect(load({ JWT_SECRET: secret }).jwtSecret.toString()).toBe(secret);
    });

    it('rejects unknown parameters of DATABASE_URL, and names the known ones', () => {
      const secrets = { JWT_SECRET: 'test secret of more than 32 bytes, for tests', FIELD_KEY: key };
      const refused = (query: string): readonly string[] =>
        problems({ ...secrets, DATABASE_URL: `mysql://u:hunter2@db.test/agency?${query}` });
      const parameters = [
        'DATABASE_URL must be a URL with each of the parameters ssl and ssl-ca once at most, and no others',
      ];
      expect(refused('sslmode=require')).toEqual(parameters);
      expect(refused('ssl=true&ssl=false')).toEqual(parameters);
      expect(refused('ssl=yes')).toEqual(['DATABASE_URL must be a URL whose parameter ssl is true or false']);
      expect(refused('ssl=false&ssl-ca=package.json')).toEqual([
        'DATABASE_URL must be a URL without ssl-ca if ssl is false',
      ]);
      for (const file of ['/nowhere/ca.pem', 'package.json'])
        expect(refused(`ssl-ca=${file}`)).toEqual([
          'DATABASE_URL must be a URL whose parameter ssl-ca names a readable file of certificates (PEM)',
        ]);
      const encrypted = loadConfig({ ...secrets, DATABASE_URL: 'mysql://u:p@db.test/agency?ssl=true' });
      expect(encrypted.database).toMatchObject({ tls: {} });
    });

    it('checks the settings against the kind of database', () => {
      const refusal = (given: Record<string, string>, demo: boolean) => () => checkAgainstDatabase(load(given), demo);
      expect(refusal({}, true)).not.toThrow();
      expect(refusal({ HOST: '0.0.0.0' }, true)).toThrow('HOST');
      expect(refusal({ NODE_ENV: 'production', JWT_SECRET: secret, FIELD_KEY: key }, true)).toThrow('demo');
      expect(refusal({ CLOCK: '2026-01-01' }, false)).toThrow('CLOCK');
      expect(refusal({ CLOCK: '2026-01-01' }, true)).not.toThrow();
      expect(refusal({ CLOCK: '2026-01-01', NODE_ENV: 'test' }, false)).not.toThrow();
    });

    it('accepts only a loopback address as HOST outside production', () => {
      for (const NODE_ENV of ['', 'development', 'test'])
        expect(problems({ NODE_ENV, HOST: '0.0.0.0' })).toEqual(['HOST must be a loopback address outside production']);
      expect(load({ HOST: '::1' }).host).toBe('::1');
      expect(load({ NODE_ENV: 'production', HOST: '0.0.0.0', JWT_SECRET: secret, FIELD_KEY: key }).host).toBe(
        '0.0.0.0',
      );
    });

    it('rejects placeholders as secrets', () => {
      const names = (given: Record<string, string>) => problems(given).map((problem) => problem.split(' ')[0]);
      expect(names({ JWT_SECRET: 'x'.repeat(40), FIELD_KEY: '0'.repeat(64) })).toEqual(['JWT_SECRET', 'FIELD_KEY']);
      expect(names({ JWT_SECRETS_OLD: `${secret},${'x'.repeat(40)}`, FIELD_KEYS_OLD: 'f'.repeat(64) })).toEqual([
        'JWT_SECRETS_OLD',
        'FIELD_KEYS_OLD',
      ]);
      expect(problems({ JWT_SECRET: key.toUpperCase(), FIELD_KEY: key })).toEqual([
        'JWT_SECRET must differ from FIELD_KEY',
      ]);
    });

    it('reads settings from the named files', () => {
      const file = (name: string, text: string): string => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const config = loadConfig(
        {
          NODE_ENV: 'production',
          JWT_SECRET_FILE: file('jwt', `${secret}\n`),
          JWT_SECRETS_OLD_FILE: file('jwt-old', 'the secret of last year, 32 bytes'),
          FIELD_KEY_FILE: file('field', key),
          DATABASE_URL_FILE: file('url', 'mysql://u:p@db.test/agency\r\n'),
          METRICS_TOKEN_FILE: file('token', 'a-token-for-metrics'),
        },
        { DATABASE_URL: 'sqlite:default.sqlite' },
      );
      expect(config).toMatchObject({ database: { host: 'db.test' }, metricsToken: 'a-token-for-metrics' });
      expect(config.jwtSecret.toString()).toBe(secret);
      expect(config.jwtSecretsOld.map(String)).toEqual(['the secret of last year, 32 bytes']);
      expect(config.fieldKey.toString('hex')).toBe(key);
      expect(problems({ JWT_SECRET: secret, JWT_SECRET_FILE: 'x', FIELD_KEY_FILE: join(folder, 'none') })).toEqual([
        'JWT_SECRET_FILE must not be set together with JWT_SECRET',
        'FIELD_KEY_FILE must name a file that can be read',
      ]);
      expect(problems({ FIELD_KEY_FILE: file('short', 'abc') })).toEqual([expect.stringMatching(/^FIELD_KEY must be/)]);
    });

    it('takes a path from PUBLIC_URL without its last slash, and rejects a query, a fragment and other signs', () => {
      expect(load()).toMatchObject({ publicUrl: 'http://127.0.0.1:3000', publicPath: '' });
      for (const url of ['https://agency.test', 'https://agency.test/'])
        expect(load({ PUBLIC_URL: url })).toMatchObject({
          publicUrl: 'https://agency.test',
          publicPath: '',
          surveyUrl: 'https://agency.test/s/',
        });
      for (const url of ['https://intranet.test:8443/agency/v2.1', 'https://intranet.test:8443/agency/v2.1/'])
        expect(load({ PUBLIC_URL: url })).toMatchObject({
          publicUrl: 'https://intranet.test:8443/agency/v2.1',
          publicPath: '/agency/v2.1',
          surveyUrl: 'https://intranet.test:8443/agency/v2.1/s/',
        });
      for (const wrong of ['a?b=c', 'a#b', 'a//', 'a b', 'a%20b', 'ä', "a'", 'a"', 'a;b', 'a<b'])
        expect([wrong, problems({ PUBLIC_URL: `https://intranet.test/${wrong}` })]).toEqual([
          wrong,
          [
            'PUBLIC_URL must be an https URL without query, or an http one on loopback; ' +
              'its path of letters, digits, - . _ ~ and /',
          ],
        ]);
    });

    it('has a description of each setting', () => {
      for (const { description } of settings) expect(description.length).toBeGreaterThan(10);
    });

    it('states each default in a form that the setting accepts', () => {
      const stated = settings.filter((setting) => setting.default !== '');
      expect(stated.length).toBeGreaterThan(30);
      const read = stated.map(({ name, default: text }) => [name, wholeEnvironment[name]._parse(text)]);
      expect(read).toEqual(stated.map(({ name }) => [name, wholeEnvironment[name].default]));
    });
  });
});

describe('misspelt settings', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['FEILD_KEY', 'FIELD_KEY'],
    ['JWT_SECRETS', 'JWT_SECRET'],
    ['JWT_SECRET_FIEL', 'JWT_SECRET_FILE'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['METRICSTOKEN', 'METRICS_TOKEN'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ])('reports %s as a misspelt %s', (name, meant) => {
    expect(misspelt({ [name]: 'x' })).toEqual([`${name} is not a setting, so it is ignored. Do you mean ${meant}?`]);
  });

  it('does not report variables of other programs', () => {
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'POST',
      'SHELL',
      'USER',
      'DATABASE_PORT',
      'DATABASE_PASSWORD',
      'NODE_PATH',
    ];
    expect(misspelt(Object.fromEntries([...others, 'DATABASE_URL', 'PORT'].map((name) => [name, 'x'])))).toEqual([]);
  });
});

describe('release of Node', () => {
  const { versions } = process;

  afterEach(() => {
    Object.defineProperty(process, 'versions', { value: versions });
    jest.restoreAllMocks();
  });

  it.each([
    ['20.20.2', true],
    ['22.9.0', true],
    ['22.12.9', true],
    ['22.13.0', false],
    ['24.0.0', false],
  ])('compares the release %s with 22.13.0 by its numbers', (release, older) => {
    expect(isOlder(release, '22.13.0')).toBe(older);
  });

  it('ends the process of an old Node with one sentence', () => {
    Object.defineProperty(process, 'versions', { value: { ...versions, node: '20.19.6' } });
    const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const exit = jest.spyOn(process, 'exit').mockImplementation();
    refuseOldNode();
    expect(exit).toHaveBeenCalledWith(1);
    expect(said.mock.calls).toEqual([[expect.stringMatching(/^This service needs Node 22\.13\.0 or newer; .*\n$/)]]);
  });

  it('lets the Node of this run pass', () => {
    const exit = jest.spyOn(process, 'exit').mockImplementation();
    refuseOldNode();
    expect(exit).not.toHaveBeenCalled();
  });
});
