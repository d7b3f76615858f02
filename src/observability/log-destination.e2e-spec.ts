import { openSync } from 'node:fs';
import { spawnService } from '../../test/support/processes/service-process.js';
import { freshDatabase } from '../../test/support/database/fresh-database.js';

it('drops and counts log lines while the disk is full, and continues to serve', async () => {
  const database = await freshDatabase();
  const child = spawnService(
    {
      ...{ NODE_ENV: 'test', DATABASE_URL: database.url, MIGRATE_ON_START: 'true' },
      ...{ JWT_SECRET: 'test secret of more than 32 bytes, for tests', FIELD_KEY: '0123456789abcdef'.repeat(4) },
    },
    openSync('/dev/full', 'w'),
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const url = async (): Promise<string> => {
    for (;;) {
      const found = /Swagger UI: (http\S+)\/docs/.exec(said)?.[1];
      if (found) return found;
      if (child.exitCode !== null) throw new Error(said);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const address = await url();
  // More lines than the log buffers while the disk is full.
  const path = '/v1/Nothing';
  const dropped = async (): Promise<number> => {
    const metrics = await (await fetch(`${address}/metrics`)).text();
    return Number(/^log_lines_dropped_total (\d+)/m.exec(metrics)?.[1]);
  };
  while ((await dropped()) === 0)
    await Promise.all(Array.from({ length: 200 }, () => fetch(address + path).then((answer) => answer.text())));
  expect(await (await fetch(`${address}/health/ready`)).json()).toMatchObject({ status: 'ready' });
  child.kill();
  expect(await ended).toBe(0);
  await database.drop();
});
