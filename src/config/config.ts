import { cleanEnv, EnvMissingError } from 'envalid';
import type { DatabaseTarget } from './database-url.js';
import { environment, type LogLevel, type SettingName } from './environment.js';
import { withFiles } from './secret-files.js';
import { keptSecrets, secretsFile, type KeptSecrets } from './kept-secrets.js';
import { loopback } from './loopback.js';
import { openIdSettings, type OpenIdSettings } from './openid-settings.js';

/** The service's settings: validated once, frozen. Durations are in milliseconds, sizes in bytes. */
export class Config {
  readonly mode!: string;
  readonly production!: boolean;
  readonly port!: number;
  readonly host!: string;
  readonly workers!: number;
  readonly database!: DatabaseTarget;
  /** A copy, for reads that may be a little late. */
  readonly databaseRead!: DatabaseTarget | undefined;
  readonly migrateOnStart!: boolean;
  readonly jwtSecret!: Buffer;
  /** Former secrets, which only verify. */
  readonly jwtSecretsOld!: readonly Buffer[];
  readonly fieldKey!: Buffer;
  /** Former field keys, which only decrypt. */
  readonly fieldKeysOld!: readonly Buffer[];
  readonly corsOrigins!: readonly string[];
  readonly trustProxy!: number;
  readonly logLevel!: LogLevel;
  readonly slowQuery!: number;
  /** What `/metrics` demands; undefined: nothing, but in production everybody is refused. */
  readonly metricsToken!: string | undefined;
  readonly debugErrors!: boolean;
  readonly swagger!: boolean;
  /** The frozen business "now", 27 characters; undefined: time runs. */
  readonly clock!: string | undefined;
  /** The IANA zone in which a day of the business is a day. */
  readonly timeZone!: string;
  /** Hours. */
  readonly lockHours!: number;
  readonly databaseDeadline!: number;
  /** From the stop signal on, readiness is off and calls are still taken; part of shutdownGrace. */
  readonly shutdownDelay!: number;
  readonly shutdownGrace!: number;
  readonly bodyLimit!: number;
  readonly uploadLimit!: number;
  readonly pendingBodies!: number;
  readonly bodyDepth!: number;
  readonly requestsPerUser!: number;
  readonly requestsPerAddress!: number;
  readonly headerLimit!: number;
  readonly headersTimeout!: number;
  readonly requestTimeout!: number;
  readonly responseTimeout!: number;
  readonly keepAliveTimeout!: number;
  readonly compression!: boolean;
  readonly maxConnections!: number;
  readonly databasePool!: number;
  readonly databaseStreams!: number;
  readonly hashConcurrency!: number;
  readonly hashQueue!: number;
  readonly sessionIdle!: number;
  readonly sessionMax!: number;
  /** undefined: nobody signs in with a provider. */
  readonly openId!: OpenIdSettings | undefined;
  /** undefined: the audit is kept for ever. */
  readonly retainAudit!: number | undefined;
  readonly retainAttempts!: number;
  readonly retainSessions!: number;
  readonly retainIdempotency!: number;

  constructor(values: { readonly [name in keyof Config]: Config[name] }) {
    Object.assign(this, values);
    Object.freeze(this);
  }
}

/** Every setting that is wrong, one per line: its name and what is allowed, never the value. headline: of them all. */
export class ConfigError extends Error {
  constructor(
    readonly problems: readonly string[],
    headline = 'The settings are not valid',
  ) {
    super(`${headline}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

type SecretsBeside = (databaseFile: string) => KeptSecrets | undefined;

type Environment = Readonly<Partial<Record<string, string>>>;

/**
 * The settings of an environment. defaults: what to take for variables that are not set there. secretsBeside: gives the
 * secrets of a SQLite file when the environment does not, and makes them with a new one unless told otherwise.
 */
export function loadConfig(
  variables: Environment = process.env,
  defaults: Partial<Record<SettingName, string>> = {},
  secretsBeside: SecretsBeside = keptSecrets,
): Config {
  const stated = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const { variables: set, problems } = withFiles(stated);
  const env = cleanEnv({ ...defaults, ...set }, environment, {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors))
        problems.push(`${name} ${error instanceof EnvMissingError ? 'is required' : error.message}`);
    },
  });
  throwAny(problems);

  const production = env.NODE_ENV === 'production';
  if (production && !(set.DATABASE_URL ?? defaults.DATABASE_URL))
    problems.push('DATABASE_URL is required in production: without it the service would make an empty SQLite file');
  const database = env.DATABASE_URL;
  const databaseRead = env.DATABASE_READ_URL;
  if (databaseRead && [database, databaseRead].some(({ kind }) => kind !== 'mysql'))
    problems.push('DATABASE_READ_URL must be unset, or it and DATABASE_URL each name a MySQL or MariaDB database');
  if (production && env.DEBUG_ERRORS) problems.push('DEBUG_ERRORS must be false in production');
  if (!production && !loopback.test(env.HOST)) problems.push('HOST must be a loopback address outside production');
  if (env.DATABASE_STREAMS >= env.DATABASE_POOL) problems.push('DATABASE_STREAMS must be less than DATABASE_POOL');
  if (env.BODY_LIMIT > env.PENDING_BODIES) problems.push('PENDING_BODIES must be at least BODY_LIMIT');
  if (env.SHUTDOWN_DELAY !== undefined && env.SHUTDOWN_DELAY >= env.SHUTDOWN_GRACE)
    problems.push('SHUTDOWN_DELAY must be less than SHUTDOWN_GRACE');
  if (env.HEADERS_TIMEOUT > env.REQUEST_TIMEOUT) problems.push('HEADERS_TIMEOUT must be at most REQUEST_TIMEOUT');
  if (env.JWT_SECRET && env.JWT_SECRET.toString().toLowerCase() === env.FIELD_KEY?.toString('hex'))
    problems.push('JWT_SECRET must be another secret than FIELD_KEY');
  if (production || database.kind === 'mysql') {
    const where = production ? 'in production' : 'on MySQL';
    if (!env.JWT_SECRET) problems.push(`JWT_SECRET is required ${where}: text of 32 bytes or more`);
    if (!env.FIELD_KEY) problems.push(`FIELD_KEY is required ${where}: 64 hexadecimal digits`);
  }
  const openId = openIdSettings(env, production, problems);
  throwAny(problems);

  return new Config({
    mode: env.NODE_ENV,
    production,
    port: env.PORT,
    host: env.HOST,
    workers: env.WORKERS,
    database,
    databaseRead,
    migrateOnStart: env.MIGRATE_ON_START ?? database.kind === 'sqlite',
    ...secrets(database, env, secretsBeside),
    jwtSecretsOld: env.JWT_SECRETS_OLD,
    fieldKeysOld: env.FIELD_KEYS_OLD,
    corsOrigins: Object.freeze([...env.CORS_ORIGINS]),
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    slowQuery: env.SLOW_QUERY,
    metricsToken: env.METRICS_TOKEN,
    debugErrors: env.DEBUG_ERRORS,
    swagger: env.SWAGGER ?? !production,
    clock: env.CLOCK,
    timeZone: env.TIME_ZONE,
    lockHours: env.LOCK_HOURS,
    databaseDeadline: env.REQUEST_DEADLINE,
    shutdownDelay: env.SHUTDOWN_DELAY ?? Math.min(production ? 5000 : 500, env.SHUTDOWN_GRACE / 2),
    shutdownGrace: env.SHUTDOWN_GRACE,
    bodyLimit: env.BODY_LIMIT,
    uploadLimit: env.UPLOAD_LIMIT,
    pendingBodies: env.PENDING_BODIES,
    bodyDepth: env.BODY_DEPTH,
    requestsPerUser: env.REQUESTS_PER_USER,
    requestsPerAddress: env.REQUESTS_PER_ADDRESS,
    headerLimit: env.HEADER_LIMIT,
    headersTimeout: env.HEADERS_TIMEOUT,
    requestTimeout: env.REQUEST_TIMEOUT,
    responseTimeout: env.RESPONSE_TIMEOUT,
    keepAliveTimeout: env.KEEP_ALIVE_TIMEOUT,
    compression: env.COMPRESSION,
    maxConnections: env.MAX_CONNECTIONS,
    databasePool: env.DATABASE_POOL,
    databaseStreams: env.DATABASE_STREAMS,
    hashConcurrency: env.HASH_CONCURRENCY,
    hashQueue: env.HASH_QUEUE,
    sessionIdle: env.SESSION_IDLE,
    sessionMax: env.SESSION_MAX,
    openId,
    retainAudit: env.RETAIN_AUDIT,
    retainAttempts: env.RETAIN_ATTEMPTS,
    retainSessions: env.RETAIN_SESSIONS,
    retainIdempotency: env.RETAIN_IDEMPOTENCY,
  });
}

function secrets(
  database: DatabaseTarget,
  { JWT_SECRET: jwtSecret, FIELD_KEY: fieldKey }: { JWT_SECRET?: Buffer; FIELD_KEY?: Buffer },
  secretsBeside: SecretsBeside,
): { jwtSecret: Buffer; fieldKey: Buffer } {
  if (jwtSecret && fieldKey) return { jwtSecret, fieldKey };
  if (database.kind !== 'sqlite') throw new ConfigError(['JWT_SECRET and FIELD_KEY are required']);
  const kept = secretsBeside(database.file);
  if (!kept) throw new ConfigError([withoutSecrets(secretsFile(database.file))]);
  return {
    jwtSecret: jwtSecret ?? Buffer.from(kept.JWT_SECRET),
    fieldKey: fieldKey ?? Buffer.from(kept.FIELD_KEY, 'hex'),
  };
}

function withoutSecrets(file: string): string {
  return (
    `FIELD_KEY and JWT_SECRET are not set, and ${file} is missing beside the database that it belongs to: ` +
    'put the file back from the backup, or set both'
  );
}

/**
 * What can be checked only once the database is open: a demo database is served outside production alone (and so on
 * loopback), and CLOCK needs a demo database or NODE_ENV=test. Throws ConfigError.
 */
export function checkAgainstDatabase(config: Config, demo: boolean): void {
  const problems: string[] = [];
  if (demo && config.production) problems.push('NODE_ENV is production, and DATABASE_URL names a demo database');
  if (config.clock !== undefined && !demo && config.mode !== 'test')
    problems.push('CLOCK needs a demo database or NODE_ENV=test');
  throwAny(problems);
}

function throwAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new ConfigError(problems);
}
