import { CheckinLeg, type Checkin, status } from '../../modules/checkins/checkin.entity.js';
import type { CheckinsStore } from '../../modules/checkins/checkins.store.js';
import { LineAnswer } from '../../modules/checkins/questionnaires/line-answer.entity.js';
import type { Filling, Person } from './filling.js';
import type { Office } from './places.js';
import type { Users } from './users.js';

const { waiting, called, serving, completed, noShow, cancelled } = status;

/** The statuses of today's open visits at each location, in the order of sign-in. */
const open: readonly (readonly number[])[] = [
  [serving, waiting, waiting, waiting],
  [called, waiting, waiting],
  [serving, waiting],
];
/** Id of the visit in the examples of the documentation: the first one that waits at the first location. */
export const exampleVisit = 'd0000000000f4b1c9a7e6d5c4b3a2910';
/** The answers to the questions of the lines, by question, and those to other questions. */
const answers: ReadonlyMap<string, readonly string[]> = new Map([
  ['When do you plan to retire?', ['In about ten years', 'In 2031', 'Next summer']],
  ['Do you have a 403(b)?', ['Yes', 'No', 'I am not sure']],
  ['Which policies do you have now?', ['A term policy through the district', 'None', 'Whole life, since 2009']],
  ['Is your spouse covered?', ['Yes', 'No', 'I am not married']],
  ['What is the number of the claim?', ['C-204418', 'C-198832', 'C-211570']],
]);
const otherAnswers = ['Yes', 'No', 'I am not sure'];
const historyDays = 40;
const visitsEach = 30;

/** Writes ended visits of the last weeks, and today's open visits. */
export async function fillVisits(
  filling: Filling,
  people: readonly Person[],
  users: Users,
  offices: readonly Office[],
  visits: CheckinsStore,
): Promise<void> {
  for (const [index, office] of offices.entries()) {
    // Customers are contacts from before the first visit. The first location takes contacts of agent@, and each other
    // location takes contacts of other agents.
    const remainder = index === 0 ? 1 : index + 2;
    const customers = people
      .filter(({ ContactId, Deleted, daysAgo }) => ContactId % 6 === remainder && !Deleted && daysAgo > historyDays + 2)
      .slice(0, visitsEach);
    for (const [number, customer] of customers.entries()) {
      const isExample = index === 0 && number === 1;
      const lines = isExample ? office.lines.slice(0, 1) : filling.some(office.lines, filling.int(1, 2));
      const status = open[index].at(number) ?? null;
      const { firstLeg, ...visit } = visitOf(filling, users, { ...office, lines }, customer, status, number);
      const { Id, QuestionnaireSubmitted } = await visits.insert(isExample ? { ...visit, Id: exampleVisit } : visit);
      if (firstLeg) await filling.put(CheckinLeg, [{ ...firstLeg, CheckinId: Id }]);
      if (!QuestionnaireSubmitted) continue;
      await filling.put(
        LineAnswer,
        lines.flatMap(({ Id: LineId, questions }) =>
          questions.map((question) => ({
            ...{ ...question, CustomerCheckInId: Id, LineId },
            Answer: filling.pick(answers.get(question.Question) ?? otherAnswers),
          })),
        ),
      );
    }
  }
}

/** `openStatus` is the Status of an open visit, or null for an ended one. `number` is the index of the customer. */
function visitOf(
  filling: Filling,
  users: Users,
  { LocationId, lines, stations, agents }: Office,
  { ContactGUID }: Person,
  openStatus: number | null,
  number: number,
): Partial<Checkin> & { firstLeg?: Partial<CheckinLeg> } {
  const { calendar } = filling;
  const Status = openStatus ?? filling.pick([completed, completed, completed, completed, noShow, cancelled]);
  const SignInTime =
    openStatus === null
      ? calendar.moment(filling.int(1, historyDays))
      : calendar.today((number + filling.int(1, 999) / 1000) / 5, 60);
  const met = Status !== waiting && Status !== cancelled;
  const answered = Status === serving || Status === completed;
  const first = !met
    ? null
    : openStatus === null
      ? calendar.after(SignInTime, filling.int(1, 25))
      : calendar.between(SignInTime, calendar.now);
  // A completed visit with two lines was served in the first line, and forwarded to the second.
  const forwarded = first !== null && Status === completed && lines.length > 1;
  const ForwardedTime = forwarded ? calendar.after(first, filling.int(5, 30)) : null;
  const CalledTime = ForwardedTime === null ? first : calendar.after(ForwardedTime, filling.int(1, 10));
  const ServingTime = answered ? CalledTime : null;
  const TaskTime = Status === completed ? Math.round((lines.at(-1)!.minutes * filling.int(60, 140)) / 100) : 0;
  const end = Status === completed && ServingTime !== null ? calendar.after(ServingTime, TaskTime) : null;
  return {
    ...{ Id: filling.guid(), LocationId, LineId: lines[forwarded ? 1 : 0].Id, LineIds: lines.map(({ Id }) => Id) },
    ...{ CustomerId: ContactGUID, Status, SignInTime, ForwardedTime, CalledTime, ServingTime, TaskTime },
    ...{ Completed: Status === completed, CompletedTime: end, ServiceEndTime: end },
    EmployeeId: met ? (users.byAgent.get(agents[0])?.UserId ?? null) : null,
    StationId: met ? stations[1] : null,
    // A customer who arrives before the appointment moves back in the queue.
    AdjustedSignInTime: openStatus === null && filling.chance(0.15) ? calendar.after(SignInTime, 10) : SignInTime,
    SendReminders: filling.chance(0.5),
    QuestionnaireSubmitted: answered,
    ...(ForwardedTime === null
      ? {}
      : {
          firstLeg: {
            ...{ Number: 1, LineId: lines[0].Id, CalledTime: first, ServingTime: first, EndTime: ForwardedTime },
          },
        }),
  };
}
