import type { MigrationInterface } from 'typeorm';
import { Initial1764000000000 } from './1764000000000-initial.js';
import { UserLocations1764201000000 } from './1764201000000-user-locations.js';
import { KioskKeys1764202000000 } from './1764202000000-kiosk-keys.js';
import { LookUpIndexes1764207000000 } from './1764207000000-look-up-indexes.js';
import { ActivityNotes1764208000000 } from './1764208000000-activity-notes.js';
import { Appointments1764208100000 } from './1764208100000-appointments.js';
import { ContactMerges1795000100000 } from './1795000100000-contact-merges.js';
import { HistoryIndexes1795000200000 } from './1795000200000-history-indexes.js';
import { TermOwners1795000300000 } from './1795000300000-term-owners.js';
import { Messages1795000600000 } from './1795000600000-messages.js';
import { Files1795001500000 } from './1795001500000-files.js';
import { Webhooks1795002000000 } from './1795002000000-webhooks.js';
import { ParsedPhones1796001000000 } from './1796001000000-parsed-phones.js';
import { UserNameKeys1796001100000 } from './1796001100000-user-name-keys.js';
import { OptionOrder1796002000000 } from './1796002000000-option-order.js';
import { Installation1796002100000 } from './1796002100000-installation.js';
import { ContactErasures1796701000000 } from './1796701000000-contact-erasures.js';
import { VisitTickets1796704000000 } from './1796704000000-visit-tickets.js';
import { ScaleEnds1796705000000 } from './1796705000000-scale-ends.js';
import { FirstCalls1796850000000 } from './1796850000000-first-calls.js';
import { ContactChoices1796870000000 } from './1796870000000-contact-choices.js';
import { NameKeys1796871000000 } from './1796871000000-name-keys.js';
import { Imports1796890000000 } from './1796890000000-imports.js';
import { AuditOfAKind1796895000000 } from './1796895000000-audit-of-a-kind.js';
import { MoreNameKeys1796899000000 } from './1796899000000-more-name-keys.js';
import { ContactDifferences1796900000000 } from './1796900000000-contact-differences.js';
import { NameKeysOfChoices1796902000000 } from './1796902000000-name-keys-of-choices.js';
import { AppointmentSequence1796903000000 } from './1796903000000-appointment-sequence.js';

/** All migrations, in the order in which they run. */
export const migrations: (new () => MigrationInterface)[] = [
  Initial1764000000000,
  UserLocations1764201000000,
  KioskKeys1764202000000,
  LookUpIndexes1764207000000,
  ActivityNotes1764208000000,
  Appointments1764208100000,
  ContactMerges1795000100000,
  HistoryIndexes1795000200000,
  TermOwners1795000300000,
  Messages1795000600000,
  Files1795001500000,
  Webhooks1795002000000,
  ParsedPhones1796001000000,
  UserNameKeys1796001100000,
  OptionOrder1796002000000,
  Installation1796002100000,
  ContactErasures1796701000000,
  VisitTickets1796704000000,
  ScaleEnds1796705000000,
  FirstCalls1796850000000,
  ContactChoices1796870000000,
  NameKeys1796871000000,
  Imports1796890000000,
  AuditOfAKind1796895000000,
  MoreNameKeys1796899000000,
  ContactDifferences1796900000000,
  NameKeysOfChoices1796902000000,
  AppointmentSequence1796903000000,
];
