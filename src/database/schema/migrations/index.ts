import type { MigrationInterface } from 'typeorm';
import { Service1700000000000 } from './1700000000000-service.js';
import { Roles1764000000500 } from './1764000000500-roles.js';
import { Users1764000001000 } from './1764000001000-users.js';
import { Agents1764000002000 } from './1764000002000-agents.js';
import { Geography1764000003000 } from './1764000003000-geography.js';
import { EventTypes1764000004000 } from './1764000004000-event-types.js';
import { Contacts1764000005000 } from './1764000005000-contacts.js';
import { Slots1764000006000 } from './1764000006000-slots.js';
import { PolicyDocuments1764000007000 } from './1764000007000-policy-documents.js';
import { Activities1764000008000 } from './1764000008000-activities.js';
import { Lines1764000009000 } from './1764000009000-lines.js';
import { Checkins1764000010000 } from './1764000010000-checkins.js';
import { Projects1764000011000 } from './1764000011000-projects.js';
import { Gantt1764000012000 } from './1764000012000-gantt.js';
import { Smartsheets1764000013000 } from './1764000013000-smartsheets.js';
import { Securities1764000014000 } from './1764000014000-securities.js';
import { Surveys1764000015000 } from './1764000015000-surveys.js';
import { Documents1764000016000 } from './1764000016000-documents.js';
import { SealedAnswers1764100000100 } from './1764100000100-sealed-answers.js';
import { Appointments1764100000200 } from './1764100000200-appointments.js';
import { BusinessDays1764100000300 } from './1764100000300-business-days.js';
import { Sessions1764100001000 } from './1764100001000-sessions.js';
import { RecoveryCodes1764100001100 } from './1764100001100-recovery-codes.js';
import { ApiKeyLimits1764100001200 } from './1764100001200-api-key-limits.js';
import { ContactPages1764100002000 } from './1764100002000-contact-pages.js';
import { ActivePlaces1764200000000 } from './1764200000000-active-places.js';
import { DaysOfVisits1764200000100 } from './1764200000100-days-of-visits.js';
import { QueueChanges1764200000200 } from './1764200000200-queue-changes.js';
import { ContactSearch1764200001000 } from './1764200001000-contact-search.js';
import { ContactTransfers1764200001100 } from './1764200001100-contact-transfers.js';
import { MadePasswords1764200002000 } from './1764200002000-made-passwords.js';
import { AuditPages1764200002100 } from './1764200002100-audit-pages.js';
import { SlotNotes1764200003000 } from './1764200003000-slot-notes.js';
import { ExpiringInvitations1764200003100 } from './1764200003100-expiring-invitations.js';
import { StartsOfWords1764200004000 } from './1764200004000-starts-of-words.js';
import { NewContacts1764200004100 } from './1764200004100-new-contacts.js';
import { SealedContacts1764200005000 } from './1764200005000-sealed-contacts.js';
import { AuditSeals1764200006000 } from './1764200006000-audit-seals.js';
import { AuditKeys1764200006100 } from './1764200006100-audit-keys.js';
import { OpenId1764200007000 } from './1764200007000-openid.js';
import { RecentActivities1764200009000 } from './1764200009000-recent-activities.js';

/** Every migration, in order. */
export const migrations: (new () => MigrationInterface)[] = [
  Service1700000000000,
  Roles1764000000500,
  Users1764000001000,
  Agents1764000002000,
  Geography1764000003000,
  EventTypes1764000004000,
  Contacts1764000005000,
  Slots1764000006000,
  PolicyDocuments1764000007000,
  Activities1764000008000,
  Lines1764000009000,
  Checkins1764000010000,
  Projects1764000011000,
  Gantt1764000012000,
  Smartsheets1764000013000,
  Securities1764000014000,
  Surveys1764000015000,
  Documents1764000016000,
  SealedAnswers1764100000100,
  Appointments1764100000200,
  BusinessDays1764100000300,
  Sessions1764100001000,
  RecoveryCodes1764100001100,
  ApiKeyLimits1764100001200,
  ContactPages1764100002000,
  ActivePlaces1764200000000,
  DaysOfVisits1764200000100,
  QueueChanges1764200000200,
  ContactSearch1764200001000,
  ContactTransfers1764200001100,
  MadePasswords1764200002000,
  AuditPages1764200002100,
  SlotNotes1764200003000,
  ExpiringInvitations1764200003100,
  StartsOfWords1764200004000,
  NewContacts1764200004100,
  SealedContacts1764200005000,
  AuditSeals1764200006000,
  AuditKeys1764200006100,
  OpenId1764200007000,
  RecentActivities1764200009000,
];
