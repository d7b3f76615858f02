import sql from 'sql-template-tag';
import { startApp, type TestApp } from '../../../../test/support/app/app.js';
import { addManyContacts, amongMany, half, letServerKnow } from '../../../../test/support/data/many-contacts.js';
import type { Principal } from '../../../auth/accounts/principal.js';
import { noOptions, type ListOptions, type ListResult } from '../../../record/lists/list-options.js';
import type { Contact } from '../contact.entity.js';
import { ContactSearchService } from './contact-search.service.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await addManyContacts(app);
  await letServerKnow(app);
});
afterAll(() => app.close());
afterEach(() => jest.restoreAllMocks());

/** The number of rows that the database server reads for a search and its total. */
const reads = (Search: string, take: number): Promise<number> =>
  app.db.tx(async () => {
    const status = sql`SHOW SESSION STATUS LIKE 'Handler_read%'`;
    const read = async (): Promise<number> =>
      (await app.db.all<{ Value: string }>(status)).reduce((sum, { Value }) => sum + Number(Value), 0);
    const before = await read();
    const options: ListOptions = { ...noOptions, take, total: true };
    const found = await app.get(ContactSearchService).list({ isAdministrator: true } as Principal, { Search }, options);
    const { rows, total } = found as ListResult<Contact>;
    await rows.open();
    await total();
    return (await read()) - before;
  });

it.each([
  ['305', 1],
  ['nobody even', 50],
])('reads only the index rows of the search %s if there are many contacts', async (text, take) => {
  amongMany(app);
  expect(await reads(text, take)).toBeLessThan(15 * half);
});
