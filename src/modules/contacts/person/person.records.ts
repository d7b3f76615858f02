import { OwnPassword } from '../../../auth/accounts/credential.fields.js';
import { Flag, Int32, Text } from '../../../record/fields.js';
import { responseOf } from '../../../record/response-status.js';
import { jsonInWords } from '../../../record/writers/shown.js';
import { ContactRequest } from '../contacts.records.js';

export class PersonFilter {
  @Flag({ description: 'Sends all digits of the social security number. The audit records this.' }) WithSsn!: boolean;
}

/** One value of a record about a person. */
export class PersonValue {
  @Text(50, { example: 'contacts', description: 'The record set, or the table with hyphens.' }) Set!: string;
  @Text(200, { example: '42', description: 'The key of the record.' }) Key!: string;
  @Text(300, { example: 'LastName' }) Field!: string;
  @Text(16_000_000, { cell: jsonInWords, example: 'Lovelace' }) Value!: string;
}

export class PersonResponse extends responseOf('Person', PersonValue) {}

export class EraseRequest extends ContactRequest {
  @OwnPassword() OwnPassword!: string;
  @Flag({ description: 'Only lists what an erasure removes and keeps.' }) dryRun!: boolean;
}

const outcomes = ['Removed', 'Kept', 'Unchanged'] as const;

/** What an erasure does with the records of one set. */
export class ErasedRecords {
  @Text(50, { example: 'activities' }) Set!: string;
  @Int32({ example: 3 }) Records!: number;
  @Text(10, {
    enum: outcomes,
    example: 'Kept',
    description: '`Kept` records lose all values about the person; `Unchanged` records keep them.',
  })
  Outcome!: (typeof outcomes)[number];
  @Text(300, { example: 'agent, type and time of the activity', description: 'What remains, or why.' }) Reason!: string;
}

export class EraseResponse extends responseOf('Erased', ErasedRecords) {}
