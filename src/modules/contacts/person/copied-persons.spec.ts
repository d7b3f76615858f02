import { randomUUID } from 'node:crypto';
import type { DiscoveryService } from '@nestjs/core';
import { turnsOf } from '../../../../test/support/time/turns.js';
import type { Db } from '../../../database/db.js';
import { ContactShare } from '../contact-share.entity.js';
import { Contact } from '../contact.entity.js';
import { CopiedPersonsService } from './copied-persons.service.js';

it('gives others turns while it goes through many rows about a person', async () => {
  const none = { all: () => Promise.resolve([]), getProviders: () => [] };
  const copies = new CopiedPersonsService(none as unknown as Db, none as unknown as DiscoveryService);
  const rows = new Map(Array.from({ length: 50 }, (_, AgentId) => [randomUUID(), { ContactId: 1, AgentId }]));
  const held = [
    { entity: Contact, rows: new Map([['1', { ContactId: 1 }]]) },
    { entity: ContactShare, rows },
  ];
  const { result, turns } = await turnsOf(() => copies.find(held));
  expect(result).toEqual([]);
  expect(turns).toBeGreaterThan(40);
});
