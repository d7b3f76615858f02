import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import type { Principal } from '../../../auth/accounts/principal.js';
import { BusinessClock } from '../../../context/business-clock.js';
import { Db } from '../../../database/db.js';
import { Conflict, noSuch } from '../../../errors/errors.js';
import type { Guid } from '../../../record/fields.js';
import { FileNames } from '../../files/file-names.js';
import { FilesService } from '../../files/files.service.js';
import { Contact } from '../contact.entity.js';
import { ContactsService, present } from '../contacts.service.js';
import { ContactImageFile } from './contact-image.entity.js';

/**
 * A caller who may read a contact may read its image. ContactImage alone gives access to no file, because a client can
 * write any text into it: the file must also have a row in contact_images.
 */
@Injectable()
export class ContactImageNames extends FileNames {
  constructor(
    private readonly db: Db,
    private readonly contacts: ContactsService,
  ) {
    super();
  }

  naming(attachmentId: Sql): Sql {
    return sql`contact_images i JOIN contacts c ON c.ContactId = i.ContactId AND c.ContactImage = i.AttachmentId
      WHERE i.AttachmentId = ${attachmentId}`;
  }

  showsTo(caller: Principal, attachmentId: Guid): Promise<boolean> {
    return this.db.exists(sql`${this.naming(sql`${attachmentId}`)}
      AND ${present} AND ${this.contacts.within(caller, 'c')}`);
  }
}

/** Sets and removes the image of a contact. Call the methods inside a transaction. */
@Injectable()
export class ContactImagesService {
  constructor(
    private readonly db: Db,
    private readonly clock: BusinessClock,
    private readonly contacts: ContactsService,
    private readonly files: FilesService,
  ) {}

  /**
   * Throws NotFound, Forbidden, Invalid for a file that is no picture, and Conflict if the file is the image of another
   * contact or another agent has locked the contact.
   */
  async set(caller: Principal, contactId: number, attachmentId: Guid | null | undefined): Promise<void> {
    const contact = await this.claim(caller, contactId);
    const { AttachmentId } = await this.files.claim(caller, attachmentId, { picture: true });
    const known = await this.db.lockRow(ContactImageFile, { AttachmentId });
    if (known && known.ContactId !== contactId)
      throw new Conflict('The file is the image of another contact: upload it again.');
    if (!known) await this.db.insert(ContactImageFile, { AttachmentId, ContactId: contactId });
    await this.replace(contact, AttachmentId);
  }

  /** Throws NotFound, Forbidden, and Conflict if another agent has locked the contact. */
  async remove(caller: Principal, contactId: number): Promise<void> {
    await this.replace(await this.claim(caller, contactId), null);
  }

  private async claim(caller: Principal, contactId: number): Promise<Contact> {
    const contact = await this.contacts.claim(caller, contactId, this.clock.now());
    if (contact.Deleted) throw noSuch('contact', contactId);
    return contact;
  }

  /** Sets the image of the contact, or no image if `image` is null, and removes the files of the former images. */
  private async replace(contact: Contact, image: Guid | null): Promise<void> {
    await this.contacts.write([contact], { ContactImage: image });
    const files = await this.db.lock<ContactImageFile>(sql`SELECT i.AttachmentId AS AttachmentId,
      i.ContactId AS ContactId FROM contact_images i WHERE i.ContactId = ${contact.ContactId} ORDER BY i.AttachmentId`);
    const former = files.filter(({ AttachmentId }) => AttachmentId !== image);
    await this.db.removeAll(ContactImageFile, former);
    await this.files.release(former.map(({ AttachmentId }) => AttachmentId));
  }
}
