import { dirname, join } from 'node:path';
import sql from 'sql-template-tag';
import { agency, cliSettings } from '../../../test/support/processes/cli.js';
import { serverCertificate } from '../../../test/support/database/scratch-db.js';
import { freshDatabase } from '../../../test/support/database/fresh-database.js';
import { loadConfig } from '../../config/config.js';
import { openDatabase } from '../start/connect.js';

describe('TLS to the server', () => {
  const ca = serverCertificate;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  /** Returns DATABASE_URL with this host name and these parameters. */
  function urlWith(parameters: Record<string, string>, host = 'localhost'): string {
    const url = new URL(database.url);
    url.hostname = host;
    url.search = new URLSearchParams(parameters).toString();
    return url.toString();
  }

  async function cipherOf(url: string): Promise<string> {
    const { db } = await openDatabase(loadConfig(cliSettings(url)));
    const status = await db.one<{ Value: string }>(sql`SHOW SESSION STATUS LIKE 'Ssl_cipher'`);
    await db.close();
    return status!.Value;
  }

  it.each(['localhost', '127.0.0.1'])('connects by TLS with %s if the CA signed the certificate', async (host) => {
    expect(await cipherOf(urlWith({ 'ssl-ca': ca }, host))).toMatch(/^TLS_/);
    expect(await cipherOf(urlWith({}, host))).toBe('');
  });

  it('refuses a server whose certificate was signed by another or an unknown CA', async () => {
    await expect(cipherOf(urlWith({ 'ssl-ca': join(dirname(ca), 'other.pem') }))).rejects.toThrow(/certificate/);
    await expect(cipherOf(urlWith({ ssl: 'true' }))).rejects.toThrow(/certificate/);
  });

  it("names the fault of the server's certificate in the error", async () => {
    const refused = async (url: string): Promise<string> => (await agency(['migrate'], cliSettings(url))).stderr;
    const other = urlWith({ 'ssl-ca': join(dirname(ca), 'other.pem') });
    expect(await refused(other)).toMatch(/^error: The encrypted connection .* ssl-ca does not have the authority/);
    expect(await refused(urlWith({ 'ssl-ca': ca }, '127.1'))).toMatch(/^error: .* is for another name\./);
  });

  it('refuses a server whose certificate has another host name', async () => {
    // The resolver maps this name to 127.0.0.1.
    await expect(cipherOf(urlWith({ 'ssl-ca': ca }, '127.1'))).rejects.toThrow(/altnames/);
  });

  it('`agency doctor` reports whether the connection is encrypted', async () => {
    expect((await agency(['doctor'], cliSettings(urlWith({ 'ssl-ca': ca })))).stdout).toMatch(
      /^ok {4}The connection to the database is encrypted \(TLS_\w+\)\.$/m,
    );
    expect((await agency(['doctor'], cliSettings(urlWith({})))).stdout).toMatch(
      /^ok {4}The connection to the database is not encrypted, and stays on this machine\.$/m,
    );
  });
});
