import { SlotDistrictApproval, slotStatuses } from '../../modules/slots/slot-district-approval.entity.js';
import { SlotDistrict } from '../../modules/slots/slot-district.entity.js';
import type { Agents } from './agents.js';
import type { Filling } from './filling.js';
import { own, type Users } from './people.js';
import type { Place } from './places.js';

/** Slots in every district, and what agents asked for. agent@ has a request in each status. */
export async function fillSlots(
  filling: Filling,
  places: readonly Place[],
  agents: Agents,
  users: Users,
): Promise<void> {
  const { random, calendar } = filling;
  const districts = [...new Set(places.map(({ DistrictID }) => DistrictID))];
  await filling.put(
    SlotDistrict,
    districts.map((DistrictID, index) => ({
      SlotDistrictID: index + 1,
      DistrictID,
      Description: random.pick(['Open enrollment', 'Benefits fair', 'Staff room visits', 'New teacher orientation']),
    })),
  );
  const request = (AgentID: number, Status: string): Partial<SlotDistrictApproval> => {
    const place = random.pick(places);
    const DateCreated = calendar.at(random.int(1, 200), random.int(14, 22), random.int(0, 59));
    const decided = Status !== 'Pending';
    return {
      SlotDistrictID: districts.indexOf(place.DistrictID) + 1,
      SchoolID: place.SchoolID,
      AgentID,
      AVPID: AgentID === own.other ? 0 : own.upline,
      Status,
      DateCreated,
      DateModified: decided ? calendar.after(DateCreated, random.int(60, 1200)) : null,
      ModifiedBy: decided ? (users.byName.get('admin@demo.test') ?? null) : null,
    };
  };
  const rows = [
    ...slotStatuses.map((status) => request(own.agent, status)),
    request(own.agent, 'Approved'),
    ...slotStatuses.map((status) => request(own.other, status)),
    ...Array.from({ length: 20 }, () => request(random.pick(agents.ids), random.pick(slotStatuses))),
  ];
  await filling.put(
    SlotDistrictApproval,
    rows.map((row, index) => ({ ...row, SlotDistrictApprovalID: index + 1 })),
  );
}
