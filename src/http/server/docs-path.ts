/** Path of Swagger UI. */
export const docsPath = '/docs';

/** Path below which the service serves the scripts and styles of its HTML pages. */
export const assetsPath = '/assets';

export function isAsset(path: string): boolean {
  return path.startsWith(`${assetsPath}/`);
}
