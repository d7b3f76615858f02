import type { DataSource } from 'typeorm';
import { freshDatabase } from '../../../test/support/fresh-database.js';
import { cliSettings } from '../../../test/support/cli.js';
import { loadConfig } from '../../config/config.js';
import { SilentLogger } from '../connection/silent.logger.js';
import { adapterOf } from '../adapter-of.js';
import { FieldCipher } from '../sealed/field-cipher.js';
import { migrations } from './migrations/index.js';

interface Stored {
  ContactId: number;
  Sealed: string | null;
}

const before = 1764200005000;
const contacts = 1201;
const born = '1815-12-10T00:00:00.0000000';

/** What a contact had in clear: by turns both, the one, the other, an empty text, nothing. */
function clearOf(id: number): { DateOfBirth: string | null; address_line1: string | null } {
  return {
    DateOfBirth: id % 5 < 2 ? born : null,
    address_line1: [`${id} "Main" Street`, null, 'ü 1', '', null][id % 5],
  };
}

it('birth dates and streets that were in clear are encrypted, also when that is stopped half-way', async () => {
  const database = await freshDatabase();
  const config = loadConfig(cliSettings(database.url));
  const cipher = new FieldCipher(config);
  const adapter = adapterOf(config);
  const opened = (isWanted: (at: number) => boolean): Promise<DataSource> =>
    adapter
      .createDataSource({
        entities: [],
        migrations: migrations.filter(({ name }) => isWanted(Number(name.slice(-13)))),
        migrationsTransactionMode: 'each',
        logger: new SilentLogger(),
      })
      .initialize();

  const old = await opened((at) => at < before);
  await adapter.migrate(old);
  const rows = Array.from({ length: contacts }, (_, at) => at + 1).map((id) => ({ id, ...clearOf(id) }));
  for (let from = 0; from < contacts; from += 400) {
    const part = rows.slice(from, from + 400);
    await old.query(
      `INSERT INTO contacts (ContactId, DateOfBirth, address_line1) VALUES ${part.map(() => '(?, ?, ?)').join(', ')}`,
      part.flatMap(({ id, DateOfBirth, address_line1 }) => [id, DateOfBirth, address_line1]),
    );
  }
  await old.destroy();

  const dataSource = await opened(() => true);
  let left = 700;
  const unspied = cipher.encrypt.bind(cipher);
  const encrypt = jest.spyOn(FieldCipher.prototype, 'encrypt').mockImplementation((text, context) => {
    if (left-- > 0) return unspied(text, context);
    throw new Error('stopped');
  });
  await expect(adapter.migrate(dataSource)).rejects.toThrow('stopped');
  encrypt.mockRestore();
  await adapter.migrate(dataSource);

  const stored: Stored[] = await dataSource.query('SELECT * FROM contacts ORDER BY ContactId');
  expect(stored).toHaveLength(contacts);
  for (const row of stored) {
    expect(row).not.toHaveProperty('DateOfBirth');
    expect(row).not.toHaveProperty('address_line1');
    const clear = Object.entries(clearOf(row.ContactId)).filter(([, value]) => value !== null);
    const found = row.Sealed && (JSON.parse(cipher.decrypt(row.Sealed, `contacts.Sealed:${row.ContactId}`)) as object);
    expect(found).toEqual(clear.length === 0 ? null : Object.fromEntries(clear));
  }
  await dataSource.destroy();
  await database.drop();
});
