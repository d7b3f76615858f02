import { languages } from '../../config/settings/messages.js';
import { Flag, Int64, ListOf, Text } from '../../record/fields.js';
import { text } from '../../record/field-types.js';
import { responseOf } from '../../record/response-status.js';
import { ListedMessage } from './message.entity.js';
import { MessageTemplate } from './templates/message-template.entity.js';

export class ResendRequest {
  @Int64({ required: true, example: 1 }) MessageId!: Int64;
}

export class CancelRequest {
  @Int64({ required: true, example: 2 }) MessageId!: Int64;
}

export class MessagesResponse extends responseOf('Messages', ListedMessage) {}

/** The wording in use, and the names of the values that it can show. */
export class UsedTemplate extends MessageTemplate {
  @ListOf(text(20), { description: 'Names of values, for `[[…]]`.' }) Fields!: readonly string[];
  @Flag({ description: "true: the service's own wording, because the agency has no valid one." }) IsDefault!: boolean;
}

export class TemplatesResponse extends responseOf('MessageTemplates', UsedTemplate) {}

export class PreviewRequest extends MessageTemplate {
  @Text(64, {
    required: true,
    example: '1',
    description:
      'Key of the record: Id of a visit, AppointmentId, SurveyGuid, SlotDistrictApprovalID or UserId. ' +
      'For Subject, Body and Short that you do not send, the wording in use is shown.',
  })
  RecordId!: string;
}

export class Preview {
  @Text(5, { enum: languages }) Language!: string;
  @Text(1000) Subject!: string;
  @Text(16_000) Text!: string;
  @Text(100_000) Html!: string;
  @Text(2000) Short!: string;
}

export class PreviewResponse extends responseOf('Preview', Preview) {}
