import type { Checkin } from '../../../modules/checkins/checkin.entity.js';
import type { CheckinsStore } from '../../../modules/checkins/checkins.store.js';
import { LineAnswer } from '../../../modules/checkins/questionnaires/line-answer.entity.js';
import type { Filling } from '../filling.js';
import { contactGuid, createdOf, isDeleted } from '../people/ownership.js';
import type { Users } from '../people/users.js';
import type { Office } from './offices.js';

const waiting = 0;
const called = 1;
const serving = 2;
const completed = 3;
const noShow = 4;
const cancelled = 5;

/** The visits of today that are open at each location, the earliest first: one customer is with the agent. */
const open: readonly (readonly number[])[] = [
  [serving, waiting, waiting, waiting],
  [called, waiting, waiting],
  [serving, waiting],
];
/** Examples name it: the first who waits at the first location, for its first line. */
const exampleVisit = 'd0000000000f4b1c9a7e6d5c4b3a2910';
const historyDays = 40;
const visitsEach = 30;

/** The visits of the last weeks, and those of today that are still open. */
export async function fillVisits(
  filling: Filling,
  users: Users,
  offices: readonly Office[],
  visits: CheckinsStore,
): Promise<void> {
  for (const [index, office] of offices.entries())
    for (const [number, customer] of customersOf(filling, index).entries())
      await fillVisit(filling, users, visits, office, customer, open[index].at(number) ?? null, number);
}

/** Contacts who came before the visits began: agent@'s at the first location, others elsewhere. */
function customersOf(filling: Filling, location: number): number[] {
  const remainder = location === 0 ? 1 : location + 2;
  const numbers = Array.from({ length: Math.ceil(filling.contacts / 6) }, (_, index) => 6 * index + remainder);
  return numbers
    .filter((id) => id <= filling.contacts && !isDeleted(id) && createdOf(filling, id).daysAgo > historyDays + 2)
    .slice(0, visitsEach);
}

/** number: of the customer at this location, from 0. */
async function fillVisit(
  filling: Filling,
  users: Users,
  visits: CheckinsStore,
  office: Office,
  ContactId: number,
  openStatus: number | null,
  number: number,
): Promise<void> {
  const { random, calendar } = filling;
  const drawn = random.some(office.lines, random.int(1, 2));
  const isExample = office.lines[0].questions[0].Id === 1 && number === 1;
  const lines = isExample ? office.lines.slice(0, 1) : drawn;
  const Status = openStatus ?? random.pick([completed, completed, completed, completed, noShow, cancelled]);
  const SignInTime =
    openStatus === null
      ? calendar.moment(random, random.int(1, historyDays))
      : calendar.today((number + random.int(1, 999) / 1000) / 5, 60);
  const met = Status !== waiting && Status !== cancelled;
  const served = Status === serving || Status === completed;
  const usual = lines.reduce((sum, { minutes }) => sum + minutes, 0);
  const ServingTime =
    Status === serving
      ? calendar.between(random, SignInTime, calendar.now)
      : served
        ? calendar.after(SignInTime, random.int(1, 25))
        : null;
  const TaskTime = Status === completed ? Math.round((usual * random.int(60, 140)) / 100) : 0;
  const answered = Status === completed || Status === serving;
  const values: Partial<Checkin> = {
    Id: isExample ? exampleVisit : random.guid(),
    LineId: lines[0].Id,
    LineIds: lines.map(({ Id }) => Id),
    CustomerId: contactGuid(ContactId),
    EmployeeId: met ? (users.byAgent.get(office.agents[0])?.UserId ?? null) : null,
    LocationId: office.LocationId,
    StationId: met ? office.stations[0] : null,
    SignInTime,
    // Who came early for an appointment is dealt with at its time.
    AdjustedSignInTime: openStatus === null && random.chance(0.15) ? calendar.after(SignInTime, 10) : SignInTime,
    SendReminders: random.chance(0.5),
    Status,
    ServingTime,
    TaskTime,
    Completed: Status === completed,
    CompletedTime: Status === completed && ServingTime ? calendar.after(ServingTime, TaskTime) : null,
    QuestionnaireSubmitted: answered,
  };
  const visit = await visits.insert(values);
  if (!answered) return;
  await filling.put(
    LineAnswer,
    lines.flatMap(({ Id: LineId, questions }) =>
      questions.map(({ Id, Question, answers }) => ({
        CustomerCheckInId: visit.Id,
        Id,
        LineId,
        Question,
        Answer: random.pick(answers),
      })),
    ),
  );
}
