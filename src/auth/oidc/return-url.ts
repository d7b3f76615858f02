import type { Config } from '../../config/config.js';
import { dataPath } from '../../http/pages/frame.js';
import { docsPath } from '../../http/server/docs-path.js';

/** Where a browser may be sent once it has signed in: the service's own pages, and whatever CORS_ORIGINS trusts. */
export function returnUrl(text: string, { openId, corsOrigins, swagger }: Config): string | undefined {
  const base = openId?.publicUrl;
  if (!URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  const isOwn = swagger && url.origin === base && [docsPath, dataPath].includes(url.pathname);
  return isOwn || corsOrigins.includes(url.origin) ? url.href : undefined;
}
