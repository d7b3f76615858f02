import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder that contains package.json. It is searched for upwards, because the code runs from src/ and from
 * dist/src/.
 */
export const projectFolder = folderAbove(__dirname);

const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};

export const { version } = manifest;

/** The oldest Node release on which the service runs, such as 22.13.0. */
export const oldestNode = manifest.engines.node.replace('>=', '');

function folderAbove(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(folder, 'package.json')) || parent === folder ? folder : folderAbove(parent);
}
