import { Conflict, NotFound } from '../../errors/errors.js';
import { Endpoint, Input, ListQuery, Resource, roles } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Role } from '../../http/endpoint/roles.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { SourceType, Job } from './choices.entity.js';
import { JobsResponse, SourceTypesResponse } from './choices.records.js';
import { ChoicesService } from './choices.service.js';

const writers = roles(Role.Administrator);
const source = { request: SourceType, response: SourceTypesResponse };
const job = { request: Job, response: JobsResponse };
const keyed = 'The service assigns the id, unless you send one: contacts may already have it.';

@Resource(groups.lookUps)
export class SourceTypesController {
  constructor(private readonly choices: ChoicesService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/SourceTypes',
    response: SourceTypesResponse,
    summary: 'List source types',
    description: 'Lists the source types of contacts by SourceTypeDesc.',
  })
  listSourceTypes(@ListQuery() options: ListOptions) {
    return { SourceTypes: this.choices.sources.list(options) };
  }

  @Endpoint({
    ...source,
    verb: 'GET',
    delegable: true,
    path: '/v1/SourceTypes/{SourceTypeId}',
    summary: 'Read a source type',
    errors: [NotFound],
    etag: SourceType,
  })
  async readSourceType(@Input() { SourceTypeId }: BoundWith<SourceType, 'SourceTypeId'>) {
    return { SourceTypes: [await this.choices.sources.read(SourceTypeId)] };
  }

  @Endpoint({
    ...source,
    access: writers,
    verb: 'POST',
    path: '/v1/SourceTypes',
    summary: 'Add a source type',
    description: keyed,
    example: { SourceTypeDesc: 'Newsletter' },
    errors: [Conflict],
  })
  async addSourceType(@Input() sent: Bound<SourceType>) {
    return { SourceTypes: [await this.choices.sources.addKeyed(sent)] };
  }

  @Endpoint({
    ...source,
    access: writers,
    verb: 'PUT',
    path: '/v1/SourceTypes/{SourceTypeId}',
    summary: 'Change a source type',
    description: 'All contacts with this SourceTypeId then have the new SourceTypeDesc.',
    example: { SourceTypeDesc: 'Referral' },
    errors: [NotFound],
  })
  async changeSourceType(@Input() { SourceTypeId, ...changes }: BoundWith<SourceType, 'SourceTypeId'>) {
    return { SourceTypes: [await this.choices.sources.change(SourceTypeId, changes)] };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Jobs',
    response: JobsResponse,
    summary: 'List jobs',
    description: 'Lists the jobs of contacts by JobName.',
  })
  listJobs(@ListQuery() options: ListOptions) {
    return { Jobs: this.choices.jobs.list(options) };
  }

  @Endpoint({
    ...job,
    verb: 'GET',
    delegable: true,
    path: '/v1/Jobs/{JobID}',
    summary: 'Read a job',
    errors: [NotFound],
    etag: Job,
  })
  async readJob(@Input() { JobID }: BoundWith<Job, 'JobID'>) {
    return { Jobs: [await this.choices.jobs.read(JobID)] };
  }

  @Endpoint({
    ...job,
    access: writers,
    verb: 'POST',
    path: '/v1/Jobs',
    summary: 'Add a job',
    description: keyed,
    example: { JobName: 'Transport' },
    errors: [Conflict],
  })
  async addJob(@Input() sent: Bound<Job>) {
    return { Jobs: [await this.choices.jobs.addKeyed(sent)] };
  }

  @Endpoint({
    ...job,
    access: writers,
    verb: 'PUT',
    path: '/v1/Jobs/{JobID}',
    summary: 'Change a job',
    description: 'All contacts with this JobID then have the new JobName.',
    example: { JobName: 'Instruction' },
    errors: [NotFound],
  })
  async changeJob(@Input() { JobID, ...changes }: BoundWith<Job, 'JobID'>) {
    return { Jobs: [await this.choices.jobs.change(JobID, changes)] };
  }
}

export class SourceTypeHistoryController extends HistoryOf(
  SourceTypesController,
  'readSourceType',
  'changeSourceType',
) {}
export class JobHistoryController extends HistoryOf(SourceTypesController, 'readJob', 'changeJob') {}
