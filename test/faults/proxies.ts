import type { ChildProcess } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/time/until.js';
import { freePort } from './mariadb-server.js';
import { endWithSuite, kill, mustHave, serverFolder, spawnServer } from './servers.js';

const root = join(__dirname, '../..');

/** A private proxy with the documented configuration, on loopback and without TLS. */
abstract class Proxy {
  protected process?: ChildProcess;
  readonly home = serverFolder();
  port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    await kill(this.process, 'SIGTERM');
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Starts the proxy, and waits until it answers at the URL `probe`. */
  protected async run(program: string, args: readonly string[], probe = `${this.url}/health/live`): Promise<void> {
    this.process = spawnServer(program, args, this.home);
    endWithSuite(this.process);
    const answers = (): Promise<boolean> =>
      fetch(probe, { redirect: 'manual' }).then(
        ({ status }) => status < 500,
        () => false,
      );
    await until(answers, () => `${program} does not answer`);
  }

  protected write(name: string, text: string): string {
    const file = join(this.home, name);
    writeFileSync(file, text);
    chmodSync(file, 0o644);
    return file;
  }
}

/** nginx with deploy/nginx.conf. */
export class Nginx extends Proxy {
  /** The URL that redirects to https. */
  redirectPort = 0;
  private site = '';

  /** instances: their URLs. change: edits the configuration, for example to shorter times. */
  static async started(instances: readonly string[], change = (site: string): string => site): Promise<Nginx> {
    mustHave({ nginx: 'nginx-light' });
    const nginx = new Nginx();
    [nginx.port, nginx.redirectPort] = [await freePort(), await freePort()];
    const line = '  server 127.0.0.1:3000 max_fails=0;\n';
    const shipped = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8');
    if (!shipped.includes(line)) throw new Error('deploy/nginx.conf has another line for its instance.');
    nginx.site = change(shipped)
      .replace(line, instances.map((url) => line.replace('127.0.0.1:3000', new URL(url).host)).join(''))
      .replace('listen 80;', `listen 127.0.0.1:${nginx.redirectPort};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${nginx.port};`)
      .replaceAll(/^ *ssl_.*\n/gm, '');
    nginx.write('site.conf', nginx.site);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
    // Turn keep-alive off, because at a reload nginx closes idle connections on which a client may be sending.
    const config = `daemon off; pid nginx.pid; error_log error.log warn; worker_processes 2; events {}
      http { access_log off; keepalive_timeout 0; ${temporary.join(' ')} include site.conf; }`;
    await nginx.run('nginx', ['-p', nginx.home, '-e', 'error.log', '-c', nginx.write('nginx.conf', config)]);
    return nginx;
  }

  /** Marks an instance as down in the configuration, or as up again, and reloads nginx, as docs/operations.md says. */
  async drain(instance: string, isDown: boolean): Promise<void> {
    const server = `server ${new URL(instance).host} `;
    this.site = this.site.replace(`${server}${isDown ? '' : 'down '}`, `${server}${isDown ? 'down ' : ''}`);
    this.write('site.conf', this.site);
    this.process!.kill('SIGHUP');
    await sleep(500);
  }

  /** The warnings and errors of the proxy. */
  log(): string {
    return readFileSync(join(this.home, 'error.log'), 'utf8');
  }
}

/** haproxy with deploy/haproxy.cfg. */
export class Haproxy extends Proxy {
  /** The URL that redirects to https. */
  redirectPort = 0;
  private scheme = 'http';

  override get url(): string {
    return `${this.scheme}://localhost:${this.port}`;
  }

  /** instances: their URLs. certificate: the file of the certificate and its key; without it, haproxy speaks no TLS. */
  static async started(instances: readonly string[], certificate?: string): Promise<Haproxy> {
    mustHave({ haproxy: 'haproxy' });
    const haproxy = new Haproxy();
    [haproxy.port, haproxy.redirectPort] = [await freePort(), await freePort()];
    const own = '127.0.0.1:';
    const [pem, tls] = ['/etc/ssl/agency/agency.pem', ' ssl crt /etc/ssl/agency/agency.pem alpn h2,http/1.1'];
    const servers = instances.map((url, index) => `  server i${index} ${new URL(url).host}\n`);
    const changes = [
      ['  log /dev/log local0\n  user haproxy\n  group haproxy\n', ''],
      ['bind :80', `bind ${own}${haproxy.redirectPort}`],
      [`bind :443${tls}`, `bind ${own}${haproxy.port}${certificate ? tls.replace(pem, certificate) : ''}`],
      ['  server one 127.0.0.1:3000\n  server two 127.0.0.1:3001\n', servers.join('')],
    ];
    let config = readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8');
    for (const [shipped, changed] of changes) {
      if (!config.includes(shipped)) throw new Error(`deploy/haproxy.cfg has no ${shipped}`);
      config = config.replace(shipped, changed);
    }
    const probe = certificate && `http://127.0.0.1:${haproxy.redirectPort}`;
    await haproxy.run('haproxy', ['-f', haproxy.write('haproxy.cfg', config), '-db'], probe);
    if (certificate) haproxy.scheme = 'https';
    return haproxy;
  }
}
