import { Endpoint, ListQuery, Input, Resource, roles } from '../../http/endpoint/endpoint.js';
import { Role } from '../../http/endpoint/roles.js';
import { Conflict, NotFound } from '../../errors/errors.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/list-options.js';
import { LineQuestionsRequest, LineQuestionsResponse } from './lines.records.js';
import { LineQuestionsService } from './line-questions.service.js';

const removal = 'A question that has answers becomes inactive instead. Answers the affected questions.';
const records = { request: LineQuestionsRequest, response: LineQuestionsResponse };

type Question = BoundWith<LineQuestionsRequest, 'Id'>;
type OfLine = BoundWith<LineQuestionsRequest, 'LineId'>;

@Resource({ name: 'LineQuestions', title: 'Line questions', order: 6, access: roles(Role.Administrator) })
export class LineQuestionsController {
  constructor(private readonly questions: LineQuestionsService) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    path: '/v1/LineQuestions',
    filters: ['Id', 'LineId'],
    summary: 'List line questions',
    description: 'All questions by LineId and Id, retired ones included.',
  })
  listLineQuestions(@Input() { Id, LineId }: Bound<LineQuestionsRequest>, @ListQuery() options: ListOptions) {
    return { LineQuestions: this.questions.list({ Id, LineId }, options) };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    path: '/v1/LineQuestions/{Id}',
    summary: 'Read a line question',
    errors: [NotFound],
    etag: true,
  })
  async readLineQuestion(@Input() { Id }: Question) {
    return { LineQuestions: [await this.questions.read(Id)] };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    path: '/v1/LineQuestions/Line/{LineId}',
    summary: 'List the questions of a line',
    errors: [NotFound],
  })
  async listQuestionsOfLine(@Input() { LineId }: OfLine, @ListQuery() options: ListOptions) {
    return { LineQuestions: await this.questions.ofLine(LineId, options) };
  }

  @Endpoint({
    ...records,
    verb: 'POST',
    path: ['/v1/LineQuestions', '/v1/LineQuestions/Line/{LineId}'],
    summary: 'Add line questions',
    description:
      'Ids are 0 or absent. The LineId of the path fills blanks. The same active question twice on a line: 409.',
    example: {
      LineQuestions: [{ LineId: '4f472ca38340406e850da4d5bc31ef9b', Question: 'Did you bring your last statement?' }],
    },
    errors: [NotFound, Conflict],
  })
  async createLineQuestions(@Input() { LineId, LineQuestions }: Bound<LineQuestionsRequest>) {
    return { LineQuestions: await this.questions.create({ LineId }, LineQuestions) };
  }

  @Endpoint({
    ...records,
    verb: 'POST',
    path: '/v1/LineQuestions/{Id}',
    summary: 'Change a line question',
    description: 'The same as PUT.',
    example: { LineQuestions: [{ Question: 'Did you bring your last statement?' }] },
    errors: [NotFound, Conflict],
  })
  async changeLineQuestion(@Input() { Id, LineQuestions }: Question) {
    return { LineQuestions: await this.questions.update({ Id }, LineQuestions) };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path: '/v1/LineQuestions/{Id}',
    summary: 'Change a line question',
    description: 'LineQuestions holds that one, and of it what is to be changed.',
    example: { LineQuestions: [{ Question: 'Did you bring your last statement?' }] },
    errors: [NotFound, Conflict],
  })
  async updateLineQuestion(@Input() { Id, LineQuestions }: Question) {
    return { LineQuestions: await this.questions.update({ Id }, LineQuestions) };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path: ['/v1/LineQuestions', '/v1/LineQuestions/Line/{LineId}'],
    summary: 'Change line questions',
    description: 'The listed ones only, and of them what is sent.',
    example: { LineQuestions: [{ Id: 12, Active: false }] },
    errors: [NotFound, Conflict],
  })
  async updateLineQuestions(@Input() { LineId, LineQuestions }: Bound<LineQuestionsRequest>) {
    return { LineQuestions: await this.questions.update({ LineId }, LineQuestions) };
  }

  @Endpoint({
    ...records,
    verb: 'DELETE',
    path: '/v1/LineQuestions/{Id}',
    summary: 'Remove a line question',
    description: removal,
    errors: [NotFound],
  })
  async removeLineQuestion(@Input() { Id }: Question) {
    return { LineQuestions: await this.questions.removeOne(Id) };
  }

  @Endpoint({
    ...records,
    verb: 'DELETE',
    path: '/v1/LineQuestions',
    summary: 'Remove line questions',
    description: `The listed Ids only. ${removal}`,
    example: { LineQuestions: [{ Id: 12 }] },
    errors: [NotFound],
  })
  async removeLineQuestions(@Input() { LineQuestions }: Bound<LineQuestionsRequest>) {
    return { LineQuestions: await this.questions.removeListed(LineQuestions) };
  }

  @Endpoint({
    ...records,
    verb: 'DELETE',
    path: '/v1/LineQuestions/Line/{LineId}',
    summary: 'Remove all questions of a line',
    description: removal,
    errors: [NotFound],
  })
  async removeQuestionsOfLine(@Input() { LineId }: OfLine) {
    return { LineQuestions: await this.questions.removeOfLine(LineId) };
  }
}
