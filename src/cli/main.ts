#!/usr/bin/env node
import 'reflect-metadata';
import { logToStderr } from '../observability/log-destination.js';
import { run } from './run.js';
import { Terminal } from './terminal.js';

logToStderr();
void run(process.argv.slice(2), new Terminal(process.stdin, process.stdout, process.stderr)).then((code) => {
  process.exitCode = code;
});
