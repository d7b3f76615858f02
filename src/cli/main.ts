#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { refuseOldNode } from '../config/node-release.js';

refuseOldNode();
enableCompileCache();
// Import the command after the check, because an old release cannot load it.
void import('./start.js').then(({ start }) => start());
