import { Injectable } from '@nestjs/common';
import { InjectRows, TableRows } from '../../database/table-rows.js';
import { ContactCategory, ContactStatus, Job, SourceType } from './choices.entity.js';

/** The statuses, source types, categories and jobs that a contact can have. */
@Injectable()
export class ChoicesService {
  constructor(
    @InjectRows(ContactStatus) readonly statuses: TableRows<ContactStatus>,
    @InjectRows(SourceType) readonly sources: TableRows<SourceType>,
    @InjectRows(ContactCategory) readonly categories: TableRows<ContactCategory>,
    @InjectRows(Job) readonly jobs: TableRows<Job>,
  ) {}
}
