import { readFileSync } from 'node:fs';
import { refuse } from './validators.js';

export type DatabaseTarget =
  | { readonly kind: 'sqlite'; readonly file: string }
  | {
      readonly kind: 'mysql';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
      /** Undefined if the connection is not encrypted. */
      readonly tls?: Tls;
    };

/** The database as a URL without the password. */
export function nameOfDatabase(target: DatabaseTarget): string {
  if (target.kind === 'sqlite') return `sqlite:${target.file}`;
  const { user, host, port, database } = target;
  return `mysql://${encodeURIComponent(user)}@${host}:${port}/${database}`;
}

/** An encrypted connection to a server whose certificate is checked. */
interface Tls {
  /** PEM certificates of the authorities that sign the server's certificate, if Node does not trust it. */
  readonly ca?: string;
}

const forms = 'sqlite:<file> or mysql://user:password@host:3306/database';
/** A server's URL whose user, password and database contain no unencoded separators. */
const parts = /^\w+:\/\/(?:[^@/?#]*@)?[^@/?#]+\/[^@/?#]+(?:\?[^#]*)?$/;
const encoded = `${forms}; in a user or password % is %25, @ is %40, : is %3A, / is %2F, ? is %3F and # is %23`;
const parameters = ['ssl', 'ssl-ca'];

/**
 * Parses `sqlite:<file>` or `mysql://user:password@host:port/database` (percent-encoded where needed). `?ssl=true`
 * encrypts the connection, and `?ssl-ca=<file>` names a file with the certificates that sign the server's certificate.
 * Throws for other texts.
 */
export function parseDatabaseUrl(text: string): DatabaseTarget {
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(text)?.[1];
  // An in-memory database cannot have a second connection.
  if (file !== undefined)
    return file.includes(':memory:') || file.includes('\0') ? refuse(forms) : { kind: 'sqlite', file };
  if (!/^(mysql|mariadb):\/\//.test(text)) return refuse(forms);
  // Reject unencoded separators, because a part of a password would be parsed as the host and appear in messages.
  if (!parts.test(text) || !URL.canParse(text)) return refuse(encoded);
  const url = new URL(text);
  const database = decoded(url.pathname.slice(1));
  if (url.hostname === '' || database === '' || database.includes('/')) return refuse(forms);
  return {
    kind: 'mysql',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 3306 : Number(url.port),
    user: decoded(url.username),
    password: decoded(url.password),
    database,
    tls: tlsOf(url.searchParams),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse(forms);
  }
}

function tlsOf(given: URLSearchParams): Tls | undefined {
  if ([...given.keys()].some((name, index, all) => !parameters.includes(name) || all.indexOf(name) !== index))
    return refuse(`a URL with each of the parameters ${parameters.join(' and ')} once at most, and no others`);
  const ssl = given.get('ssl');
  const caFile = given.get('ssl-ca');
  if (ssl !== null && ssl !== 'true' && ssl !== 'false') return refuse('a URL whose parameter ssl is true or false');
  if (caFile === null) return ssl === 'true' ? {} : undefined;
  if (ssl === 'false') return refuse('a URL without ssl-ca if ssl is false');
  return { ca: certificates(caFile) };
}

function certificates(file: string): string {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The text stays empty, and is rejected below.
  }
  return text.includes('-----BEGIN CERTIFICATE-----')
    ? text
    : refuse('a URL whose parameter ssl-ca names a readable file of certificates (PEM)');
}
