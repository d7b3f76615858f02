import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startS3Server, type S3Server } from '../../../../test/support/servers/s3-server.js';
import type { Config } from '../../../config/config.js';
import { parseFilesUrl } from '../../../config/settings/files-url.js';
import type { FileStore } from './file-store.js';
import { storeOf } from './store-of.js';
import { TimedStore } from './timed-store.js';

const folder = mkdtempSync(join(tmpdir(), 'agency-stores-'));
for (const name of ['files', 'own', 'checked']) mkdirSync(join(folder, name));
let server: S3Server;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const store = (url: string) => storeOf({ filesUrl: parseFilesUrl(url) } as Config);
const inBucket = (more = '', secret?: string) => store(server.url(more, secret));
async function* parts(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

describe.each([
  ['a folder', () => store(join(folder, 'files'))],
  ['a bucket', () => inBucket()],
  ['a part of a bucket', () => inBucket('/of/agency')],
])('%s', (_, made) => {
  it('the store keeps an object, and reads any range of it', async () => {
    const files = made();
    await files.check();
    await files.put('ab/object', parts('first ', 'second ', 'third'), 18);
    const read = async (start: number, end: number): Promise<string> =>
      (await buffer((await files.open('ab/object', { start, end }))!)).toString();
    expect(await read(0, 17)).toBe('first second third');
    expect(await read(6, 11)).toBe('second');
    expect(await read(17, 17)).toBe('d');
    expect(await files.size('ab/object')).toBe(18);
  });

  it('the store answers undefined for an object that was removed or never stored', async () => {
    const files = made();
    await files.put('ab/gone', parts('x'), 1);
    await files.remove('ab/gone');
    await files.remove('ab/gone');
    for (const name of ['ab/gone', 'cd/never'])
      expect([await files.size(name), await files.open(name, { start: 0, end: 0 })]).toEqual([undefined, undefined]);
  });

  it('the store keeps no part of an object whose stream fails', async () => {
    const files = made();
    const failing = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('begin');
      throw new Error('broken');
    };
    await expect(files.put('ab/broken', failing(), 10)).rejects.toThrow();
    expect(await files.size('ab/broken')).toBeUndefined();
  });

  it('the store streams a large object', async () => {
    const files = made();
    const size = 40 * 65_536;
    const large = async function* (): AsyncGenerator<Buffer> {
      for (let at = 0; at < size; at += 65_536) yield Buffer.alloc(65_536, at / 65_536);
    };
    await files.put('ab/large', large(), size);
    const read = await buffer((await files.open('ab/large', { start: 65_535, end: 65_536 }))!);
    expect([...read]).toEqual([0, 1]);
    expect(await files.size('ab/large')).toBe(size);
  });
});

it('a folder keeps no temporary file of an object', async () => {
  const files = store(join(folder, 'own'));
  await files.put('ab/first', parts('first'), 5);
  await files.put('ab/second', parts('second'), 6);
  await files.put('ab/first', parts('again'), 5);
  expect(readdirSync(join(folder, 'own', 'ab')).sort()).toEqual(['first', 'second']);
});

it('a check leaves nothing in the folder', async () => {
  await store(join(folder, 'checked')).check();
  expect(readdirSync(join(folder, 'checked'))).toEqual([]);
});

it('makes no folder of FILES_URL, which may be a share to be mounted, but the one beside the database', async () => {
  const none = join(folder, 'none');
  await expect(store(none).put('ab/object', parts('x'), 1)).rejects.toMatchObject({ status: 503 });
  await expect(store(none).check()).rejects.toMatchObject({ status: 503 });
  expect(existsSync(none)).toBe(false);
  const beside = storeOf({ filesUrl: { kind: 'folder', folder: none, isMade: true } } as Config);
  await beside.check();
  expect(existsSync(none)).toBe(false);
  await beside.put('ab/object', parts('x'), 1);
  expect(readdirSync(none)).toEqual(['ab']);
});

it('refuses a folder of a file system that makes none, at once', async () => {
  // A recursive mkdir in /proc never ends.
  await expect(store('/proc/files').put('ab/object', parts('x'), 1)).rejects.toMatchObject({ status: 503 });
  await expect(store('/proc').put('ab/object', parts('x'), 1)).rejects.toMatchObject({ status: 503 });
});

it('a call to a store that hangs ends with 503, as do further calls until the first one has ended', async () => {
  let end: (size: number) => void = () => undefined;
  const sizes = [new Promise<number>((resolve) => (end = resolve)), Promise.resolve(7)];
  const hanging = { shown: 'a share', size: () => sizes.shift() } as unknown as FileStore;
  const files = new TimedStore(hanging);
  jest.useFakeTimers();
  const first = files.size('ab/object');
  jest.advanceTimersByTime(20_000);
  jest.useRealTimers();
  await expect(first).rejects.toMatchObject({ status: 503 });
  await expect(files.size('ab/object')).rejects.toMatchObject({ status: 503 });
  end(1);
  await first.catch(() => undefined);
  await new Promise(setImmediate);
  expect(await files.size('ab/object')).toBe(7);
});

it('sends Content-Length to a bucket, which S3 requires', async () => {
  const seen: (string | undefined)[][] = [];
  const plain = createServer((request, response) => {
    seen.push([request.method, request.headers['content-length'], request.headers['transfer-encoding']]);
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const url = `s3://key:secret@127.0.0.1:${(plain.address() as AddressInfo).port}/bucket?tls=false`;
  await store(url).put('object', parts('one', 'two'), 6);
  expect(seen).toEqual([['PUT', '6', undefined]]);
  plain.closeAllConnections();
  plain.close();
});

it('throws Unavailable if the store cannot be reached, the key is wrong, or FILES_URL is not set', async () => {
  const stores = [
    store('s3://key:secret@127.0.0.1:9/agency?tls=false'),
    store('/dev/null/files'),
    inBucket('', 'wrong'),
    storeOf({ filesUrl: undefined } as Config),
  ];
  for (const files of stores) {
    const failed = async (): Promise<unknown> => files.put('ab/object', parts('x'), 1);
    await expect(failed()).rejects.toMatchObject({ status: 503 });
    await expect((async () => files.size('ab/object'))()).rejects.toMatchObject({ status: 503 });
    await expect((async () => files.check())()).rejects.toMatchObject({ status: 503 });
  }
});

describe('FILES_URL', () => {
  it('FILES_URL accepts the absolute path of a folder or the URL of a bucket', () => {
    expect(parseFilesUrl('/srv/files/')).toEqual({ kind: 'folder', folder: '/srv/files' });
    expect(parseFilesUrl('s3://key:a%2Fb@s3.example.com/bucket/of/agency?region=eu-central-1')).toEqual({
      ...{ kind: 's3', endpoint: 'https://s3.example.com/bucket', region: 'eu-central-1', prefix: 'of/agency/' },
      ...{ accessKeyId: 'key', secretAccessKey: 'a/b' },
    });
  });

  it.each([
    ...['files', 's3://host/bucket', 's3://key@host/bucket', 's3://key:secret@host', 's3://key:secret@/bucket'],
    ...['s3://key:secret@host/bucket?tls=no', 's3://key:secret@host/bucket?other=1', 'https://key:secret@host/bucket'],
    ...['s3://key:%zz@host/bucket', 's3://key:secret@host/bucket/..%2f', 's3://key:secret@host/bucket#part', ''],
  ])('FILES_URL rejects %j', (text) => {
    expect(parseFilesUrl(text)).toBeUndefined();
  });
});
