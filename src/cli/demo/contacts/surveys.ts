import sql from 'sql-template-tag';
import { GiftCardReward, SurveyAnswer, SurveyInvitation } from '../../../modules/surveys/survey-invitation.entity.js';
import type { SurveyOption, SurveyQuestion } from '../../../modules/surveys/survey.entity.js';
import { minutesOfDay, own, type Filling, type Person } from '../filling.js';

/** SurveyGuid of an invitation by agent@ that is not answered yet. */
export const openInvitation = '5e7f0c1d2b3a49588d6c7e9fa0b1c2d3';
const daysToExpiry = 60;
/** The reward in the examples of the documentation, and its contact, who belongs to agent@. */
const example = { RewardId: 18, ContactId: 13 };

/** The free texts from which the answers to a question are picked, by QuestionId, and those of other questions. */
const texts: ReadonlyMap<number, readonly string[]> = new Map([
  [3, ['More evening appointments, please.', 'A shorter form.', 'Nothing, everything was clear.']],
  [5, ['Retirement planning', 'State pensions', 'Disability insurance', 'Saving for college']],
]);
const otherTexts = ['Yes.', 'No.', 'I am not sure.'];

type Question = Pick<SurveyQuestion, 'QuestionId' | 'SurveyId' | 'Required'> & { options: SurveyOption[] };
type Invited = Pick<SurveyInvitation, 'SurveyGuid' | 'SurveyId'>;

interface DemoQuestion {
  invitations: Partial<SurveyInvitation>[];
  answers: SurveyAnswer[];
  rewards: GiftCardReward[];
  /** ContactIds of the contacts with a gift card. */
  cards: Set<number>;
}

/** Invitations to the surveys that are open, answered and expired. */
export class Surveys {
  private rewards = 0;

  private constructor(
    private readonly filling: Filling,
    private readonly questions: readonly Question[],
  ) {}

  static async of(filling: Filling): Promise<Surveys> {
    const questions = await filling.db.all<Question>(sql`SELECT q.QuestionId AS QuestionId, q.SurveyId AS SurveyId,
      q.Required AS Required FROM survey_questions q ORDER BY q.SortOrder`);
    const options = await filling.db.all<SurveyOption>(sql`SELECT o.QuestionId AS QuestionId, o.Code AS Code,
      o.Label AS Label FROM survey_options o ORDER BY o.SortOrder`);
    const optionsOf = (id: number) => options.filter(({ QuestionId }) => QuestionId === id);
    return new Surveys(
      filling,
      questions.map((question) => ({ ...question, options: optionsOf(question.QuestionId) })),
    );
  }

  /**
   * Invites the first 60 contacts and every fiftieth later one, except deleted contacts and those with DoNotContact.
   * The first contact has not answered yet.
   */
  ask(people: readonly Person[]): DemoQuestion {
    const { filling } = this;
    const { calendar } = filling;
    const surveyIds = [...new Set(this.questions.map(({ SurveyId }) => SurveyId))];
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
        ...{ SurveyGuid: open ? openInvitation : filling.guid(), SurveyId: open ? 1 : filling.pick(surveyIds) },
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
    return this.questions
      .filter((question) => question.SurveyId === SurveyId && (question.Required || this.filling.chance(0.5)))
      .map(({ QuestionId, options }) => {
        const offered = options.length > 0 ? options : (texts.get(QuestionId) ?? otherTexts).map(freeText);
        const { Code: ResponseCode, Label: Response } = this.filling.pick(offered);
        return { SurveyGuid, QuestionId, Response, ResponseCode, DateAnswered };
      });
  }
}

function freeText(Label: string): Pick<SurveyOption, 'Code' | 'Label'> {
  return { Code: '', Label };
}
