import { isAbsolute } from 'node:path';
import { makeValidator, type ValidatorSpec } from 'envalid';
import { extras } from '../../extras.js';
import { parseDateTime } from '../../record/values/datetime-text.js';
import { isCountry, type Country } from '../../record/values/phone.js';
import { parseDatabaseUrl } from './database-url.js';
import { filesUrlForm, parseFilesUrl } from './files-url.js';
import { messageEnvironment } from './messages.js';
import { secretSettings } from './secret-files.js';
import { day, duration, durations, flag, isSafe, listed, refuse, whole } from './validators.js';
import { webhookEnvironment } from './webhooks.js';

const database = makeValidator(parseDatabaseUrl);

/** Whether the text is one repeated character, such as zeros or a placeholder. */
const isOneCharacter = (text: string): boolean => /^(.)\1*$/is.test(text);

const secretText = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text);
  return bytes.length >= 32 && !isOneCharacter(text) ? bytes : undefined;
};

const hexKey = (text: string): Buffer | undefined =>
  /^[0-9a-f]{64}$/i.test(text) && !isOneCharacter(text) ? Buffer.from(text, 'hex') : undefined;

const jwtSecret = makeValidator<Buffer>(
  (text) => secretText(text) ?? refuse('text of 32 bytes or more, and not one repeated character'),
);

/** Commas separate the secrets. But if a part is too short to be a secret, the whole text is one secret with commas. */
const jwtSecrets = makeValidator<readonly Buffer[]>((text) => {
  const parts = listed(text);
  const secrets = parts.every((part) => Buffer.byteLength(part) >= 32) ? parts : [text];
  return secrets.map((secret) => secretText(secret) ?? refuse('a comma-separated list of texts of 32 bytes or more'));
});

const fieldKey = makeValidator<Buffer>(
  (text) => hexKey(text) ?? refuse('64 hexadecimal digits, and not one repeated digit'),
);

const fieldKeys = makeValidator<readonly Buffer[]>((text) =>
  listed(text).map((part) => hexKey(part) ?? refuse('a comma-separated list of keys of 64 hexadecimal digits')),
);

const token = makeValidator<string>((text) =>
  /^[\w.~+/=-]{16,}$/.test(text) ? text : refuse('16 or more letters, digits and . _ ~ + / = -'),
);

const origins = makeValidator<readonly string[]>((text) =>
  listed(text).map((part) => {
    const url = /^https?:\/\/[^\s;,/?#@]+\/?$/i.test(part) ? URL.parse(part) : undefined;
    return url?.origin ?? refuse('a comma-separated list of origins without a path, such as https://app.example.com');
  }),
);

const dateTime = makeValidator<string>((text) => parseDateTime(text) ?? refuse('an ISO 8601 date-time'));

const filesUrl = makeValidator((text) => parseFilesUrl(text) ?? refuse(filesUrlForm));

/**
 * A program with its arguments. The program runs without environment variables, and so without PATH: its path must be
 * absolute.
 */
const command = makeValidator<readonly string[]>((text) => {
  const parts = text.trim().split(/\s+/);
  return isAbsolute(parts[0]) ? parts : refuse('the absolute path of a program, with its arguments');
});

const publicUrl = makeValidator<URL>((text) => {
  const url = URL.parse(text);
  const isPlain = url && !url.username && !url.search && !url.hash && text.length <= 255;
  return isPlain && isSafe(url) && /^(\/[\w.~-]+)*\/?$/.test(url.pathname)
    ? url
    : refuse('an https URL without query, or an http one on loopback; its path of letters, digits, - . _ ~ and /');
});

const timeZone = makeValidator<string>((text) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return refuse('an IANA time zone such as America/New_York');
  }
});

const country = makeValidator<Country>((text) => {
  const code = text.toUpperCase();
  return isCountry(code) ? code : refuse('a country as two letters of ISO 3166, such as US or GB');
});

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof levels)[number];
const logLevel = makeValidator<LogLevel>(
  (text) => levels.find((level) => level === text) ?? refuse(`one of ${levels.join(', ')}`),
);

const modes = ['production', 'development', 'test'] as const;
/** Rejects unknown modes such as `prod`, because all modes except production are less strict. */
const mode = makeValidator<string>(
  (text) => modes.find((each) => each === text) ?? refuse(`one of ${modes.join(', ')}`),
);

const host = makeValidator<string>((text) => (/^[\w.:-]+$/.test(text) ? text : refuse('a host name or an address')));

/** If a setting is unset and has no default, `Config` may derive a value from other settings. */
export const environment = {
  NODE_ENV: mode({
    default: 'development',
    desc:
      'One of production, development, test. `production` requires the secrets and DATABASE_URL, and refuses ' +
      'settings that are safe only in development.',
  }),
  PORT: whole(0, 65_535, { default: 3000, desc: 'TCP port to listen on.' }),
  HOST: host({
    default: '127.0.0.1',
    desc: 'Address to listen on; must be a loopback address outside production and with a demo database.',
  }),
  DATABASE_URL: database({
    default: parseDatabaseUrl('sqlite:data/agency.sqlite'),
    desc:
      '`sqlite:data/agency.sqlite`, `sqlite:/absolute/path` or `mysql://user:password@host:3306/agency`. For MySQL, ' +
      '`?ssl=true` encrypts the connection and `?ssl-ca=/path/ca.pem` names the certificate authority. Required ' +
      'in production.',
  }),
  MIGRATE_ON_START: flag({
    default: undefined,
    desc: 'Migrate the schema at the start. Unset: `true` on SQLite, `false` on MySQL.',
  }),
  JWT_SECRET: jwtSecret({
    default: undefined,
    desc:
      'Secret that signs bearer tokens: text of 32 bytes or more. Required in production and on MySQL; otherwise ' +
      'the service generates it once and keeps it beside the SQLite file.',
  }),
  JWT_SECRETS_OLD: jwtSecrets({
    default: [],
    desc:
      'Comma-separated former values of JWT_SECRET; a value that contains a comma must be the only one. Bearer ' +
      'tokens that they signed stay valid until they expire.',
  }),
  FIELD_KEY: fieldKey({
    default: undefined,
    desc:
      'Key that encrypts files and sensitive fields, as 64 hexadecimal digits. Required in production and on MySQL; ' +
      'otherwise the service generates it once and keeps it beside the SQLite file.',
  }),
  FIELD_KEYS_OLD: fieldKeys({
    default: [],
    desc: 'Comma-separated former values of FIELD_KEY. They only decrypt; keep them until `agency reseal` is done.',
  }),
  CORS_ORIGINS: origins({
    default: [],
    desc: 'Comma-separated origins whose pages may call the service. Unset: none, or localhost with a demo database.',
  }),
  TRUST_PROXY: whole(0, 100, {
    default: 0,
    desc: "Number of proxies in front of the service whose X-Forwarded-For gives the client's address.",
  }),
  LOG_LEVEL: logLevel({ default: 'info', desc: `One of ${levels.join(', ')}.` }),
  SLOW_QUERY: duration(0, 3600, {
    default: 1000,
    desc: 'Log statements that take this many seconds or more, without their values; `0` logs every statement.',
  }),
  METRICS_TOKEN: token({
    default: undefined,
    desc:
      'Bearer token for `/metrics`; 16 characters or more. Unset: `/metrics` is open outside production and refused ' +
      'in production.',
  }),
  DEBUG_ERRORS: flag({
    default: false,
    desc: 'Send stack traces in ResponseStatus.StackTrace; refused in production.',
  }),
  SWAGGER: flag({
    default: undefined,
    desc:
      'Serve the reference of the interface: /docs (Swagger UI), /openapi.json and /postman.json. Unset: `true` ' +
      'outside production only.',
  }),
  LOCK_HOURS: whole(1, 8760, { default: 24, desc: "Hours after which an agent's lock on a contact expires." }),
  CLOCK: dateTime({
    default: undefined,
    desc:
      'Moment at which the business "now" stands still: dates written, default ranges, summaries. Only with a demo ' +
      'database or NODE_ENV=test.',
  }),
  TIME_ZONE: timeZone({
    default: 'UTC',
    desc:
      'IANA time zone of the business, such as America/New_York. A date without a time, and "today", begin at ' +
      'midnight in this zone.',
  }),
  COUNTRY: country({
    default: 'US',
    desc:
      'Country of the business as two letters of ISO 3166. Telephone numbers without a country code belong to it. ' +
      'Run `agency reindex` after you have changed it.',
  }),
  REQUEST_DEADLINE: duration(0.1, 3600, {
    default: 5000,
    desc: 'Respond with 503 if the database does not respond within this many seconds.',
  }),
  SHUTDOWN_DELAY: duration(0, 3600, {
    default: undefined,
    desc:
      'Seconds after SIGTERM, as a part of SHUTDOWN_GRACE, in which the service still accepts requests while ' +
      '`/health/ready` responds with 503. Set it longer than your proxy needs to notice. Unset: `5` in production, ' +
      'otherwise `0.5`, but at most half of SHUTDOWN_GRACE.',
  }),
  SHUTDOWN_GRACE: duration(0, 3600, {
    default: 10_000,
    desc: 'Stop at the latest this many seconds after SIGTERM, even with open requests.',
  }),
  STOP_TIMEOUT: duration(0, 7200, {
    default: undefined,
    desc:
      'Seconds after SIGTERM after which the supervisor kills the process: TimeoutStopSec of the systemd unit, or ' +
      'stop_grace_period of compose, which set this variable. SHUTDOWN_GRACE must be less. Unset: unknown.',
  }),
  BODY_LIMIT: whole(1024, 1_073_741_824, {
    default: 1_048_576,
    desc:
      'Maximum size of a request body in bytes. The bodies of all open requests together may have 64 times as many; ' +
      'further requests get 503.',
  }),
  UPLOAD_LIMIT: whole(1024, 17_179_869_184, {
    default: 268_435_456,
    desc: 'Maximum size of an uploaded file in bytes.',
  }),
  FILES_URL: filesUrl({
    default: undefined,
    desc:
      'Place where the service stores files, encrypted with FIELD_KEY: an existing folder, or an S3 bucket as ' +
      '`s3://access-key:secret@host/bucket?region=eu-central-1` (`&tls=false` turns TLS off). Each database needs its ' +
      'own folder or bucket. Unset: `<database file>.files` beside the SQLite file; on MySQL no file is accepted.',
  }),
  FILE_LIMIT: whole(1024, 2_147_483_647, {
    default: 26_214_400,
    desc: 'Maximum size in bytes of a file that is a document or an image.',
  }),
  FILE_SCAN_COMMAND: command({
    default: undefined,
    desc:
      'Program that checks each uploaded file, with its arguments, such as `/usr/bin/clamdscan --no-summary -`. It ' +
      'reads the file from stdin; exit code 0 accepts it, 1 refuses it, any other is a failure (503). Unset: no check.',
  }),
  REQUESTS_PER_USER: whole(0, 10_000_000, {
    default: 6000,
    desc: 'Requests that one user may send in a minute to one instance; further ones get 429. `0`: no limit.',
  }),
  REQUESTS_PER_ADDRESS: whole(0, 10_000_000, {
    default: 30_000,
    desc: 'Requests that one address may send in a minute to one instance; further ones get 429. `0`: no limit.',
  }),
  FORMS_PER_ADDRESS: whole(0, 10_000_000, {
    default: 300,
    desc:
      'Forms of pages for people without an account, such as surveys, that one address may send in a minute to one ' +
      'instance; further ones get 429. `0`: no limit.',
  }),
  BODY_DEPTH: whole(1, 1000, { default: 32, desc: 'Deepest nesting of a JSON body.' }),
  HEADER_LIMIT: whole(1024, 1_048_576, { default: 16_384, desc: 'Maximum size of the headers of a request in bytes.' }),
  HEADERS_TIMEOUT: duration(0.1, 3600, {
    default: 10_000,
    desc: "Seconds within which a request's headers must arrive.",
  }),
  REQUEST_TIMEOUT: duration(0.1, 3600, { default: 30_000, desc: 'Seconds within which a whole request must arrive.' }),
  RESPONSE_TIMEOUT: duration(0.1, 3600, {
    default: 30_000,
    desc: 'Close the connection if the client reads nothing of a response for this many seconds.',
  }),
  KEEP_ALIVE_TIMEOUT: duration(0.1, 3600, {
    default: 75_000,
    desc:
      'Idle timeout of a connection in seconds. Set it longer than the idle timeout of your proxy; otherwise the ' +
      'proxy sometimes sends a request on a connection that the service is closing.',
  }),
  COMPRESSION: flag({
    default: true,
    desc: 'Compress responses for clients that accept it. Set `false` if your proxy compresses.',
  }),
  MAX_CONNECTIONS: whole(1, 1_000_000, {
    default: 10_000,
    desc: 'Number of client connections that may be open; the service closes further ones at once.',
  }),
  DATABASE_POOL: whole(2, 1000, {
    default: 16,
    desc:
      'Connections that one process may open to the MySQL server. Streamed lists use at most half of them, and the ' +
      'other calls of one user together at most a quarter.',
  }),
  SESSION_IDLE: duration(60, 90 * day, {
    default: 14 * day * 1000,
    desc: 'Idle timeout of a session in seconds (`14d`).',
  }),
  SESSION_MAX: duration(60, 3660 * day, {
    default: 90 * day * 1000,
    desc: 'Maximum life of a session in seconds (`90d`), even if it is in use.',
  }),
  RETAIN_MESSAGES: duration(day, 3660 * day, {
    default: 90 * day * 1000,
    desc: 'Delete messages this many seconds after they were made (`90d`), with their unsubscribe links.',
  }),
  PUBLIC_URL: publicUrl({
    default: undefined,
    desc:
      'Public URL of the service, such as https://agency.example.com or https://intranet.example/agency, with which ' +
      'links in messages begin. Its path begins the addresses of all pages. Required in production with ' +
      'SMTP_URL or SMS_URL.',
  }),
  ...messageEnvironment,
  ...webhookEnvironment,
} satisfies Record<string, ValidatorSpec<unknown>>;

export type SettingName = keyof typeof environment;

/** The settings of an extra. Its `read` gets the values of all settings, and adds their errors to `problems`. */
export interface ExtraSettings<T = unknown> {
  environment: Readonly<Record<string, ValidatorSpec<unknown>>>;
  /** The names of the settings with a secret, which may be in a file. */
  secrets?: readonly string[];
  read(values: Readonly<Record<string, unknown>>, production: boolean, problems: string[]): T;
}

/** The settings of the service and of its extras. */
export const wholeEnvironment: Readonly<Record<string, ValidatorSpec<unknown>>> = Object.fromEntries(
  [environment, ...extras.map(({ settings }) => settings.environment)].flatMap((each) => Object.entries(each)),
);

/** Every environment variable, for the table in the documentation and for .env.example. */
export const settings: readonly { name: string; description: string; default: string; secret: boolean }[] =
  Object.entries(wholeEnvironment).map(([name, setting]) => ({
    name,
    description: setting.desc ?? '',
    default: defaultText(name, setting),
    secret: secretSettings.includes(name),
  }));

function defaultText(name: string, setting: ValidatorSpec<unknown>): string {
  const value: unknown = 'default' in setting ? setting.default : undefined;
  if (name === 'DATABASE_URL') return 'sqlite:data/agency.sqlite';
  if (name === 'QUIET_HOURS') return '21:00-08:00';
  if (durations.has(setting) && typeof value === 'number') return String(value / 1000);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
