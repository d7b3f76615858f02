/** Swagger UI; below it are the files of all pages. */
export const docsPath = '/docs';

export function isDocs(path: string): boolean {
  return path === docsPath || path.startsWith(`${docsPath}/`);
}
