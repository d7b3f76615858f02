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

  protected async run(program: string, args: readonly string[]): Promise<void> {
    this.process = spawnServer(program, args, this.home);
    endWithSuite(this.process);
    const answers = (): Promise<boolean> =>
      fetch(`${this.url}/health/live`).then(
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

/** haproxy with the lines of docs/operations.md. */
export class Haproxy extends Proxy {
  static async started(instances: readonly string[]): Promise<Haproxy> {
    mustHave({ haproxy: 'haproxy' });
    const haproxy = new Haproxy();
    haproxy.port = await freePort();
    const documentation = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const [, documented] = /^```haproxy\n(.*?)^```/ms.exec(documentation)!;
    const line = /^ *server .*\n/gm;
    const [first] = documented.match(line)!;
    const servers = instances.map((url, index) =>
      first.replace(/server \S+ \S+/, `server i${index} ${new URL(url).host}`),
    );
    const backend = documented.replace(line, '').trimEnd();
    const config = `defaults\n  mode http\nfrontend test\n  bind 127.0.0.1:${haproxy.port}\n  timeout client 60s
  default_backend agency\n${backend}\n${servers.join('')}`;
    await haproxy.run('haproxy', ['-f', haproxy.write('haproxy.cfg', config), '-db']);
    return haproxy;
  }
}
