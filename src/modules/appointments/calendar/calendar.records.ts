import { DateTime, Guid, ListOf, Text } from '../../../record/fields.js';
import type { Rows } from '../../../record/lists/list-options.js';
import { OwnPassword } from '../../../auth/accounts/credential.fields.js';
import { ResponseRecord } from '../../../record/response-status.js';

export class CalendarRequest {
  @OwnPassword() OwnPassword!: string;
}

/** A calendar address without its secret. */
export class Calendar {
  @Guid({ description: 'The KeyId among the API keys of the user.' }) KeyId!: Guid;
  @DateTime() CreatedAt!: DateTime;
  @DateTime({ description: 'To the minute.' }) LastUsedAt!: DateTime | null;
}

class CalendarWithAddress extends Calendar {
  @Text(500, { secret: true, description: 'For Outlook, Google or Apple Calendar. Cannot be read again.' })
  Address!: string;
}

export class CalendarMadeResponse extends ResponseRecord {
  @ListOf(() => CalendarWithAddress) Calendar!: Rows<CalendarWithAddress>;
}

export class CalendarResponse extends ResponseRecord {
  @ListOf(() => Calendar) Calendar!: Rows<Calendar>;
}
