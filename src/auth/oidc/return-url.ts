import type { Config } from '../../config/config.js';
import { dataPath } from '../../http/pages/frame.js';
import { docsPath } from '../../http/server/docs-path.js';

/** Where a browser may be sent once it has signed in: the service's own pages, and the URLs of OIDC_RETURN_URLS. */
export function returnUrl(text: string, { openId, swagger }: Config): string | undefined {
  const base = openId?.publicUrl;
  if (!URL.canParse(text, base)) return undefined;
  const { href } = new URL(text, base);
  const ownPages = swagger ? [docsPath, dataPath].map((path) => new URL(path, base).href) : [];
  return [...ownPages, ...(openId?.returnUrls ?? [])].includes(href) ? href : undefined;
}
