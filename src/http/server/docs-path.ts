/** Path of Swagger UI. */
export const docsPath = '/docs';

/** The scripts and styles of the pages are below this path. */
export const assetsPath = '/assets';

export function isAsset(path: string): boolean {
  return path.startsWith(`${assetsPath}/`);
}
