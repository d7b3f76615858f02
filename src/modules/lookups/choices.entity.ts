import { Table } from '../../database/schema/table.js';
import { Int32, Name } from '../../record/fields.js';

/** The database numbers the next row after the largest id, so the ids that callers send leave room. */
const largestId = 1_000_000_000;

@Table('contact_statuses', { set: 'contact-statuses', noun: 'contact status', order: ['ContactStatusDesc'] })
export class ContactStatus {
  @Int32({ key: 'generated', max: largestId, example: 3 }) ContactStatusId!: number;
  @Name(200, { required: true, example: 'Client' }) ContactStatusDesc!: string;
}

@Table('source_types', { set: 'source-types', noun: 'source type', order: ['SourceTypeDesc'] })
export class SourceType {
  @Int32({ key: 'generated', max: largestId, example: 1 }) SourceTypeId!: number;
  @Name(200, { required: true, example: 'Referral' }) SourceTypeDesc!: string;
}

@Table('contact_categories', { set: 'contact-categories', noun: 'contact category', order: ['ContactCategoryName'] })
export class ContactCategory {
  @Int32({ key: 'generated', max: largestId, example: 1 }) ContactCategory!: number;
  @Name(200, { required: true, example: 'Educator' }) ContactCategoryName!: string;
}

@Table('jobs', { set: 'jobs', noun: 'job', order: ['JobName'] })
export class Job {
  @Int32({ key: 'generated', max: largestId, example: 1 }) JobID!: number;
  @Name(200, { required: true, example: 'Instruction' }) JobName!: string;
}
