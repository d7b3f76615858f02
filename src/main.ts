import { refuseOldNode } from './config/node-release.js';

refuseOldNode();
// Node's compile cache would keep 12 MB in memory for as long as the service runs, and save 70 ms of its start.
// Import the service after the check, because an old release cannot load it.
void import('./serve.js').then(({ serve }) => serve());
