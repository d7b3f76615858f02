import { isAbsolute, resolve } from 'node:path';

export type FilesTarget =
  /** With `isMade`, the service makes the folder. A folder of FILES_URL must exist: it may be a share to be mounted. */
  | { readonly kind: 'folder'; readonly folder: string; readonly isMade?: boolean }
  | {
      readonly kind: 's3';
      /** URL of the bucket, with the scheme. */
      readonly endpoint: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Prefix of the names of all objects: '' or text that ends with a slash. */
      readonly prefix: string;
    };

export const filesUrlForm =
  'the absolute path of a folder, or s3://access-key:secret@host/bucket, with ?region= and ?tls=false if needed';

const options = ['region', 'tls'];

/** Returns undefined if `text` has none of the forms that `filesUrlForm` describes. */
export function parseFilesUrl(text: string): FilesTarget | undefined {
  if (isAbsolute(text)) return { kind: 'folder', folder: resolve(text) };
  if (!text.startsWith('s3://') || !URL.canParse(text)) return undefined;
  const { username, password, host, pathname, searchParams, hash } = new URL(text);
  const [bucket = '', ...prefix] = pathname.split('/').filter(Boolean);
  const tls = searchParams.get('tls') ?? 'true';
  const [accessKeyId, secretAccessKey] = [decoded(username), decoded(password)];
  const isKnown = [...searchParams.keys()].every((name) => options.includes(name)) && /^(true|false)$/.test(tls);
  const isNamed = [bucket, ...prefix].every((part) => /^[\w.-]+$/.test(part));
  if (!accessKeyId || !secretAccessKey || host === '' || hash !== '' || !isKnown || !isNamed) return undefined;
  return {
    kind: 's3',
    endpoint: `${tls === 'true' ? 'https' : 'http'}://${host}/${bucket}`,
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    prefix: prefix.map((part) => `${part}/`).join(''),
  };
}

/** Returns '' for malformed percent-encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
