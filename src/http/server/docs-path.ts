/** Paths below which Swagger UI serves its own files. */
export const docsPath = '/docs';

export function isDocs(path: string): boolean {
  return path === docsPath || path.startsWith(`${docsPath}/`);
}
