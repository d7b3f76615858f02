import { cleanEnv, EnvMissingError, type CleanedEnv } from 'envalid';
import { extras } from '../extras.js';
import type { DatabaseTarget } from './settings/database-url.js';
import { environment, wholeEnvironment, type ExtraSettings, type SettingName } from './settings/environment.js';
import type { FilesTarget } from './settings/files-url.js';
import { withFiles } from './settings/secret-files.js';
import { keptSecrets, secretsFile, type KeptSecrets } from './kept-secrets.js';
import { checkMessages } from './settings/messages.js';
import { loopback, withoutSlash } from './settings/validators.js';

/** Fields of `Config` whose names are not the setting's name in camel case. */
const renamed = {
  NODE_ENV: 'mode',
  DATABASE_URL: 'database',
  REQUEST_DEADLINE: 'databaseDeadline',
} as const;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;
type NameOf<Name extends string> = Name extends keyof typeof renamed ? (typeof renamed)[Name] : Camel<Name>;
type Settings = CleanedEnv<typeof environment>;
type Stated = { readonly [Name in SettingName as NameOf<Name>]: Settings[Name] };

/** The values that follow from several settings. */
interface Derived {
  readonly production: boolean;
  readonly migrateOnStart: boolean;
  /** The start must write nothing, as for `agency doctor`. */
  readonly inspects?: boolean;
  readonly jwtSecret: Buffer;
  readonly fieldKey: Buffer;
  readonly swagger: boolean;
  /** Undefined if the service accepts no files. */
  readonly filesUrl: FilesTarget | undefined;
  readonly shutdownDelay: number;
  /** The values of the extras' settings, which `settingsOf` returns. */
  readonly extras: ReadonlyMap<ExtraSettings, unknown>;
  /** The beginning of the URLs in messages, without a slash at its end, such as https://agency.example.com. */
  readonly publicUrl: string;
  /** The path of `publicUrl`, with which all addresses in pages begin: '' or text such as /agency. */
  readonly publicPath: string;
  /** The URL of the survey page. The SurveyGuid is appended to it. */
  readonly surveyUrl: string;
}

type Values = Omit<Stated, keyof Derived> & Derived;

/**
 * Gives `Config` the fields that `settings/environment.ts` states. `Config` is a class because Nest injects it by its
 * class, and a class takes the fields of a type only from a base class: this one, which the cast types.
 */
const Fields = Object as unknown as new () => Values;

/** The service's settings: validated once, frozen. Durations are in milliseconds, sizes in bytes. */
export class Config extends Fields {
  constructor(values: Values) {
    super();
    Object.assign(this, values);
    Object.freeze(this);
  }
}

/** The settings of an extra. */
export function settingsOf<T>({ extras }: Pick<Config, 'extras'>, settings: ExtraSettings<T>): T {
  return extras.get(settings) as T;
}

function statedIn(env: Settings): Stated {
  const names = Object.keys(environment) as SettingName[];
  return Object.fromEntries(names.map((name) => [nameOf(name), env[name]])) as Stated;
}

function nameOf(name: string): string {
  const camel = name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return new Map<string, string>(Object.entries(renamed)).get(name) ?? camel;
}

/** Lists every invalid setting, one per line: its name and the allowed values, never the value itself. */
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
 * Validates environment variables. Throws ConfigError. `defaults` apply to variables that are not set. `secretsBeside`
 * returns the secrets stored beside a SQLite file, and generates them for a new file.
 */
export function loadConfig(
  variables: Environment = process.env,
  defaults: Partial<Record<SettingName, string>> = {},
  secretsBeside: SecretsBeside = keptSecrets,
): Config {
  const stated = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const { variables: set, problems } = withFiles(stated);
  const env = cleanEnv({ ...defaults, ...set }, wholeEnvironment, {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors))
        problems.push(`${name} ${error instanceof EnvMissingError ? 'is required' : error?.message}`);
    },
  }) as Settings;
  throwAny(problems);

  const production = env.NODE_ENV === 'production';
  if (production && !(set.DATABASE_URL ?? defaults.DATABASE_URL))
    problems.push('DATABASE_URL is required in production: without it the service would create an empty SQLite file');
  const database = env.DATABASE_URL;
  if (production && env.DEBUG_ERRORS) problems.push('DEBUG_ERRORS must be false in production');
  if (!production && !loopback.test(env.HOST)) problems.push('HOST must be a loopback address outside production');
  if (env.SHUTDOWN_DELAY !== undefined && env.SHUTDOWN_DELAY >= env.SHUTDOWN_GRACE)
    problems.push('SHUTDOWN_DELAY must be less than SHUTDOWN_GRACE');
  if (env.STOP_TIMEOUT !== undefined && env.SHUTDOWN_GRACE >= env.STOP_TIMEOUT)
    problems.push(
      `SHUTDOWN_GRACE must be less than STOP_TIMEOUT (${env.STOP_TIMEOUT / 1000} s), after which the supervisor ` +
        'kills the process. Raise STOP_TIMEOUT together with TimeoutStopSec of the unit',
    );
  if (env.HEADERS_TIMEOUT > env.REQUEST_TIMEOUT) problems.push('HEADERS_TIMEOUT must be at most REQUEST_TIMEOUT');
  if (env.JWT_SECRET && env.JWT_SECRET.toString().toLowerCase() === env.FIELD_KEY?.toString('hex'))
    problems.push('JWT_SECRET must differ from FIELD_KEY');
  if (production || database.kind === 'mysql') {
    const where = production ? 'in production' : 'on MySQL';
    if (!env.JWT_SECRET) problems.push(`JWT_SECRET is required ${where}: text of 32 bytes or more`);
    if (!env.FIELD_KEY) problems.push(`FIELD_KEY is required ${where}: 64 hexadecimal digits`);
  }
  const ofExtras = extras.map(({ settings }) => [settings, settings.read(env, production, problems)] as const);
  checkMessages(env, production, problems);
  throwAny(problems);

  const origin = env.PUBLIC_URL?.origin ?? `http://${env.HOST}:${env.PORT}`;
  const publicPath = env.PUBLIC_URL ? withoutSlash(env.PUBLIC_URL).slice(origin.length) : '';
  const publicUrl = origin + publicPath;
  return new Config({
    ...statedIn(env),
    production,
    migrateOnStart: env.MIGRATE_ON_START ?? database.kind === 'sqlite',
    ...secrets(database, env, secretsBeside),
    filesUrl: env.FILES_URL ?? filesBeside(database),
    swagger: env.SWAGGER ?? !production,
    shutdownDelay: env.SHUTDOWN_DELAY ?? Math.min(production ? 5000 : 500, env.SHUTDOWN_GRACE / 2),
    extras: new Map(ofExtras),
    publicUrl,
    publicPath,
    surveyUrl: env.SURVEY_URL ?? `${publicUrl}/s/`,
  });
}

function filesBeside(database: DatabaseTarget): FilesTarget | undefined {
  return database.kind === 'sqlite' ? { kind: 'folder', folder: `${database.file}.files`, isMade: true } : undefined;
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
    `FIELD_KEY and JWT_SECRET are not set, and ${file} is missing beside the database: ` +
    'restore the file from the backup, or set both variables'
  );
}

/** Throws ConfigError for a demo database in production, and for CLOCK on another database outside tests. */
export function checkAgainstDatabase(config: Config, demo: boolean): void {
  const problems: string[] = [];
  if (demo && config.production) problems.push('DATABASE_URL must not name a demo database in production');
  if (config.clock !== undefined && !demo && config.mode !== 'test')
    problems.push('CLOCK needs a demo database or NODE_ENV=test');
  throwAny(problems);
}

function throwAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new ConfigError(problems);
}
