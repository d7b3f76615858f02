import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { Endpoint, Input, Resource } from '../../../http/endpoint/endpoint.js';
import { groups } from '../../../http/endpoint/groups.js';
import { Conflict, Forbidden, NotFound } from '../../../errors/errors.js';
import type { BoundWith } from '../../../record/bind.js';
import { LineQuestionsRequest, LineQuestionsResponse, LineQuestion } from '../../lines/lines.records.js';
import { QuestionnairesService } from './questionnaires.service.js';
import { Guid, ListOf } from '../../../record/fields.js';

const shared = {
  path: '/v1/LineQuestions/Line/Questionnaire/{CustomerCheckInId}/{RO}',
  request: LineQuestionsRequest,
  response: LineQuestionsResponse,
} as const;
const example = { LineQuestions: [{ Id: 2, Answer: 'Yes' }] };
const writing = '409 if RO is true, or the visit is Completed or Cancelled.';

type SentAnswers = BoundWith<LineQuestionsRequest, 'CustomerCheckInId' | 'RO'>;

class VisitQuestionnaireRequest {
  @Guid({ required: true, example: 'd0000000000f4b1c9a7e6d5c4b3a2910' }) Id!: Guid;
  @ListOf(() => LineQuestion) LineQuestions!: LineQuestion[];
}

/**
 * What the operations on the questionnaire of a visit have in common. They need the same roles as the operations on
 * check-ins.
 */
const visit = {
  group: groups.frontDesk,
  path: '/v1/CustomerCheckins/{Id}/Questionnaire',
  request: VisitQuestionnaireRequest,
  response: LineQuestionsResponse,
} as const;
type OfVisit = BoundWith<VisitQuestionnaireRequest, 'Id'>;

@Resource(groups.lineQuestions)
export class QuestionnairesController {
  constructor(private readonly questionnaires: QuestionnairesService) {}

  @Endpoint({
    ...shared,
    verb: 'GET',
    delegable: true,
    summary: 'Read the questionnaire of a visit',
    description:
      'With RO true, lists the saved answers. With RO false, lists the active questions of the lines of the visit, ' +
      'with the answers that are already saved.',
    errors: [Forbidden, NotFound],
  })
  async readQuestionnaire(@Input() { CustomerCheckInId, RO }: SentAnswers, @Caller() caller: Principal) {
    return { LineQuestions: await this.questionnaires.read(caller, CustomerCheckInId, RO) };
  }

  @Endpoint({
    ...shared,
    verb: 'POST',
    delegable: true,
    summary: 'Answer the questionnaire of a visit by POST',
    description: `Does the same as PUT. ${writing}`,
    example,
    errors: [Forbidden, NotFound, Conflict],
  })
  async answerQuestionnaire(
    @Input() { CustomerCheckInId, RO, LineQuestions }: SentAnswers,
    @Caller() caller: Principal,
  ) {
    return { LineQuestions: await this.questionnaires.answer(caller, CustomerCheckInId, RO, LineQuestions) };
  }

  @Endpoint({
    ...shared,
    verb: 'PUT',
    delegable: true,
    summary: 'Answer the questionnaire of a visit',
    description: `Saves the sent answers. An unset Answer removes the saved answer. ${writing}`,
    example,
    errors: [Forbidden, NotFound, Conflict],
  })
  async updateQuestionnaire(
    @Input() { CustomerCheckInId, RO, LineQuestions }: SentAnswers,
    @Caller() caller: Principal,
  ) {
    return { LineQuestions: await this.questionnaires.answer(caller, CustomerCheckInId, RO, LineQuestions) };
  }

  @Endpoint({
    ...shared,
    verb: 'DELETE',
    delegable: true,
    summary: 'Clear the questionnaire of a visit',
    description: `Removes all answers of the visit and returns them. ${writing}`,
    errors: [Forbidden, NotFound, Conflict],
  })
  async clearQuestionnaire(@Input() { CustomerCheckInId, RO }: SentAnswers, @Caller() caller: Principal) {
    return { LineQuestions: await this.questionnaires.clear(caller, CustomerCheckInId, RO) };
  }

  @Endpoint({
    ...visit,
    verb: 'GET',
    delegable: true,
    summary: 'Read the active questions of a visit',
    description: 'Lists the active questions of the lines of the visit, with the answers that are already saved.',
    errors: [Forbidden, NotFound],
  })
  async readVisitQuestionnaire(@Input() { Id }: OfVisit, @Caller() caller: Principal) {
    return { LineQuestions: await this.questionnaires.read(caller, Id, false) };
  }

  @Endpoint({
    ...visit,
    verb: 'PUT',
    delegable: true,
    summary: 'Answer the active questions of a visit',
    description:
      'Saves the sent answers. An unset Answer removes the saved answer. 409 if the visit is Completed or Cancelled.',
    example: { LineQuestions: [{ Id: 1, Answer: 'Next summer' }] },
    errors: [Forbidden, NotFound, Conflict],
  })
  async answerVisit(@Input() { Id, LineQuestions }: OfVisit, @Caller() caller: Principal) {
    return { LineQuestions: await this.questionnaires.answer(caller, Id, false, LineQuestions) };
  }
}
