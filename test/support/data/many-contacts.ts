import { DataSource } from 'typeorm';
import { CommonContactsService } from '../../../src/modules/contacts/search/common-contacts.service.js';
import { ContactSearchService } from '../../../src/modules/contacts/search/contact-search.service.js';
import type { TestApp } from '../app/app.js';
import { addContacts } from './people.js';

/** `addManyContacts` adds this number of contacts in each of the area codes 305 and 480. */
export const half = 300;

/** The ids begin at 100, the names at "Nobody 1000", and the telephone numbers at (305) 555-1500. */
export async function addManyContacts(app: TestApp): Promise<void> {
  await addContacts(
    app,
    Array.from({ length: 2 * half }, (_, at) => ({
      ContactId: 100 + at,
      Name: `Nobody ${1000 + at}`,
      BusinessName: at % 2 === 0 ? 'Even' : 'Odd',
      Phone: `(${at < half ? 305 : 480}) 555-${1500 + at}`,
    })),
  );
}

/** Updates the statistics with which MariaDB plans queries. Otherwise MariaDB would update them after the test. */
export async function letServerKnow(app: TestApp): Promise<void> {
  await app.get(DataSource).query('ANALYZE TABLE contacts, contact_terms');
}

/** Makes the search believe that the database has a million contacts, too many to read all. */
export function amongMany(app: TestApp): void {
  const parts = app.get(ContactSearchService) as unknown as Record<'count' | 'seesFew', () => Promise<unknown>>;
  jest.spyOn(parts, 'count').mockResolvedValue(1e6);
  jest.spyOn(parts, 'seesFew').mockResolvedValue(false);
}

/** Like `amongMany`, with limits so low that the test's own contacts exceed them. */
export function amongThese(app: TestApp): void {
  amongMany(app);
  app.get(CommonContactsService).step = 50;
  Object.assign(app.get(ContactSearchService), { steps: 1, reach: 20 });
}
