import { DataSource } from 'typeorm';
import { CommonContacts } from '../../src/modules/contacts/search/common-contacts.service.js';
import { ContactSearch } from '../../src/modules/contacts/search/contact-search.service.js';
import type { TestApp } from './app.js';
import { addContacts } from './people.js';

/** Number of contacts in each of the area codes 305 and 480. */
export const half = 300;

/** Contacts from 100 on, named Nobody 1000 and on, with the telephone numbers 305 555 1500 and on. */
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

/** Updates the statistics with which MariaDB plans queries; by itself it would update them later. */
export async function letServerKnow(app: TestApp): Promise<void> {
  await app.get(DataSource).query('ANALYZE TABLE contacts, contact_terms');
}

/** Simulates more contacts than a search can read. */
export function amongMany(app: TestApp): void {
  const parts = app.get(ContactSearch) as unknown as Record<'count' | 'seesFew', () => Promise<unknown>>;
  jest.spyOn(parts, 'count').mockResolvedValue(1e6);
  jest.spyOn(parts, 'seesFew').mockResolvedValue(false);
}

/** Limits a search to the test's contacts until mocks are restored. */
export function amongThese(app: TestApp): void {
  amongMany(app);
  app.get(CommonContacts).step = 50;
  Object.assign(app.get(ContactSearch), { steps: 1, reach: 20 });
}
