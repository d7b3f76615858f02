import { Injectable } from '@nestjs/common';
import sql, { join } from 'sql-template-tag';
import { Db } from '../../../database/db.js';
import type { Upserted } from '../../../database/rows/upsert.js';
import { TableSet } from '../../../sets/table-set.js';
import { ContactErasure } from './contact-erasure.entity.js';
import { PersonService } from './person.service.js';

/**
 * The list of erased contacts. An export is kept apart from backups. An import after a restore erases again each
 * contact that the database still has.
 */
@Injectable()
export class ErasuresRecordSet extends TableSet<ContactErasure> {
  override readonly sensitive = 'erases contacts';
  override readonly cannotUndo = 'cannot be undone: erased values are gone.';

  constructor(
    db: Db,
    private readonly person: PersonService,
  ) {
    super(db, 'contact-erasures', ContactErasure);
  }

  /** Stores new erasures, and erases their contacts. Throws Conflict if one is locked or has an open visit. */
  override async save(sent: readonly Partial<ContactErasure>[]): Promise<Upserted> {
    const added = await this.person.listErased(sent);
    if (added.length > 0) await this.eraseContacts(added);
    return { inserted: added.length, updated: 0 };
  }

  private async eraseContacts(erasures: readonly Partial<ContactErasure>[]): Promise<void> {
    const guids = join(erasures.map(({ ContactGUID }) => ContactGUID!));
    // A contact that was merged into another one is erased together with that one.
    const found = await this.db.all<{ ContactId: number }>(sql`SELECT c.ContactId AS ContactId FROM contacts c
      WHERE c.ContactGUID IN (${guids}) AND NOT EXISTS (SELECT 1 FROM contact_merges m
        JOIN contacts k ON k.ContactId = m.ContactId JOIN contact_erasures e ON e.ContactGUID = k.ContactGUID
        WHERE m.MergedContactId = c.ContactId) ORDER BY c.ContactId`);
    for (const { ContactId } of found) await this.person.erase(ContactId);
  }
}
