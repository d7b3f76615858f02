import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../../test/support/app/app.js';
import { freshDatabase } from '../../test/support/database/fresh-database.js';
import { Line } from '../../test/support/servers/line.js';
import { waitOf } from '../../test/support/time/time-of.js';

describe('/health/ready', () => {
  it('answers 503 to /health/ready within the deadline while MariaDB does not answer, and recovers', async () => {
    const database = await freshDatabase();
    const url = new URL(database.url);
    const line = await Line.to({ host: url.hostname, port: Number(url.port) });
    url.port = String(line.port);
    const app = await startApp({ DATABASE_URL: url.toString(), REQUEST_DEADLINE: '3' });
    await app.http.get('/health/ready').expect(200);
    // Health caches an answer for a second.
    await sleep(1100);
    line.fallSilent();
    const down = async () =>
      expect((await app.http.get('/health/ready').expect(503)).headers['retry-after']).toBeDefined();
    expect(await waitOf(down)).toBeLessThan(6000);
    await app.http.get('/health/live').expect(200);
    line.silent = false;
    line.cut();
    await sleep(1100);
    await app.http.get('/health/ready').expect(200);
    await app.close();
    await line.close();
    await database.drop();
  });
});
