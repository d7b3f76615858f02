import { NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { Role } from '../../../http/endpoint/roles.js';
import type { BoundWith } from '../../../record/bind.js';
import { PreviewRequest, PreviewResponse, TemplatesResponse } from '../messages.records.js';
import { MessageTemplate } from './message-template.entity.js';
import { TemplatesService } from './templates.service.js';

const byKind = '/v1/MessageTemplates/{Kind}';
const common = { request: MessageTemplate, response: TemplatesResponse, access: roles(Role.Administrator) } as const;

@Resource(groups.messages)
export class TemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  @Endpoint({
    ...common,
    verb: 'GET',
    path: byKind,
    summary: 'Read the wording of a kind of message',
    description: 'Returns the wording in each language, and the names of the values that it can show.',
  })
  async readMessageTemplate(@Input() { Kind }: BoundWith<MessageTemplate, 'Kind'>) {
    return { MessageTemplates: await this.templates.list(Kind) };
  }

  @Endpoint({
    ...common,
    verb: 'PUT',
    path: byKind,
    summary: 'Change the wording of a kind of message',
    description:
      'Changes the parts that you send, in one language (MESSAGE_LANGUAGE by default). `[[Name]]` shows a value; ' +
      '`[[#Place]]…[[/Place]]` shows the text between the tags only if Place has a value. If all parts are empty, ' +
      'the service uses its own wording again.',
    example: { Language: 'en', Short: 'Your appointment with [[Agent]]: [[Start]]' },
  })
  async changeMessageTemplate(@Input() sent: BoundWith<MessageTemplate, 'Kind'>) {
    return { MessageTemplates: await this.templates.change(sent) };
  }

  @Endpoint({
    verb: 'POST',
    path: `${byKind}/Preview`,
    request: PreviewRequest,
    response: PreviewResponse,
    access: roles(Role.Administrator),
    summary: 'Preview a message about a record',
    description: 'Fills the wording that you send, or the wording in use, from a record. Nothing is sent or stored.',
    errors: [NotFound],
    example: { Language: 'en', RecordId: '1' },
  })
  async previewMessageTemplate(@Input() sent: BoundWith<PreviewRequest, 'Kind'>) {
    return { Preview: [await this.templates.preview(sent)] };
  }
}
