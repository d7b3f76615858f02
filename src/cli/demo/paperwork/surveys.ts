import { GiftCardReward } from '../../../modules/surveys/gift-card-reward.entity.js';
import { SurveyAnswer } from '../../../modules/surveys/survey-answer.entity.js';
import { SurveyInvitation } from '../../../modules/surveys/survey-invitation.entity.js';
import { SurveyOption } from '../../../modules/surveys/survey-option.entity.js';
import { SurveyQuestion } from '../../../modules/surveys/survey-question.entity.js';
import { Survey } from '../../../modules/surveys/survey.entity.js';
import type { DateTime } from '../../../record/fields.js';
import type { Filling } from '../filling.js';
import { invitationOf } from './invitations.js';

const options: readonly (readonly [code: string, label: string])[] = [
  ['Y', 'Yes'],
  ['N', 'No'],
  ['M', 'Maybe'],
];
const ratings = ['1', '2', '3', '4', '5'].map((code) => [code, `${code} of 5`] as const);

interface Question {
  Text: string;
  Required: boolean;
  /** What can be chosen; else what some wrote. */
  options?: readonly (readonly [code: string, label: string])[];
  texts?: readonly string[];
}
const surveys: readonly { Title: string; questions: readonly Question[] }[] = [
  {
    Title: 'How did we do?',
    questions: [
      { Text: 'Would you recommend us to a colleague?', Required: true, options },
      { Text: 'How well did the agent explain your choices?', Required: true, options: ratings },
      {
        Text: 'What could we do better?',
        Required: false,
        texts: [
          'More evening appointments, please.',
          'A shorter form.',
          'Nothing, everything was clear.',
          'Call back sooner.',
        ],
      },
    ],
  },
  {
    Title: 'Benefits fair',
    questions: [
      { Text: 'Was the time of the fair convenient?', Required: true, options },
      {
        Text: 'Which topics should the next fair have?',
        Required: true,
        texts: ['Retirement planning', 'State pensions', 'Disability insurance', 'Saving for college'],
      },
    ],
  },
];
type Asked = Question & { SurveyId: number; QuestionId: number };

/** Surveys with invitations that are open, answered and expired. */
export async function fillSurveys(filling: Filling): Promise<void> {
  const questions = await fillQuestions(filling);
  await filling.put(SurveyInvitation, invitations(filling));
  await filling.put(SurveyAnswer, answers(filling, questions));
  await filling.put(GiftCardReward, rewards(filling));
}

function* invitations(filling: Filling): Generator<SurveyInvitation> {
  for (let ContactId = 1; ContactId <= filling.contacts; ContactId++) {
    const invitation = invitationOf(filling, ContactId);
    if (invitation) yield invitation;
  }
}

function* answered(filling: Filling): Generator<SurveyInvitation & { AnsweredAt: DateTime }> {
  for (const invitation of invitations(filling))
    if (invitation.AnsweredAt) yield { ...invitation, AnsweredAt: invitation.AnsweredAt };
}

/** Half of what need not be answered is. */
function* answers(filling: Filling, questions: readonly Asked[]): Generator<SurveyAnswer> {
  const { random } = filling;
  for (const { SurveyGuid, SurveyId, AnsweredAt: DateAnswered } of answered(filling))
    for (const { QuestionId, options: offered, texts = [], ...question } of questions) {
      if (question.SurveyId !== SurveyId || (!question.Required && random.chance(0.5))) continue;
      const [ResponseCode, Response] = offered ? random.pick(offered) : ['', random.pick(texts)];
      yield { SurveyGuid, QuestionId, Response, ResponseCode, DateAnswered };
    }
}

function* rewards(filling: Filling): Generator<GiftCardReward> {
  let RewardId = 0;
  for (const { SurveyGuid, AnsweredAt } of answered(filling)) {
    const recent = filling.calendar.daysSince(AnsweredAt) < 14;
    yield { RewardId: ++RewardId, SurveyGuid, Status: recent ? 'Pending' : RewardId % 15 === 0 ? 'Cancelled' : 'Sent' };
  }
}

async function fillQuestions(filling: Filling): Promise<Asked[]> {
  const questions = surveys
    .flatMap((survey, index) =>
      survey.questions.map((question, place) => ({ ...question, SurveyId: index + 1, SortOrder: place + 1 })),
    )
    .map((question, index) => ({ ...question, QuestionId: index + 1 }));
  await filling.put(
    Survey,
    surveys.map(({ Title }, index) => ({ SurveyId: index + 1, Title })),
  );
  await filling.put(
    SurveyQuestion,
    questions.map(({ options: offered, texts: _, ...question }) => ({
      ...question,
      Kind: offered ? 'Choice' : 'Text',
    })),
  );
  await filling.put(
    SurveyOption,
    questions.flatMap(({ QuestionId, options: offered = [] }) =>
      offered.map(([Code, Label]) => ({ QuestionId, Code, Label })),
    ),
  );
  return questions;
}
