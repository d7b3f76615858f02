export type DatabaseTarget =
  | { readonly kind: 'sqlite'; readonly file: string }
  | {
      readonly kind: 'mysql';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/** `sqlite:<file>` or `mysql://user:password@host:port/database` (percent-encoded where needed); undefined for anything else. */
export function parseDatabaseUrl(text: string): DatabaseTarget | undefined {
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(text)?.[1];
  // Without a file there is no second connection to it.
  if (file !== undefined)
    return file.includes(':memory:') || file.includes('\0') ? undefined : { kind: 'sqlite', file };
  if (!/^(mysql|mariadb):\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  try {
    const database = decodeURIComponent(url.pathname.slice(1));
    if (url.hostname === '' || database === '' || database.includes('/')) return undefined;
    return {
      kind: 'mysql',
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? 3306 : Number(url.port),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database,
    };
  } catch {
    return undefined;
  }
}
