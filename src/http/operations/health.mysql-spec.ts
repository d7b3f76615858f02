import { startApp } from '../../../test/support/app.js';
import { freshDatabase } from '../../../test/support/fresh-database.js';
import { Line } from '../../../test/support/line.js';

describe('/health/ready', () => {
  it('is 503 within the deadline while the server does not answer, and recovers', async () => {
    const database = await freshDatabase();
    const url = new URL(database.url);
    const line = await Line.to({ host: url.hostname, port: Number(url.port) });
    url.port = String(line.port);
    const app = await startApp({ DATABASE_URL: url.toString(), REQUEST_DEADLINE: '3' });
    await app.http.get('/health/ready').expect(200);
    line.fallSilent();
    const from = Date.now();
    const down = await app.http.get('/health/ready').expect(503);
    expect(Date.now() - from).toBeLessThan(6000);
    expect(down.headers['retry-after']).toBeDefined();
    await app.http.get('/health/live').expect(200);
    line.silent = false;
    line.cut();
    await app.http.get('/health/ready').expect(200);
    await app.close();
    await line.close();
    await database.drop();
  });
});
