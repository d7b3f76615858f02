import { ContactTransfer } from '../../../modules/contacts/transfers/contact-transfer.entity.js';
import type { Guid } from '../../../record/fields.js';
import type { Filling } from '../filling.js';
import { isActive, own } from '../people/hierarchy.js';
import { isDeleted, ownerOf } from '../people/ownership.js';
import type { Users } from '../people/users.js';

/** Of the first contacts every one of that many came from another agent. */
const step = 11;
const firstContacts = 600;

/** Agents who hand things over, each with who asks for it. */
export function giversOf(users: Users): { FromAgentId: number; TransferredBy: Guid | undefined }[] {
  return [
    { FromAgentId: own.upline, TransferredBy: users.byName.get('upline@demo.test') },
    { FromAgentId: 12, TransferredBy: users.byName.get('admin@demo.test') },
    { FromAgentId: 6, TransferredBy: users.byName.get('agent@demo.test') },
  ];
}

/** Contacts that came to their agents from others. */
export async function fillContactTransfers(filling: Filling, users: Users): Promise<void> {
  const { random, calendar } = filling;
  const ids = Array.from(
    { length: Math.floor(Math.min(filling.contacts, firstContacts) / step) },
    (_, at) => (at + 1) * step,
  );
  const moved = ids.filter((id) => isActive(ownerOf(filling, id)) && !isDeleted(id));
  const moments = moved.map(() => calendar.moment(random, random.int(1, 180))).sort();
  await filling.put(
    ContactTransfer,
    moved.map((ContactId, index) => {
      const ToAgentId = ownerOf(filling, ContactId);
      const giver = random.pick(giversOf(users).filter(({ FromAgentId }) => FromAgentId !== ToAgentId));
      return { TransferId: index + 1, ContactId, ...giver, ToAgentId, TransferredAt: moments[index] };
    }),
  );
}
