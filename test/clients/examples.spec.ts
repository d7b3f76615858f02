import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { receiveWebhook } from '../../clients/typescript/src/webhooks.js';

describe('portal', () => {
  const root = join(__dirname, '../..');
  const example = join(root, 'examples/portal');
  const page = readFileSync(join(root, 'docs/portal.md'), 'utf8');

  describe('the page about the portal', () => {
    it('docs/portal.md shows only code of the example, which a test builds and uses', () => {
      const sources = readdirSync(join(example, 'src')).map((name) => readFileSync(join(example, 'src', name), 'utf8'));
      const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
      expect(blocks.length).toBeGreaterThan(10);
      for (const block of blocks) expect([block, sources.some((text) => text.includes(block))]).toEqual([block, true]);
    });

    it('docs/portal.md names only existing files', () => {
      for (const [, path] of page.matchAll(/\]\(([^)#:]+)\)/g))
        expect([path, existsSync(join(root, 'docs', path))]).toEqual([path, true]);
    });
  });

  it('the example has the tools of the service, in the same versions', () => {
    const read = (folder: string): { devDependencies: Record<string, string> } =>
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(read(root).devDependencies).toMatchObject(read(example).devDependencies);
  });
});

describe('webhook client', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({
    type: 'visit.called',
    timestamp: '2026-11-23T12:00:00.0000000Z',
    data: { Record: 'Checkin', Id: '42', Operation: 'callNext', RequestId: 'r' },
  });

  function headersAt(at: Date): Record<string, string> {
    return {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
    };
  }

  it('receiveWebhook returns the event of a signed delivery, from plain headers and from Headers', () => {
    const headers = headersAt(new Date());
    for (const given of [headers, new Headers(headers)]) {
      const event = receiveWebhook(secret, given, body);
      expect(event.type).toBe('visit.called');
      expect(event.data.Id).toBe('42');
    }
  });

  it('receiveWebhook throws for another secret, another body and an old delivery', () => {
    const headers = headersAt(new Date());
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    expect(() => receiveWebhook(other, headers, body)).toThrow('No matching signature');
    expect(() => receiveWebhook(secret, headers, `${body} `)).toThrow('No matching signature');
    expect(() => receiveWebhook(secret, headersAt(new Date(Date.now() - 600_000)), body)).toThrow('too old');
  });
});
