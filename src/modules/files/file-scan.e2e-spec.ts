import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { until } from '../../../test/support/time/until.js';
import { png } from '../../../test/support/data/files.js';

let app: TestApp;
let admin: { Authorization: string };
const folder = mkdtempSync(join(tmpdir(), 'agency-scan-'));
const program = join(folder, 'scan');

beforeEach(() => {
  // The program refuses files that contain its argument, `EICAR`. It fails if its environment has the secrets of the
  // service.
  writeFileSync(
    program,
    `#!/bin/sh
[ -z "$FIELD_KEY$JWT_SECRET" ] || exit 9
if /bin/grep -q "$1"; then exit 1; fi
[ ! -e "$0.broken" ] || exit 2
`,
  );
  chmodSync(program, 0o700);
  rmSync(`${program}.broken`, { force: true });
});
beforeAll(async () => {
  app = await startApp({ FILE_SCAN_COMMAND: `${program} EICAR` });
  admin = await app.as('Administrator');
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const send = (content: Buffer) => app.http.post('/v1/Files').set(admin).set('Content-Type', 'text/plain').send(content);
const stored = () => app.db.all(sql`SELECT f.AttachmentId FROM files f`);

it('accepts a file if FILE_SCAN_COMMAND ends with exit code 0', async () => {
  await send(png).expect(200);
  await send(Buffer.from('harmless '.repeat(50_000))).expect(200);
});

it('refuses a file if FILE_SCAN_COMMAND ends with exit code 1', async () => {
  const before = await stored();
  const { body } = await send(Buffer.from(`EICAR ${'x'.repeat(300_000)}`)).expect(400);
  expect(body.ResponseStatus.Message).toBe('The file was refused by the check for harmful content.');
  expect(await stored()).toEqual(before);
});

it('answers 503 to an upload and stores nothing if FILE_SCAN_COMMAND fails or is missing', async () => {
  const before = await stored();
  writeFileSync(`${program}.broken`, '');
  await send(Buffer.from('harmless')).expect(503);
  rmSync(program);
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const running = timers();
  await send(Buffer.from('harmless')).expect(503);
  await until(() => timers() <= running);
  expect(await stored()).toEqual(before);
});
