import { languages, type Language } from '../../../config/settings/messages.js';
import { Table } from '../../../database/schema/table.js';
import { Text } from '../../../record/fields.js';
import { kinds, type Kind } from '../message-kinds.js';

/** The agency's wording of a kind of message. Without it, the service uses a default wording. */
@Table('message_templates', { set: 'message-templates' })
export class MessageTemplate {
  @Text(40, { key: true, enum: kinds, example: 'AppointmentMade' }) Kind!: Kind;
  @Text(5, { key: true, enum: languages, example: 'en' }) Language!: Language;
  @Text(200, { example: 'Your appointment on [[Start]]', description: 'Subject of the mail.' }) Subject!: string;
  @Text(4000, {
    example:
      'Hello [[Name]],\n\nyou have an appointment with [[Agent]] on [[Start]].\n\n' +
      '[[#Line]][[Line]], [[Location]]. Code: [[Code]][[/Line]]\n\n' +
      '[[#Link]]To move or cancel it, or to say that you are here:\n[[Link]][[/Link]]',
    description: 'Text of the mail. An empty line begins a paragraph; a line that is an address becomes a link.',
  })
  Body!: string;
  @Text(500, { example: 'Your appointment with [[Agent]]: [[Start]]', description: 'Text message.' }) Short!: string;
}
