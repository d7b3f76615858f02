import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import { Endpoint, Input, Resource } from '../../../http/endpoint/endpoint.js';
import type { BoundWith } from '../../../record/bind.js';
import { Guid, ListOf } from '../../../record/fields.js';
import { LineQuestion, LineQuestionsResponse } from '../../lines/lines.records.js';
import { frontDesk } from '../../lines/setup/front-desk.js';
import { QuestionnairesService } from './questionnaires.service.js';

class VisitQuestionnaireRequest {
  @Guid({ required: true, example: 'd0000000000f4b1c9a7e6d5c4b3a2910' }) Id!: Guid;
  @ListOf(() => LineQuestion) LineQuestions!: LineQuestion[];
}

const shared = {
  path: '/v1/CustomerCheckins/{Id}/Questionnaire',
  request: VisitQuestionnaireRequest,
  response: LineQuestionsResponse,
} as const;
type Sent = BoundWith<VisitQuestionnaireRequest, 'Id'>;

/** The questionnaire as the front desk asks it. */
@Resource(frontDesk)
export class VisitQuestionnaireController {
  constructor(private readonly questionnaires: QuestionnairesService) {}

  @Endpoint({
    ...shared,
    verb: 'GET',
    delegable: true,
    summary: 'Read what a visit is asked',
    description: 'The active questions of the lines of the visit with the answers so far.',
    errors: [Forbidden, NotFound],
  })
  async readVisitQuestionnaire(@Input() { Id }: Sent, @Caller() caller: Principal) {
    return { LineQuestions: await this.questionnaires.read(caller, Id, false) };
  }

  @Endpoint({
    ...shared,
    verb: 'PUT',
    delegable: true,
    summary: 'Answer what a visit is asked',
    description:
      'Saves the listed answers; an unset Answer takes a saved one back. Not of a visit that is Completed or ' +
      'Cancelled.',
    example: { LineQuestions: [{ Id: 1, Answer: 'Next summer' }] },
    errors: [Forbidden, NotFound, Conflict],
  })
  async answerVisit(@Input() { Id, LineQuestions }: Sent, @Caller() caller: Principal) {
    return { LineQuestions: await this.questionnaires.answer(caller, Id, false, LineQuestions) };
  }
}
