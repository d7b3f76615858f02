import { DateTime, Guid, Text } from '../../../record/fields.js';
import { OwnPassword } from '../../../auth/accounts/credential.fields.js';
import { responseOf } from '../../../record/response-status.js';

export class CalendarRequest {
  @OwnPassword() OwnPassword!: string;
}

/** The data of a calendar address, without the address itself and its token. */
export class Calendar {
  @Guid({ description: 'KeyId of the address in the list of your API keys.' }) KeyId!: Guid;
  @DateTime() CreatedAt!: DateTime;
  @DateTime({ description: 'Time when a calendar program last read the calendar, to the minute.' })
  LastUsedAt!: DateTime | null;
}

class CalendarWithAddress extends Calendar {
  @Text(500, {
    secret: true,
    description: 'Address for Outlook, Google or Apple Calendar. No later response shows it.',
  })
  Address!: string;
}

export class CalendarMadeResponse extends responseOf('Calendar', CalendarWithAddress) {}

export class CalendarResponse extends responseOf('Calendar', Calendar) {}
