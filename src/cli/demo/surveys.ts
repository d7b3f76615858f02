import { GiftCardReward } from '../../modules/surveys/gift-card-reward.entity.js';
import { SurveyAnswer } from '../../modules/surveys/survey-answer.entity.js';
import { SurveyInvitation } from '../../modules/surveys/survey-invitation.entity.js';
import { SurveyOption } from '../../modules/surveys/survey-option.entity.js';
import { SurveyQuestion } from '../../modules/surveys/survey-question.entity.js';
import { Survey } from '../../modules/surveys/survey.entity.js';
import type { Agents } from './agents.js';
import type { Filling } from './filling.js';
import { ownerOf } from './ownership.js';
import { own } from './people.js';

/** An invitation of agent@ that waits for its answers. */
export const openInvitation = '5e7f0c1d2b3a49588d6c7e9fa0b1c2d3';

const lifetime = 60;
const options: readonly (readonly [code: string, label: string])[] = [
  ['Y', 'Yes'],
  ['N', 'No'],
  ['M', 'Maybe'],
];
const ratings = ['1', '2', '3', '4', '5'].map((code) => [code, `${code} of 5`] as const);

interface Question {
  Text: string;
  Required: boolean;
  options?: readonly (readonly [code: string, label: string])[];
}
const surveys: readonly { Title: string; questions: readonly Question[] }[] = [
  {
    Title: 'How did we do?',
    questions: [
      { Text: 'Would you recommend us to a colleague?', Required: true, options },
      { Text: 'How well did the agent explain your choices?', Required: true, options: ratings },
      { Text: 'What could we do better?', Required: false },
    ],
  },
  {
    Title: 'Benefits fair',
    questions: [
      { Text: 'Was the time of the fair convenient?', Required: true, options },
      { Text: 'Which topics should the next fair have?', Required: true },
    ],
  },
];
const texts = [
  'More evening appointments, please.',
  'Everything was clear.',
  'A shorter form.',
  'Retirement planning',
  'Please call me in spring.',
];

/** Surveys with invitations that are open, answered and expired. */
export async function fillSurveys(filling: Filling, agents: Agents): Promise<void> {
  const questions = await fillQuestions(filling);
  const invitations = [...invitationsOf(filling, agents)];
  await filling.put(SurveyInvitation, invitations);
  const answered = invitations.filter(({ AnsweredAt }) => AnsweredAt !== null);
  await filling.put(
    SurveyAnswer,
    answered.flatMap(({ SurveyGuid, SurveyId, AnsweredAt }) =>
      questions
        .filter((question) => question.SurveyId === SurveyId)
        .map(({ QuestionId, options: offered }) => {
          const [ResponseCode, Response] = offered ? filling.random.pick(offered) : ['', filling.random.pick(texts)];
          return { SurveyGuid, QuestionId, Response, ResponseCode, DateAnswered: AnsweredAt! };
        }),
    ),
  );
  await filling.put(
    GiftCardReward,
    answered.map(({ SurveyGuid }, index) => ({
      RewardId: index + 1,
      SurveyGuid,
      Status: index % 3 === 0 ? 'Pending' : 'Sent',
    })),
  );
}

async function fillQuestions(filling: Filling): Promise<(Question & { SurveyId: number; QuestionId: number })[]> {
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
    questions.map(({ options: offered, ...question }) => ({ ...question, Kind: offered ? 'Choice' : 'Text' })),
  );
  await filling.put(
    SurveyOption,
    questions.flatMap(({ QuestionId, options: offered = [] }) =>
      offered.map(([Code, Label]) => ({ QuestionId, Code, Label })),
    ),
  );
  return questions;
}

type Invitation = Pick<
  SurveyInvitation,
  'SurveyGuid' | 'SurveyId' | 'AgentId' | 'ContactId' | 'ExpiresAt' | 'AnsweredAt'
>;

/** To the contacts up to number 60; agent@'s first one is the open one to try. */
function* invitationsOf(filling: Filling, agents: Agents): Generator<Invitation> {
  const { random, calendar, contacts } = filling;
  yield {
    SurveyGuid: openInvitation,
    SurveyId: 1,
    AgentId: own.agent,
    ContactId: 1,
    ExpiresAt: calendar.at(10 - lifetime, 12),
    AnsweredAt: null,
  };
  for (let ContactId = 2; ContactId <= Math.min(contacts, 60); ContactId++) {
    const sent = random.int(1, 150);
    const fate = random.int(0, 9);
    const answeredAgo = Math.max(0, sent - random.int(0, 20));
    yield {
      SurveyGuid: random.guid(),
      SurveyId: random.int(1, surveys.length),
      AgentId: ownerOf(filling, agents, ContactId),
      ContactId,
      ExpiresAt: calendar.at(sent - lifetime, 12),
      AnsweredAt: fate < 6 ? calendar.at(answeredAgo, random.int(14, 23), random.int(0, 59)) : null,
    };
  }
}
