import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { Endpoint, Input, Resource, roles } from '../../../http/endpoint/endpoint.js';
import { Role } from '../../../http/endpoint/roles.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import type { BoundWith } from '../../../record/bind.js';
import { LineQuestionsRequest, LineQuestionsResponse } from '../../lines/lines.records.js';
import { QuestionnairesService } from './questionnaires.service.js';

const shared = {
  path: '/v1/LineQuestions/Line/Questionnaire/{CustomerCheckInId}/{RO}',
  request: LineQuestionsRequest,
  response: LineQuestionsResponse,
} as const;
const example = { LineQuestions: [{ Id: 2, Answer: 'Yes' }] };
const writing = 'RO must be false, and the visit neither Completed nor Cancelled.';

type Sent = BoundWith<LineQuestionsRequest, 'CustomerCheckInId' | 'RO'>;

@Resource({ name: 'LineQuestions', title: 'Line questions', order: 6, access: roles(Role.Administrator) })
export class QuestionnairesController {
  constructor(private readonly questionnaires: QuestionnairesService) {}

  @Endpoint({
    ...shared,
    verb: 'GET',
    delegable: true,
    summary: 'Read the questionnaire of a visit',
    description:
      'RO true: the saved answers. RO false: the active questions of the lines of the visit with the answers so far.',
    errors: [Forbidden, NotFound],
  })
  async readQuestionnaire(@Input() { CustomerCheckInId, RO }: Sent, @Caller() caller: Principal) {
    return { LineQuestions: await this.questionnaires.read(caller, CustomerCheckInId, RO) };
  }

  @Endpoint({
    ...shared,
    verb: 'POST',
    delegable: true,
    summary: 'Answer the questionnaire of a visit by POST',
    description: `The same as PUT. ${writing}`,
    example,
    errors: [Forbidden, NotFound, Conflict],
  })
  async answerQuestionnaire(@Input() { CustomerCheckInId, RO, LineQuestions }: Sent, @Caller() caller: Principal) {
    return { LineQuestions: await this.questionnaires.answer(caller, CustomerCheckInId, RO, LineQuestions) };
  }

  @Endpoint({
    ...shared,
    verb: 'PUT',
    delegable: true,
    summary: 'Answer the questionnaire of a visit',
    description: `Saves the listed answers; an unset Answer takes a saved one back. ${writing}`,
    example,
    errors: [Forbidden, NotFound, Conflict],
  })
  async updateQuestionnaire(@Input() { CustomerCheckInId, RO, LineQuestions }: Sent, @Caller() caller: Principal) {
    return { LineQuestions: await this.questionnaires.answer(caller, CustomerCheckInId, RO, LineQuestions) };
  }

  @Endpoint({
    ...shared,
    verb: 'DELETE',
    delegable: true,
    summary: 'Clear the questionnaire of a visit',
    description: `Removes the answers of the visit and answers them. ${writing}`,
    errors: [Forbidden, NotFound, Conflict],
  })
  async clearQuestionnaire(@Input() { CustomerCheckInId, RO }: Sent, @Caller() caller: Principal) {
    return { LineQuestions: await this.questionnaires.clear(caller, CustomerCheckInId, RO) };
  }
}
