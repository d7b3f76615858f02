#!/usr/bin/env node
import 'reflect-metadata';
import { run } from './run.js';
import { Terminal } from './terminal.js';

void run(process.argv.slice(2), new Terminal(process.stdin, process.stdout, process.stderr)).then((code) => {
  process.exitCode = code;
});
