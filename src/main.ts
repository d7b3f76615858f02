import { enableCompileCache } from 'node:module';
import { refuseOldNode } from './config/node-release.js';

refuseOldNode();
enableCompileCache();
// Import the service after the check, because an old release cannot load it.
void import('./serve.js').then(({ serve }) => serve());
