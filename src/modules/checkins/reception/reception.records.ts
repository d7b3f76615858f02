import { Flag, Guid, Int32, Name, Phone, Text } from '../../../record/fields.js';
import { responseOf, ResponseRecord } from '../../../record/response-status.js';

const mainStreet = 'a18d631ca3244bdb8e871c425bd24982';

/** The fields of a customer that a check-in needs. */
export class Customer {
  @Guid({ description: 'ContactGUID of the contact: the CustomerId of a visit.' }) CustomerId!: Guid;
  @Name(401, { namesPerson: true, example: 'Maria Lopez' }) CustomerName!: string;
  @Text(4, { example: '0142', description: 'The last digits of the telephone number.' }) PhoneEnding!: string;
  @Guid({ description: 'Id of the open visit of the customer today at the location.' })
  OpenCheckInId!: Guid | null;
}

export class CustomersFilter {
  @Guid({ required: true, example: mainStreet, description: 'The location at which the customer checks in.' })
  LocationId!: Guid;
  @Text(100, {
    required: true,
    example: 'lop',
    description:
      'At least three letters or digits, like Search of `GET /v1/Contacts`, or a whole name of two letters or of one ' +
      'Chinese, Japanese or Korean character. Full names count with and without a space, in both orders. For a user ' +
      'who works at the location, a telephone number counts by its last three or four digits or as a whole, and an ' +
      'e-mail address as a whole.',
  })
  Search!: string;
}

export class CustomersResponse extends responseOf('Customers', Customer) {}

export class SelfCheckin {
  @Guid({ required: true, example: mainStreet, description: 'The location of the kiosk.' }) LocationId!: Guid;
  @Guid({
    example: '4f472ca38340406e850da4d5bc31ef9b',
    description: 'An active line of the location. Without it, the customer arrives for a booking of today.',
  })
  LineId!: Guid | null;
  @Phone(50, {
    example: '915 555 0142',
    description: 'Only the digits are compared, with or without the prefix of the country.',
  })
  Phone!: string;
  @Text(20, {
    example: '',
    description: 'The code of the booking, instead of Phone and LineId. Letter case and spaces are ignored.',
  })
  Code!: string;
  @Name(100, { required: true, example: 'lopez', description: 'Letter case and accents are ignored.' })
  LastName!: string;
  @Flag() SendReminders!: boolean;
}

export class SelfCheckinResponse extends ResponseRecord {
  @Guid({ description: 'Id of the visit.' }) Id!: Guid;
  @Text(8, { example: 'R12', description: 'The letter of the line and the number of the day.' }) Ticket!: string;
  @Int32({
    example: 3,
    description: 'Position in its line, from 1: called and served visits first, then in the order of the calls.',
  })
  Position!: number;
  @Int32({ title: 'Wait minutes', example: 20, description: 'Minutes until the call.' }) WaitTime!: number;
  @Text(500, {
    example: 'https://agency.example.com/visit/0AAAAAAPSxyafm1cSzopEMh1',
    description:
      'Address of the page of the visit for the customer. It needs no sign-in, and is valid until the end of the ' +
      'next business day.',
  })
  VisitUrl!: string;
}
