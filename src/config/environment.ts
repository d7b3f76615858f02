import { makeValidator, type ValidatorSpec } from 'envalid';
import { parseDateTime } from '../record/values/datetime-text.js';
import { parseDatabaseUrl } from './database-url.js';
import { openIdEnvironment } from './openid-settings.js';
import { refuse } from './refused.js';
import { flag, listed } from './validators.js';

const whole = (min: number, max: number) =>
  makeValidator<number>((text) => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : refuse(`a whole number between ${min} and ${max}`);
  })<number>;

const day = 24 * 3600;
/** In milliseconds, from the smallest up. */
const units = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', day * 1000],
]);

/** Seconds in the largest unit that measures them. */
function shown(seconds: number): string {
  const all = seconds * 1000;
  const [name, size] = [...units].findLast(([, each]) => all >= each && all % each === 0) ?? ['s', 1000];
  return `${all / size}${name}`;
}

/** Seconds (`5`, `2.5`, `5s`) or with another unit (`500ms`, `30m`, `12h`, `14d`) → milliseconds. */
const duration = (minSeconds: number, maxSeconds: number) =>
  makeValidator<number>((text) => {
    const found = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|[smhd])?$/.exec(text.trim());
    const value = found ? Math.round(Number(found[1]) * units.get(found.at(2) ?? 's')!) : NaN;
    return value >= minSeconds * 1000 && value <= maxSeconds * 1000
      ? value
      : refuse(`between ${shown(minSeconds)} and ${shown(maxSeconds)}, as seconds or such as 500ms, 30m, 12h, 14d`);
  })<number>;

const database = makeValidator(parseDatabaseUrl);

/** One character over and over, as zeros or a placeholder. */
const isOneCharacter = (text: string): boolean => /^(.)\1*$/is.test(text);

const secretText = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text);
  return bytes.length >= 32 && !isOneCharacter(text) ? bytes : undefined;
};

const hexKey = (text: string): Buffer | undefined =>
  /^[0-9a-f]{64}$/i.test(text) && !isOneCharacter(text) ? Buffer.from(text, 'hex') : undefined;

const jwtSecret = makeValidator<Buffer>(
  (text) => secretText(text) ?? refuse('text of 32 bytes or more, not one character over and over'),
);

/** A secret may hold a comma: parts too short to be secrets are none. */
const jwtSecrets = makeValidator<readonly Buffer[]>((text) => {
  const parts = listed(text);
  const secrets = parts.every((part) => Buffer.byteLength(part) >= 32) ? parts : [text];
  return secrets.map((secret) => secretText(secret) ?? refuse('a comma-separated list of texts of 32 bytes or more'));
});

const fieldKey = makeValidator<Buffer>(
  (text) => hexKey(text) ?? refuse('64 hexadecimal digits, not one digit over and over'),
);

const fieldKeys = makeValidator<readonly Buffer[]>((text) =>
  listed(text).map((part) => hexKey(part) ?? refuse('a comma-separated list of keys of 64 hexadecimal digits')),
);

const token = makeValidator<string>((text) =>
  /^[\w.~+/=-]{16,}$/.test(text) ? text : refuse('16 or more letters, digits and . _ ~ + / = -'),
);

const origins = makeValidator<readonly string[]>((text) =>
  listed(text).map((part) => {
    const url = /^https?:\/\/[^\s;,/?#@]+\/?$/i.test(part) && URL.canParse(part) ? new URL(part) : undefined;
    return url?.origin ?? refuse('a comma-separated list of origins without a path, such as https://app.example.com');
  }),
);

const dateTime = makeValidator<string>((text) => parseDateTime(text) ?? refuse('an ISO 8601 date-time'));

const timeZone = makeValidator<string>((text) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return refuse('an IANA time zone such as America/New_York');
  }
});

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof levels)[number];
const logLevel = makeValidator<LogLevel>(
  (text) => levels.find((level) => level === text) ?? refuse(`one of ${levels.join(', ')}`),
);

const modes = ['production', 'development', 'test'] as const;
/** `prod` is none: what is not production is open in many ways. */
const mode = makeValidator<string>(
  (text) => modes.find((each) => each === text) ?? refuse(`one of ${modes.join(', ')}`),
);

const host = makeValidator<string>((text) => (/^[\w.:-]+$/.test(text) ? text : refuse('a host name or an address')));

/** What is left unset here and has no default is decided by the other settings (see `Config`). */
export const environment = {
  NODE_ENV: mode({
    default: 'development',
    desc:
      'One of production, development, test. `production` demands the secrets and DATABASE_URL, and refuses what ' +
      'only development may do.',
  }),
  PORT: whole(0, 65_535)({ default: 3000, desc: 'TCP port to listen on.' }),
  HOST: host({
    default: '127.0.0.1',
    desc: 'Address to listen on; outside production, and with a demo database, a loopback address alone.',
  }),
  WORKERS: whole(
    1,
    64,
  )({
    default: 1,
    desc:
      'Processes that serve, under one that looks after them: about one for each core. Settings of what a process ' +
      'holds count for each.',
  }),
  DATABASE_URL: database({
    default: parseDatabaseUrl('sqlite:data/agency.sqlite'),
    desc:
      '`sqlite:data/agency.sqlite`, `sqlite:/absolute/path` or `mysql://user:password@host:3306/agency`; there ' +
      '`?ssl=true` encrypts, and `?ssl-ca=/path/ca.pem` names who signs the server. Required in production.',
  }),
  DATABASE_READ_URL: database({
    default: undefined,
    desc:
      'A copy of a MySQL or MariaDB database, in the form of DATABASE_URL: exports, reports, summaries and the audit ' +
      'are read there.',
  }),
  MIGRATE_ON_START: flag({
    default: undefined,
    desc: 'Bring the schema up to date at the start: `true` on SQLite, `false` on MySQL unless told.',
  }),
  JWT_SECRET: jwtSecret({
    default: undefined,
    desc:
      'Signs bearer tokens; text of 32 bytes or more. Required in production and on MySQL, otherwise made once and ' +
      'kept beside the SQLite file.',
  }),
  JWT_SECRETS_OLD: jwtSecrets({
    default: [],
    desc:
      'Comma-separated former values of JWT_SECRET (one that holds a comma, alone): bearer tokens that they signed ' +
      'are good until they expire.',
  }),
  FIELD_KEY: fieldKey({
    default: undefined,
    desc:
      'Encrypts what is sealed at rest; 64 hexadecimal digits. Required in production and on MySQL, otherwise made ' +
      'once and kept beside the SQLite file.',
  }),
  FIELD_KEYS_OLD: fieldKeys({
    default: [],
    desc:
      'Comma-separated former values of FIELD_KEY: they still decrypt, and encrypt nothing. Needed until `agency ' +
      'reseal` is done.',
  }),
  CORS_ORIGINS: origins({
    default: [],
    desc: "Comma-separated origins whose pages may call the service; unset: on a demo database, localhost's.",
  }),
  TRUST_PROXY: whole(
    0,
    100,
  )({ default: 0, desc: "Number of proxies in front whose X-Forwarded-For is believed for the caller's address." }),
  LOG_LEVEL: logLevel({ default: 'info', desc: `One of ${levels.join(', ')}.` }),
  SLOW_QUERY: duration(
    0,
    3600,
  )({
    default: 1000,
    desc: 'Seconds from which a statement is logged as slow, without its values; `0` logs every one.',
  }),
  METRICS_TOKEN: token({
    default: undefined,
    desc:
      'Bearer token that `/metrics` demands; 16 characters or more. Without it `/metrics` is open outside production ' +
      'and refused in production.',
  }),
  DEBUG_ERRORS: flag({
    default: false,
    desc: 'Send stack traces in ResponseStatus.StackTrace; refused in production.',
  }),
  SWAGGER: flag({
    default: undefined,
    desc: 'Serve /docs (Swagger UI) and /data: on outside production unless told.',
  }),
  LOCK_HOURS: whole(1, 8760)({ default: 24, desc: 'Hours after which the lock that an agent has on a contact ends.' }),
  CLOCK: dateTime({
    default: undefined,
    desc:
      'Freezes the business "now" (dates written, default ranges, summaries); with a demo database or NODE_ENV=test ' +
      'alone.',
  }),
  TIME_ZONE: timeZone({
    default: 'UTC',
    desc:
      'IANA time zone of the business, such as America/New_York: a date without a time is a day there, and so is ' +
      '"today".',
  }),
  REQUEST_DEADLINE: duration(
    0.1,
    3600,
  )({ default: 5000, desc: 'Seconds within which a database that does not answer becomes a 503.' }),
  SHUTDOWN_DELAY: duration(
    0,
    3600,
  )({
    default: undefined,
    desc:
      'Seconds of SHUTDOWN_GRACE for which calls are still taken after SIGTERM while `/health/ready` says 503: ' +
      'longer than a proxy takes to notice. Unset: `5` in production, else `0.5`, at most half of SHUTDOWN_GRACE.',
  }),
  SHUTDOWN_GRACE: duration(
    0,
    3600,
  )({ default: 10_000, desc: 'Seconds from SIGTERM to the end of the process, open requests included.' }),
  BODY_LIMIT: whole(1024, 1_073_741_824)({ default: 1_048_576, desc: 'Largest request body, bytes.' }),
  UPLOAD_LIMIT: whole(1024, 17_179_869_184)({ default: 268_435_456, desc: 'Largest file that is taken in, bytes.' }),
  PENDING_BODIES: whole(
    1_048_576,
    17_179_869_184,
  )({ default: 67_108_864, desc: 'Most bytes that the bodies of all open requests hold together; 503 beyond.' }),
  REQUESTS_PER_USER: whole(
    0,
    10_000_000,
  )({ default: 6000, desc: 'Most requests of one user in a minute on one instance, 429 beyond; `0`: any number.' }),
  REQUESTS_PER_ADDRESS: whole(
    0,
    10_000_000,
  )({
    default: 30_000,
    desc: 'Most requests from one address in a minute on one instance, 429 beyond; `0`: any number.',
  }),
  BODY_DEPTH: whole(1, 1000)({ default: 32, desc: 'Deepest nesting of a JSON body.' }),
  HEADER_LIMIT: whole(1024, 1_048_576)({ default: 16_384, desc: 'Largest request header, bytes.' }),
  HEADERS_TIMEOUT: duration(
    0.1,
    3600,
  )({ default: 10_000, desc: "Seconds within which a request's headers must arrive." }),
  REQUEST_TIMEOUT: duration(0.1, 3600)({ default: 30_000, desc: 'Seconds within which a whole request must arrive.' }),
  RESPONSE_TIMEOUT: duration(
    0.1,
    3600,
  )({ default: 30_000, desc: 'Seconds after which a caller who takes nothing of an answer is cut off.' }),
  KEEP_ALIVE_TIMEOUT: duration(
    0.1,
    3600,
  )({
    default: 75_000,
    desc:
      'Seconds for which a connection stays open between two requests; longer than a proxy in front keeps it, which ' +
      'else now and then asks on one that is being closed.',
  }),
  COMPRESSION: flag({
    default: true,
    desc: 'Compress answers for readers who ask for it; `false` where a proxy in front does.',
  }),
  MAX_CONNECTIONS: whole(
    1,
    1_000_000,
  )({ default: 10_000, desc: 'Most open client connections; further ones are closed at once.' }),
  DATABASE_POOL: whole(2, 1000)({ default: 16, desc: 'Most connections to the MySQL server that one process holds.' }),
  DATABASE_STREAMS: whole(
    1,
    999,
  )({
    default: 8,
    desc:
      'Most lists that are read from the database at once; kept below DATABASE_POOL, so that slow readers leave ' +
      'connections to the others.',
  }),
  HASH_CONCURRENCY: whole(1, 64)({ default: 2, desc: 'Most passwords that are hashed at once.' }),
  SESSION_IDLE: duration(
    60,
    90 * day,
  )({ default: 14 * day * 1000, desc: 'Seconds (`14d`) after its last use that a session ends.' }),
  SESSION_MAX: duration(
    60,
    3660 * day,
  )({
    default: 90 * day * 1000,
    desc: 'Seconds (`90d`) after its start that a session ends, however much it is used.',
  }),
  RETAIN_AUDIT: duration(
    31 * day,
    36_600 * day,
  )({
    default: undefined,
    desc:
      'Seconds (`3660d`) for which the audit is kept, at least; unset: for ever. Where the database user may not ' +
      'delete, `agency audit prune` does it.',
  }),
  RETAIN_ATTEMPTS: duration(
    31 * day,
    3660 * day,
  )({
    default: 31 * day * 1000,
    desc: 'Seconds (`31d`) for which attempts to sign in are kept; the throttle asks for those of 31 days.',
  }),
  RETAIN_SESSIONS: duration(
    300,
    3660 * day,
  )({ default: day * 1000, desc: 'Seconds (`1d`) for which a session can be seen in the database after its end.' }),
  RETAIN_IDEMPOTENCY: duration(
    day,
    30 * day,
  )({ default: day * 1000, desc: 'Seconds (`24h`) within which a call with the same `Idempotency-Key` is the same.' }),
  HASH_QUEUE: whole(
    1,
    10_000,
  )({
    default: 64,
    desc:
      'Most sign-ins that wait for their password to be hashed, from known addresses and from others each; further ' +
      'ones get 503.',
  }),
  ...openIdEnvironment,
} satisfies Record<string, ValidatorSpec<unknown>>;

export type SettingName = keyof typeof environment;

const secrets: readonly SettingName[] = [
  'JWT_SECRET',
  'JWT_SECRETS_OLD',
  'FIELD_KEY',
  'FIELD_KEYS_OLD',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
];
const millisecondSettings: readonly SettingName[] = [
  'REQUEST_DEADLINE',
  'SHUTDOWN_GRACE',
  'HEADERS_TIMEOUT',
  'REQUEST_TIMEOUT',
  'RESPONSE_TIMEOUT',
  'KEEP_ALIVE_TIMEOUT',
  'SLOW_QUERY',
  'SESSION_IDLE',
  'SESSION_MAX',
  'RETAIN_ATTEMPTS',
  'RETAIN_SESSIONS',
  'RETAIN_IDEMPOTENCY',
];

/** Every environment variable, for the table in the documentation and for .env.example. */
export const settings: readonly { name: SettingName; description: string; default: string; secret: boolean }[] = (
  Object.keys(environment) as SettingName[]
).map((name) => ({
  name,
  description: environment[name].desc ?? '',
  default: defaultText(name),
  secret: secrets.includes(name),
}));

function defaultText(name: SettingName): string {
  const value: unknown = 'default' in environment[name] ? environment[name].default : undefined;
  if (name === 'DATABASE_URL') return 'sqlite:data/agency.sqlite';
  if (millisecondSettings.includes(name)) return String(Number(value) / 1000);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
