const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The kinds of records that messages are about, with the names that the audit uses. */
export type About =
  'Checkin' | 'Appointment' | 'BookingHold' | 'SurveyInvitation' | 'SlotDistrictApproval' | 'User' | 'Webhook';

interface MessageKind {
  readonly about: About;
  /** Milliseconds for which the service tries to send the message. A later message would confuse the receiver. */
  readonly lifetime: number;
  /** Whether the message ignores quiet hours, because it is urgent or a user has just requested it. */
  readonly atOnce: boolean;
  /** The preferred channel. If the receiver has no address for it, the other channel is used. */
  readonly first: Channel;
  /** Whether a deleted contact gets the message too, because it still expects what the message cancels. */
  readonly toDeleted?: boolean;
  /** Names of the values that templates can show. */
  readonly fields: readonly string[];
}

export const channels = ['Mail', 'Text'] as const;
export type Channel = (typeof channels)[number];

const visit: MessageKind = {
  about: 'Checkin',
  lifetime: 2 * hour,
  atOnce: true,
  first: 'Text',
  fields: ['Name', 'Ticket', 'Location', 'Line', 'Position', 'Station', 'Link'],
};
const appointment: MessageKind = {
  about: 'Appointment',
  lifetime: 3 * day,
  atOnce: false,
  first: 'Mail',
  fields: [
    ...['Name', 'Agent', 'Type', 'Start', 'End', 'Place'],
    ...['Location', 'Line', 'Code', 'Instructions', 'Link'],
  ],
};

const messageKinds = {
  VisitCheckedIn: visit,
  VisitNext: visit,
  VisitCalled: visit,
  SurveyInvitation: {
    about: 'SurveyInvitation',
    lifetime: 3 * day,
    atOnce: false,
    first: 'Mail',
    fields: ['Name', 'Agent', 'Survey', 'Expires', 'Link'],
  },
  AppointmentMade: appointment,
  AppointmentTomorrow: appointment,
  AppointmentMoved: appointment,
  AppointmentCancelled: { ...appointment, toDeleted: true },
  BookingToConfirm: {
    about: 'BookingHold',
    lifetime: 30 * minute,
    atOnce: true,
    first: 'Mail',
    fields: ['Name', 'Location', 'Line', 'Start', 'Link'],
  },
  SlotDecided: {
    about: 'SlotDistrictApproval',
    lifetime: 3 * day,
    atOnce: true,
    first: 'Mail',
    fields: ['Name', 'Slot', 'District', 'School', 'Decision', 'Note'],
  },
  PasswordLink: {
    about: 'User',
    lifetime: 30 * minute,
    atOnce: true,
    first: 'Mail',
    fields: ['Name', 'Link'],
  },
  NewDevice: {
    about: 'User',
    lifetime: 3 * day,
    atOnce: true,
    first: 'Mail',
    fields: ['Name', 'At', 'Address', 'Browser'],
  },
  WebhookOff: {
    about: 'Webhook',
    lifetime: 3 * day,
    atOnce: true,
    first: 'Mail',
    fields: ['Name', 'Webhook', 'Host', 'Reason'],
  },
} satisfies Record<string, MessageKind>;

export type Kind = keyof typeof messageKinds;
export const kinds = Object.keys(messageKinds) as Kind[];

export function kindOf(name: Kind): MessageKind {
  return messageKinds[name];
}

/** The values that a message can show, by name. Date-times keep the stored form until the message is rendered. */
export type Values = Readonly<Record<string, string>>;
