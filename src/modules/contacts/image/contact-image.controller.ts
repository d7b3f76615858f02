import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import type { BoundWith } from '../../../record/bind.js';
import { Guid } from '../../../record/fields.js';
import type { ListOptions } from '../../../record/lists/list-options.js';
import { examplePicture } from '../../files/files.records.js';
import { ContactRequest, ContactsResponse } from '../contacts.records.js';
import { ContactsService } from '../contacts.service.js';
import { ContactImagesService } from './contact-images.service.js';

class ContactImageRequest extends ContactRequest {
  @Guid({ description: 'An uploaded picture.', example: examplePicture }) AttachmentId!: Guid;
}

const shared = { path: '/v1/Contacts/{ContactId}/Image', response: ContactsResponse, delegable: true } as const;

@Resource(groups.files)
export class ContactImageController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly images: ContactImagesService,
  ) {}

  @Endpoint({
    ...shared,
    verb: 'PUT',
    request: ContactImageRequest,
    summary: 'Set the image of a contact',
    description:
      'AttachmentId is a JPEG, PNG, GIF or WebP that you have uploaded (POST /v1/Files) or may read. It becomes the ' +
      'ContactImage, which callers who may read the contact download by GET /v1/Files/{AttachmentId}. The owner must ' +
      'be in scope. 409 for a contact that another agent has locked, and for the image of another contact.',
    example: { AttachmentId: examplePicture },
    errors: [NotFound, Forbidden, Conflict],
  })
  async setContactImage(
    @Input() { ContactId, AttachmentId }: BoundWith<ContactImageRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.images.set(caller, ContactId, AttachmentId);
    return { Contacts: [await this.contacts.read(caller, ContactId, options)] };
  }

  @Endpoint({
    ...shared,
    verb: 'DELETE',
    request: ContactRequest,
    summary: 'Remove the image of a contact',
    description:
      'Removes the file too, unless another record names it. If the contact has no image, the call changes nothing.',
    errors: [NotFound, Forbidden, Conflict],
  })
  async removeContactImage(
    @Input() { ContactId }: BoundWith<ContactRequest, 'ContactId'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    await this.images.remove(caller, ContactId);
    return { Contacts: [await this.contacts.read(caller, ContactId, options)] };
  }
}
