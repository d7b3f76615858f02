import { DataSource } from 'typeorm';
import { ContactSearchService } from '../../../src/modules/contacts/search/contact-search.service.js';
import type { TestApp } from '../app/app.js';
import { addContacts } from './people.js';

/** `addManyContacts` adds this number of contacts in each of the area codes 305 and 480. */
export const half = 300;

/**
 * The ids begin at 100, the names at "Nobody 1000", and the telephone numbers at (305) 555-1500. The contacts of the
 * area code 305 belong to the agent `owner`, the others to no agent.
 */
export async function addManyContacts(app: TestApp, owner: number | null = null): Promise<void> {
  await addContacts(
    app,
    Array.from({ length: 2 * half }, (_, at) => ({
      ContactId: 100 + at,
      AgentId: at < half ? owner : null,
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

/**
 * Makes the search believe that every word and every scope has too many contacts to check all of them. It then checks
 * `step` contacts at a time. Ends with jest.restoreAllMocks.
 */
export function amongMany(app: TestApp, step = 2000): void {
  jest.replaceProperty(app.get(ContactSearchService), 'few', -1);
  jest.replaceProperty(app.get(ContactSearchService), 'step', step);
}
