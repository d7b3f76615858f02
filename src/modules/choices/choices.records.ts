import { ListOf } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { ResponseRecord } from '../../record/response-status.js';
import { ContactCategory, ContactStatus, Job, SourceType } from './choices.entity.js';

export class ContactStatusesResponse extends ResponseRecord {
  @ListOf(() => ContactStatus) ContactStatuses!: Rows<ContactStatus>;
}

export class SourceTypesResponse extends ResponseRecord {
  @ListOf(() => SourceType) SourceTypes!: Rows<SourceType>;
}

export class ContactCategoriesResponse extends ResponseRecord {
  @ListOf(() => ContactCategory) ContactCategories!: Rows<ContactCategory>;
}

export class JobsResponse extends ResponseRecord {
  @ListOf(() => Job) Jobs!: Rows<Job>;
}
