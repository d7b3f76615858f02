import { GiftCardReward, SurveyAnswer, SurveyInvitation } from '../../../modules/surveys/survey-invitation.entity.js';
import { SurveyOption, SurveyQuestion, Survey } from '../../../modules/surveys/survey.entity.js';
import { minutesOfDay, own, numbered, type Filling, type Person } from '../filling.js';

/** SurveyGuid of an invitation by agent@ that is not answered yet. */
export const openInvitation = '5e7f0c1d2b3a49588d6c7e9fa0b1c2d3';
const daysToExpiry = 60;
/** The reward in the examples of the documentation, and its contact, who belongs to agent@. */
const example = { RewardId: 18, ContactId: 13 };

type Option = readonly [code: string, label: string];
const yesOrNo: readonly Option[] = [
  ['Y', 'Yes'],
  ['N', 'No'],
  ['M', 'Maybe'],
];
const ratings = ['1', '2', '3', '4', '5'].map((code): Option => [code, `${code} of 5`]);
const titles = ['How did we do?', 'Benefits fair'];

/** A choice question has `options`. A free-text question has `texts`, the answers from which the demo picks one. */
const questions: readonly {
  SurveyId: number;
  Text: string;
  Required: boolean;
  options?: readonly Option[];
  /** The names of both ends of a scale. */
  ends?: readonly [string, string];
  texts?: readonly string[];
}[] = [
  { SurveyId: 1, Text: 'Would you recommend us to a colleague?', Required: true, options: yesOrNo },
  {
    ...{ SurveyId: 1, Text: 'How well did the agent explain your choices?', Required: true, options: ratings },
    ends: ['not at all', 'very well'],
  },
  {
    ...{ SurveyId: 1, Text: 'What could we do better?', Required: false },
    texts: ['More evening appointments, please.', 'A shorter form.', 'Nothing, everything was clear.'],
  },
  { SurveyId: 2, Text: 'Was the time of the fair convenient?', Required: true, options: yesOrNo },
  {
    ...{ SurveyId: 2, Text: 'Which topics should the next fair have?', Required: true },
    texts: ['Retirement planning', 'State pensions', 'Disability insurance', 'Saving for college'],
  },
];

type Invited = Pick<SurveyInvitation, 'SurveyGuid' | 'SurveyId'>;

interface DemoQuestion {
  invitations: Partial<SurveyInvitation>[];
  answers: SurveyAnswer[];
  rewards: GiftCardReward[];
  /** ContactIds of the contacts with a gift card. */
  cards: Set<number>;
}

/** Surveys with invitations that are open, answered and expired. */
export class Surveys {
  private rewards = 0;

  constructor(private readonly filling: Filling) {}

  async fill(): Promise<void> {
    const rows = numbered('QuestionId', questions);
    await this.filling.put(
      Survey,
      titles.map((Title, index) => ({ SurveyId: index + 1, Title })),
    );
    await this.filling.put(
      SurveyQuestion,
      rows.map(({ QuestionId, SurveyId, Text, Required, options, ends: [MinLabel, MaxLabel] = ['', ''] }) => {
        const Kind = options ? 'Choice' : 'Text';
        return { QuestionId, SurveyId, Text, Required, SortOrder: QuestionId, Kind, MinLabel, MaxLabel };
      }),
    );
    await this.filling.put(
      SurveyOption,
      rows.flatMap(({ QuestionId, options = [] }) =>
        options.map(([Code, Label], at) => ({ QuestionId, Code, Label, SortOrder: at + 1 })),
      ),
    );
  }

  /**
   * Invites the first 60 contacts and every fiftieth later one, except deleted contacts and those with DoNotContact.
   * The first contact has not answered yet.
   */
  ask(people: readonly Person[]): DemoQuestion {
    const { filling } = this;
    const { calendar } = filling;
    const asked: DemoQuestion = { invitations: [], answers: [], rewards: [], cards: new Set() };
    for (const { ContactId, AgentId, daysAgo, DateCreated, Deleted, DoNotContact } of people) {
      if (Deleted || DoNotContact || (ContactId > 60 && ContactId % 50 !== 3)) continue;
      const open = ContactId === 1;
      const isExample = ContactId === example.ContactId;
      const moment = calendar.moment(Math.min(open || isExample ? 10 : filling.int(1, 150), daysAgo));
      const sent = moment > DateCreated ? moment : DateCreated;
      const AnsweredAt =
        isExample || (!open && filling.chance(0.6))
          ? calendar.between(sent, calendar.after(sent, 20 * minutesOfDay))
          : null;
      const invitation = {
        ...{ SurveyGuid: open ? openInvitation : filling.guid(), SurveyId: open ? 1 : filling.int(1, titles.length) },
        ...{ AgentId: open ? own.agent : AgentId, ContactId, AnsweredAt },
        ExpiresAt: calendar.after(sent, daysToExpiry * minutesOfDay),
      };
      asked.invitations.push(invitation);
      if (AnsweredAt === null) continue;
      asked.answers.push(...this.answers(invitation, AnsweredAt));
      if (this.rewards + 1 === example.RewardId) this.rewards++;
      const RewardId = isExample ? example.RewardId : ++this.rewards;
      const recent = calendar.daysSince(AnsweredAt) < 14;
      const Status = recent ? 'Pending' : RewardId % 15 === 0 ? 'Cancelled' : 'Sent';
      asked.rewards.push({ RewardId, SurveyGuid: invitation.SurveyGuid, Status });
      if (Status !== 'Cancelled') asked.cards.add(ContactId);
    }
    return asked;
  }

  async put({ invitations, answers, rewards }: DemoQuestion): Promise<void> {
    await this.filling.put(SurveyInvitation, invitations);
    await this.filling.put(SurveyAnswer, answers);
    await this.filling.put(GiftCardReward, rewards);
  }

  /** Answers the required questions of the invitation's survey, and about half of the optional ones. */
  private answers({ SurveyGuid, SurveyId }: Invited, DateAnswered: string): SurveyAnswer[] {
    return numbered('QuestionId', questions)
      .filter((question) => question.SurveyId === SurveyId && (question.Required || this.filling.chance(0.5)))
      .map(({ QuestionId, options, texts = [] }) => {
        const [ResponseCode, Response] = options ? this.filling.pick(options) : ['', this.filling.pick(texts)];
        return { SurveyGuid, QuestionId, Response, ResponseCode, DateAnswered };
      });
  }
}
