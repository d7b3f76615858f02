import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchDescriptors } from './server.js';

it('logs once a minute that no file can be opened', async () => {
  const codes: string[] = [];
  jest.spyOn(fs, 'openSync').mockImplementation(() => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  });
  const watch = watchDescriptors((code) => codes.push(code), { lookEvery: 1, logEvery: 60_000 });
  watch.ref();
  await sleep(50);
  clearInterval(watch);
  jest.restoreAllMocks();
  expect(codes).toEqual(['EMFILE']);
});
