import { Conflict, NotFound } from '../../../errors/errors.js';
import { demoPassword } from '../../../demo/demo-password.js';
import { Endpoint, Input, Once, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { SentContent } from '../../../http/endpoint/files.js';
import { groups } from '../../../http/endpoint/groups.js';
import { HandlerResult } from '../../../http/endpoint/handler-result.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { RunOnce } from '../../../http/endpoint/request-context.js';
import type { BoundWith } from '../../../record/bind.js';
import { ContactRequest } from '../contacts.records.js';
import { type ErasedRecords, EraseRequest, EraseResponse, PersonFilter, PersonResponse } from './person.records.js';
import { PersonArchiveService } from './person-archive.service.js';
import { exportOf, PersonExportService } from './person-export.service.js';
import { PersonService } from './person.service.js';

type Named = BoundWith<ContactRequest & PersonFilter, 'ContactId'>;

const access = roles(Role.Administrator);

/** All that is stored about one person. No operation here is delegable, because scope does not limit what it reads. */
@Resource(groups.reports)
export class PersonController {
  constructor(
    private readonly person: PersonService,
    private readonly exports: PersonExportService,
    private readonly archive: PersonArchiveService,
  ) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Contacts/{ContactId}/Person',
    access,
    request: ContactRequest,
    query: PersonFilter,
    response: PersonResponse,
    summary: 'Export all data of a person',
    description:
      'Lists every value that is stored about the contact and about contacts that were merged into it, in all ' +
      'tables, the files and the audit; also smartsheet lines whose ClientName is the name of the contact. Leaves ' +
      'out unset fields. The audit records the export.',
    errors: [NotFound, Conflict],
  })
  async listPerson(@Input() { ContactId, WithSsn = false }: Named) {
    const held = await this.exports.of(ContactId, { withSsn: WithSsn });
    return new HandlerResult({ Person: this.exports.values(held) }, { exported: exportOf(ContactId) });
  }

  @Endpoint({
    verb: 'GET',
    path: '/v1/Contacts/{ContactId}/Person/Files',
    access,
    request: ContactRequest,
    query: PersonFilter,
    response: SentContent,
    file: 'content sent',
    summary: 'Download all data and files of a person',
    description:
      'Sends a ZIP file: `person.html` for reading, `person.json` with the same records as `agency person export`, ' +
      'and the files of the contact in the folder `files`, each named by its AttachmentId. The audit records this.',
    errors: [NotFound, Conflict],
  })
  async downloadPerson(@Input() { ContactId, WithSsn = false }: Named) {
    return this.archive.of(ContactId, { withSsn: WithSsn });
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/Contacts/{ContactId}/Erase',
    access,
    request: EraseRequest,
    response: EraseResponse,
    credential: {},
    transaction: 'once',
    summary: 'Erase a person',
    description:
      'Removes the identity and the answers of the contact and of contacts that were merged into it, cancels planned ' +
      'appointments and messages that wait, ends imports with the person in their files, and lists what was removed, ' +
      'what remains and why. This cannot be undone, and no import brings the person back. Earlier backups still ' +
      'contain the person: import the record set `contact-erasures` after a restore. 409 for a contact that is ' +
      'locked or has an open visit.',
    errors: [NotFound, Conflict],
    example: { OwnPassword: demoPassword, dryRun: true },
  })
  async erasePerson(
    @Input() { ContactId, dryRun = false }: BoundWith<EraseRequest, 'ContactId'>,
    @Once() once: RunOnce,
  ) {
    if (dryRun) return { Erased: await this.person.wouldErase(ContactId) };
    return (await this.person.eraseForGood(ContactId, once)) as { Erased: ErasedRecords[] };
  }
}
