import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Endpoint, ListQuery, Input, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { Question as QuestionRow } from './line.entity.js';
import { LineQuestionsRequest, LineQuestionsResponse } from './lines.records.js';
import { LineQuestionsService } from './line-questions.service.js';

const removal = 'A question with answers becomes inactive instead. Returns the affected questions.';
type Request = Bound<LineQuestionsRequest>;
const records = { delegable: true, request: LineQuestionsRequest, response: LineQuestionsResponse } as const;
const removing = { ...records, verb: 'DELETE', errors: [Forbidden, NotFound] } as const;
const change = {
  ...records,
  path: '/v1/LineQuestions/{Id}',
  example: { LineQuestions: [{ Question: 'Did you bring your last statement?' }] },
  errors: [Forbidden, NotFound, Conflict],
} as const;
type Question = BoundWith<LineQuestionsRequest, 'Id'>;
type OfLine = BoundWith<LineQuestionsRequest, 'LineId'>;

@Resource(groups.lineQuestions)
export class LineQuestionsController {
  constructor(private readonly questions: LineQuestionsService) {}

  @Endpoint({
    ...records,
    verb: 'GET',
    path: '/v1/LineQuestions',
    summary: 'List line questions',
    description: 'Lists all questions by LineId and Id, including retired ones.',
  })
  listLineQuestions(@Input() _: Request, @Caller() caller: Principal, @ListQuery() options: ListOptions) {
    return { LineQuestions: this.questions.list(caller, options) };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    path: '/v1/LineQuestions/{Id}',
    summary: 'Read a line question',
    errors: [Forbidden, NotFound],
    etag: QuestionRow,
  })
  async readLineQuestion(@Input() { Id }: Question, @Caller() caller: Principal) {
    return { LineQuestions: [await this.questions.read(caller, Id)] };
  }

  @Endpoint({
    ...records,
    verb: 'GET',
    path: '/v1/LineQuestions/Line/{LineId}',
    summary: 'List the questions of a line',
    errors: [Forbidden, NotFound],
  })
  async listQuestionsOfLine(
    @Input() { LineId }: OfLine,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { LineQuestions: await this.questions.ofLine(caller, LineId, options) };
  }

  @Endpoint({
    ...records,
    verb: 'POST',
    path: '/v1/LineQuestions',
    also: { path: '/v1/LineQuestions/Line/{LineId}', id: 'createQuestionsOfLine', summary: 'Add questions to a line' },
    summary: 'Add line questions',
    description:
      'Ids must be 0 or absent. LineId defaults to the LineId of the path. A question already active on the line: 409.',
    example: {
      LineQuestions: [{ LineId: '4f472ca38340406e850da4d5bc31ef9b', Question: 'Did you bring your last statement?' }],
    },
    errors: [Forbidden, NotFound, Conflict],
  })
  async createLineQuestions(@Input() { LineId, LineQuestions }: Request, @Caller() caller: Principal) {
    return { LineQuestions: await this.questions.create(caller, { LineId }, LineQuestions) };
  }

  @Endpoint({ ...change, verb: 'POST', summary: 'Change a line question by POST', description: 'Works like PUT.' })
  async changeLineQuestion(@Input() { Id, LineQuestions }: Question, @Caller() caller: Principal) {
    return { LineQuestions: await this.questions.update(caller, { Id }, LineQuestions) };
  }

  @Endpoint({
    ...change,
    verb: 'PUT',
    summary: 'Change a line question',
    description: 'LineQuestions contains exactly this question, with the fields to change.',
  })
  async updateLineQuestion(@Input() { Id, LineQuestions }: Question, @Caller() caller: Principal) {
    return { LineQuestions: await this.questions.update(caller, { Id }, LineQuestions) };
  }

  @Endpoint({
    ...records,
    verb: 'PUT',
    path: '/v1/LineQuestions',
    also: {
      path: '/v1/LineQuestions/Line/{LineId}',
      id: 'updateQuestionsOfLine',
      summary: 'Change the questions of a line',
    },
    summary: 'Change line questions',
    description: 'Changes only the listed questions, and only the fields that you send.',
    example: { LineQuestions: [{ Id: 4, Active: false }] },
    errors: [Forbidden, NotFound, Conflict],
  })
  async updateLineQuestions(@Input() { LineId, LineQuestions }: Request, @Caller() caller: Principal) {
    return { LineQuestions: await this.questions.update(caller, { LineId }, LineQuestions) };
  }

  @Endpoint({
    ...removing,
    path: '/v1/LineQuestions/{Id}',
    summary: 'Remove a line question',
    description: removal,
  })
  async removeLineQuestion(@Input() { Id }: Question, @Caller() caller: Principal) {
    return { LineQuestions: await this.questions.removeOne(caller, Id) };
  }

  @Endpoint({
    ...removing,
    path: '/v1/LineQuestions',
    uses: ['Id'],
    summary: 'Remove line questions',
    description: `Removes only the listed Ids. ${removal}`,
    example: { LineQuestions: [{ Id: 4 }] },
  })
  async removeLineQuestions(@Input() { LineQuestions }: Request, @Caller() caller: Principal) {
    return { LineQuestions: await this.questions.removeListed(caller, LineQuestions) };
  }

  @Endpoint({
    ...removing,
    path: '/v1/LineQuestions/Line/{LineId}',
    summary: 'Remove all questions of a line',
    description: removal,
  })
  async removeQuestionsOfLine(@Input() { LineId }: OfLine, @Caller() caller: Principal) {
    return { LineQuestions: await this.questions.removeOfLine(caller, LineId) };
  }
}

export class LineQuestionHistoryController extends HistoryOf(
  LineQuestionsController,
  'readLineQuestion',
  'updateLineQuestion',
) {}
