import type { SurveyInvitation } from '../../../modules/surveys/survey-invitation.entity.js';
import { later } from '../calendar.js';
import type { Filling } from '../filling.js';
import { own } from '../people/hierarchy.js';
import { createdOf, isDeleted, ownerOf } from '../people/ownership.js';

/** An invitation of agent@ that waits for its answers. */
export const openInvitation = '5e7f0c1d2b3a49588d6c7e9fa0b1c2d3';

const surveyCount = 2;
const daysToExpiry = 60;
const minutesOfDay = 24 * 60;

/** Invited are the first contacts and every fiftieth of the others. */
function isInvited(ContactId: number): boolean {
  return (ContactId <= 60 || ContactId % 50 === 3) && !isDeleted(ContactId);
}

/** A contact's invitation, if any; that of agent@'s first contact is the open one to try. */
export function invitationOf(filling: Filling, ContactId: number): SurveyInvitation | undefined {
  if (!isInvited(ContactId)) return undefined;
  const random = filling.chanceOf('invitation', ContactId);
  const { calendar } = filling;
  const open = ContactId === 1;
  const { daysAgo, DateCreated } = createdOf(filling, ContactId);
  const sent = later(calendar.moment(random, open ? 10 : Math.min(random.int(1, 150), daysAgo)), DateCreated);
  const answered = !open && random.chance(0.6);
  return {
    SurveyGuid: open ? openInvitation : random.guid(),
    SurveyId: open ? 1 : random.int(1, surveyCount),
    AgentId: open ? own.agent : ownerOf(filling, ContactId),
    ContactId,
    ExpiresAt: calendar.after(sent, daysToExpiry * minutesOfDay),
    AnsweredAt: answered ? calendar.between(random, sent, calendar.after(sent, 20 * minutesOfDay)) : null,
  };
}
