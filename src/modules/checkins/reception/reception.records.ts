import { Flag, Guid, Int32, ListOf, Name, Phone, Text } from '../../../record/fields.js';
import type { Rows } from '../../../record/lists/list-options.js';
import { ResponseRecord } from '../../../record/response-status.js';

const mainStreet = 'a18d631ca3244bdb8e871c425bd24982';

/** A customer as far as a check-in needs. */
export class Customer {
  @Guid({ description: 'ContactGUID of the contact, for the check-in.' }) CustomerId!: Guid;
  @Text(401, { example: 'Maria Lopez' }) CustomerName!: string;
  @Text(4, { example: '0142', description: 'The last digits of the telephone number.' }) PhoneEnding!: string;
  @Guid({ description: "The customer's open visit of today at the location; empty: none." })
  OpenCheckInId!: Guid | null;
}

export class CustomersFilter {
  @Guid({ required: true, example: mainStreet, description: 'The location at which the customer checks in.' })
  LocationId!: Guid;
  @Text(100, {
    required: true,
    example: 'lop',
    description: 'At least three characters; it finds names and telephone numbers as in `GET /v1/Contacts`.',
  })
  Search!: string;
}

export class CustomersResponse extends ResponseRecord {
  @ListOf(() => Customer) Customers!: Rows<Customer>;
}

export class SelfCheckin {
  @Guid({ required: true, example: mainStreet, description: 'The location of the kiosk.' }) LocationId!: Guid;
  @Guid({ required: true, example: '4f472ca38340406e850da4d5bc31ef9b', description: 'An active line there.' })
  LineId!: Guid;
  @Phone(50, {
    required: true,
    example: '915 555 0142',
    description: 'Compared by its digits, with or without the prefix of the country.',
  })
  Phone!: string;
  @Name(100, { required: true, example: 'lopez', description: 'Compared without letter case and accents.' })
  LastName!: string;
  @Flag() SendReminders!: boolean;
}

export class SelfCheckinResponse extends ResponseRecord {
  @Guid({ description: 'The visit.' }) Id!: Guid;
  @Int32({ example: 3, description: 'From 1 in its line; called and served visits count too.' }) Position!: number;
  @Int32({ example: 20, description: 'Expected minutes until the customer is called.' }) WaitTime!: number;
  @Text(500, {
    example: 'https://agency.example.com/visit/0AAAAAAPSxyafm1cSzopEMh1',
    description: "The visit's page for the customer, until the end of the next business day. It needs no sign-in.",
  })
  VisitUrl!: string;
}
