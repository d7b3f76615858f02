import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase, type FreshDatabase } from '../support/database/fresh-database.js';
import { until } from '../support/time/until.js';
import { Ledger } from './ledger.js';
import { freePort, MariaDbServer } from './mariadb-server.js';
import { Haproxy, Nginx } from './proxies.js';
import { lostByRestarts } from './restarts.js';
import { serverFolder, signedCertificate } from './servers.js';
import { Service } from './service.js';

describe('two instances behind a proxy', () => {
  let server: MariaDbServer;
  let database: FreshDatabase;
  let ledger: Ledger;
  let instances: Service[];

  beforeAll(async () => {
    server = await MariaDbServer.started();
    database = await freshDatabase(server.url);
    ledger = await Ledger.open(database.url);
    const settings = { DATABASE_URL: database.url, NODE_ENV: 'production', TRUST_PROXY: '1' };
    instances = [await Service.started(settings), await Service.started(settings)];
  });
  afterAll(async () => {
    await ledger.stop();
    for (const instance of instances) await instance.end();
    await server.remove();
  });

  const urls = (): string[] => instances.map(({ url }) => url);
  it('two instances restart behind nginx without a lost call', async () => {
    const nginx = await Nginx.started(urls());
    const drain = nginx.drain.bind(nginx);
    expect(await lostByRestarts(ledger, instances, nginx.url, drain)).toEqual([]);
    await nginx.stop();
  });

  it('an instance behind nginx rejects a large file without a token before the client has sent it', async () => {
    const nginx = await Nginx.started(urls());
    const length = 256 * 1_048_576;
    const calling = request(`${nginx.url}/v1/Sets/contacts`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv', 'Content-Length': length },
    });
    let sent = 0;
    const answered = new Promise<number | undefined>((resolve) => {
      calling.on('response', (answer) => resolve(answer.resume().statusCode));
    });
    calling.on('error', () => undefined);
    const chunk = Buffer.alloc(65_536, 'a');
    let status: number | undefined;
    void answered.then((found) => (status = found));
    while (status === undefined && sent < length) {
      if (!calling.write(chunk))
        await Promise.race([new Promise((resolve) => calling.once('drain', resolve)), answered]);
      sent += chunk.length;
      await sleep(1);
    }
    expect([await answered, sent < length / 8]).toEqual([401, true]);
    calling.destroy();
    // nginx logs this warning when it buffers the body of a request in a file.
    expect(nginx.log()).not.toContain('buffered to a temporary file');
    await nginx.stop();
  });
});

it('clients refuse a proxy whose certificate has expired, while the instance behind it is ready', async () => {
  const instance = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(instance, 'listening');
  const folder = serverFolder();
  const { authority, certificate, key } = signedCertificate(folder, -1);
  chmodSync(key, 0o644);
  const port = await freePort();
  const tls = `listen 127.0.0.1:${port} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};`;
  const url = `http://127.0.0.1:${(instance.address() as AddressInfo).port}`;
  const nginx = await Nginx.started([url], (site) => site.replace(/(listen 443 ssl http2;)/, `$1 ${tls}`));
  try {
    const calling = get({ host: 'localhost', port, path: '/health/ready', ca: readFileSync(authority) });
    const [error] = (await once(calling, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('CERT_HAS_EXPIRED');
    expect((await fetch(`${nginx.url}/health/ready`)).status).toBe(200);
    expect(nginx.log()).toBe('');
  } finally {
    await nginx.stop();
    instance.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Two servers in the place of instances. */
async function standIns(): Promise<{ servers: Server[]; urls: string[] }> {
  const servers = [0, 1].map(() =>
    createServer(({ url, headers }, response) => {
      if (url === '/busy') response.writeHead(503).end();
      else if (url === '/open') response.write(' ');
      else if (url !== '/silent') response.end(JSON.stringify(headers));
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return { servers, urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`) };
}

/** Opens as many calls as deploy/nginx.conf and deploy/haproxy.cfg allow one address, and one more, which gets 429. */
async function openTooMany(url: string): Promise<void> {
  const statuses: (number | undefined)[] = [];
  const calls = Array.from({ length: 201 }, () =>
    request(`${url}/open`, { agent: false })
      .on('error', () => undefined)
      .on('response', ({ statusCode }) => statuses.push(statusCode))
      .end(),
  );
  await until(() => statuses.includes(429));
  for (const calling of calls) calling.destroy();
}

/** The status and the Location of the redirect to https. */
async function redirect(port: number): Promise<unknown> {
  const calling = request({ host: '127.0.0.1', port, path: '/docs?a=1', headers: { Host: 'elsewhere.test' } }).end();
  return new Promise((resolve) => {
    calling.on('response', (answer) => resolve([answer.resume().statusCode, answer.headers.location]));
  });
}

describe('haproxy', () => {
  let instances: Server[];
  let urls: string[];

  beforeAll(async () => {
    ({ servers: instances, urls } = await standIns());
  });
  afterAll(() => {
    for (const server of instances) server.close().closeAllConnections();
  });

  it('haproxy limits the open calls of one address, and redirects to the name of the site', async () => {
    const haproxy = await Haproxy.started(urls);
    await openTooMany(haproxy.url);
    expect(await redirect(haproxy.redirectPort)).toEqual([308, 'https://agency.example.com/docs?a=1']);
    await haproxy.stop();
  });

  it('haproxy terminates TLS, replaces the address of the client, and sends nobody to the metrics', async () => {
    const folder = serverFolder();
    const { authority, certificate, key } = signedCertificate(folder, 2);
    const both = join(folder, 'agency.pem');
    writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o644 });
    const haproxy = await Haproxy.started(urls, both);
    const ask = (path: string): Promise<[IncomingMessage, string]> =>
      new Promise((resolve, reject) => {
        const headers = { 'X-Forwarded-For': '203.0.113.9' };
        get(haproxy.url + path, { ca: readFileSync(authority), headers }, (answer) => {
          text(answer).then((body) => resolve([answer, body]), reject);
        }).on('error', reject);
      });
    const [answer, body] = await ask('/v1/Contacts');
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(JSON.parse(body)).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
    for (const path of ['/metrics', '/METRICS', '/metrics/', '/metrics?a=1'])
      expect((await ask(path))[0].statusCode).toBe(404);
    await haproxy.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('nginx', () => {
  let instances: Server[];
  let nginx: Nginx;

  beforeAll(async () => {
    const { servers, urls } = await standIns();
    instances = servers;
    nginx = await Nginx.started(urls, (site) => site.replace('proxy_read_timeout 60s;', 'proxy_read_timeout 1s;'));
  });
  afterAll(async () => {
    await nginx.stop();
    for (const server of instances) server.close().closeAllConnections();
  });

  it.each(['/busy', '/silent'])(
    'nginx answers other clients while the calls of one client to %s fail',
    async (path) => {
      let busy = true;
      const slow = Array.from({ length: 8 }, async () => {
        while (busy) await fetch(nginx.url + path).then((answer) => answer.text());
      });
      const statuses = new Set<number>();
      const end = Date.now() + 4000;
      while (Date.now() < end) {
        const answer = await fetch(`${nginx.url}/health/live`);
        statuses.add(answer.status);
        await answer.text();
        await sleep(10);
      }
      busy = false;
      await Promise.all(slow);
      expect([...statuses]).toEqual([200]);
    },
  );

  it('nginx redirects to the name of the site, whichever name the client sends', async () => {
    expect(await redirect(nginx.redirectPort)).toEqual([308, 'https://agency.example.com/docs?a=1']);
    for (const path of ['/metrics', '/METRICS', '/metrics/', '/metrics?a=1'])
      expect((await fetch(nginx.url + path)).status).toBe(404);
  });

  it('nginx limits the open calls of one address', async () => {
    await openTooMany(nginx.url);
  });
});
