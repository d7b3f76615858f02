import sql from 'sql-template-tag';
import { Message } from '../../../modules/messages/message.entity.js';
import { numbered, own, type Filling } from '../filling.js';

const most = 20;
/** The message in the example of DELETE: one that was cancelled, because such a call changes nothing. */
const cancelledMessage = 2;

interface Notice {
  RecordId: number;
  ContactId: number;
  Recipient: string;
  Name: string;
  Agent: string;
  Type: string;
  Start: string;
  Until: string;
  Place: string;
}

/** Writes the messages about future appointments, those to agent@'s contacts first. */
export async function fillMessages(filling: Filling): Promise<void> {
  const { calendar, db } = filling;
  const notices = await db.all<Notice>(sql`SELECT p.AppointmentId AS RecordId, p.ContactId AS ContactId,
      COALESCE(NULLIF(c.EmailPersonal, ''), c.EmailWork, '') AS Recipient, c.FirstName AS Name, a.AgentName AS Agent,
      e.EventTypeName AS Type, p.StartDate AS Start, p.EndDate AS Until, p.Place AS Place
    FROM appointments p JOIN contacts c ON c.ContactId = p.ContactId JOIN agents a ON a.AgentId = p.AgentId
      JOIN event_types e ON e.EventTypeId = p.EventTypeId
    WHERE p.Status = 'Planned' AND p.StartDate > ${calendar.now} AND COALESCE(c.DoNotContact, 0) = 0
      AND COALESCE(NULLIF(c.EmailPersonal, ''), c.EmailWork, '') <> ''
    ORDER BY CASE WHEN c.AgentId = ${own.agent} THEN 0 ELSE 1 END, p.AppointmentId LIMIT ${most}`);
  const rows = notices.map(({ RecordId, ContactId, Recipient, Until, ...values }, index) => {
    const SentAt = calendar.after(calendar.now, -60 * (index + 1));
    return {
      ...({ Kind: 'AppointmentMade', Channel: 'Mail', Record: 'Appointment', RecordId: String(RecordId) } as const),
      ...{ ContactId, Recipient, Values: { ...values, End: Until }, State: 'Sent' as const, Tries: 1 },
      ...{ CreatedAt: calendar.after(SentAt, -1), SentAt, GiveUpAt: values.Start },
    };
  });
  const cancelled = { State: 'NotSent', Tries: 0, SentAt: null, LastError: 'A user cancelled the message.' } as const;
  const isCancelled = (index: number): boolean => index + 1 === cancelledMessage;
  await filling.put(
    Message,
    numbered('MessageId', rows).map((row, index) => (isCancelled(index) ? { ...row, ...cancelled } : row)),
  );
}
