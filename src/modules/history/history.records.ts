import { DateTime, Int64, ListOf, Name, Text } from '../../record/fields.js';
import { jsonInWords } from '../../record/writers/shown.js';
import { responseOf } from '../../record/response-status.js';

const value = {
  nullable: true,
  cell: jsonInWords,
  description: 'The value as text, in the form that responses send; null: unset.',
} as const;

export class FieldChange {
  @Text(100, { example: 'Phone' }) Field!: string;
  @Text(16_000_000, { ...value, example: '505-555-0142' }) From!: string | null;
  @Text(16_000_000, { ...value, example: '505-555-0143' }) To!: string | null;
}

/** A call that changed a record, or that read its SSN in full. */
export class HistoryEntry {
  @DateTime() At!: DateTime;
  @Text(206, {
    description: '`kiosk:` and the location for a kiosk. Empty for the service itself and the command line.',
  })
  UserName!: string;
  @Name(200, {
    description: 'The name of the user, or of the location of the kiosk. Empty for the service itself.',
    example: 'Daniel Reyes',
  })
  Name!: string;
  @Text(100, { example: 'changeContact' }) Operation!: string;
  @Text(100) RequestId!: string;
  @Int64({ description: 'Identifies the change: POST …/History/{AuditId}/Revert undoes it.', example: 1_000_000 })
  AuditId!: Int64;
  @ListOf(() => FieldChange, {
    spread: true,
    description:
      'The fields that the record shows. Secrets, SSNs, and personal values of a person who was erased, are `***`. ' +
      'Empty if the call changed very many records.',
  })
  Changes!: FieldChange[];
}

export class HistoryResponse extends responseOf('History', HistoryEntry) {}

/** The field that every Revert request has in addition to the key fields of the record. */
export class RevertedEntry {
  @Int64({ example: 1_000_000, description: 'AuditId of the change in the history of the record.' }) AuditId!: Int64;
}
