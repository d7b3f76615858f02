import { oldestNode } from './project.js';

/** Ends the process with a sentence if Node is older than `engines` of package.json allows. */
export function refuseOldNode(): void {
  const { node } = process.versions;
  if (!isOlder(node, oldestNode)) return;
  process.stderr.write(
    `This service needs Node ${oldestNode} or newer; this is Node ${node}. ` +
      'After "npm ci", "npm start" and "npm run" use a Node that fits.\n',
  );
  process.exit(1);
}

/** Whether a release such as 22.9.0 is older than another one. */
export function isOlder(release: string, other: string): boolean {
  return release.localeCompare(other, 'en', { numeric: true }) < 0;
}
