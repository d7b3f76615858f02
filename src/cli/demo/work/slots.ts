import { SlotDistrictApproval, slotStatuses } from '../../../modules/slots/slot-district-approval.entity.js';
import { SlotDistrict } from '../../../modules/slots/slot-district.entity.js';
import type { Filling } from '../filling.js';
import { agentIds, isActive, leaderOf, own, rankOf } from '../people/hierarchy.js';
import type { Users } from '../people/users.js';
import type { Place } from '../places/places.js';

type Status = (typeof slotStatuses)[number];
const occasions = ['Open enrollment', 'Benefits fair', 'Staff room visits', 'New teacher orientation'];

/**
 * Slots in every district, and what agents asked for: agent@ and other@ once in each status, the others once. No slot
 * has two open requests, and the last one has none.
 */
export async function fillSlots(filling: Filling, places: readonly Place[], users: Users): Promise<void> {
  const { random, calendar } = filling;
  const districts = [...new Set(places.map(({ DistrictID }) => DistrictID))];
  await filling.put(
    SlotDistrict,
    districts.map((DistrictID, index) => ({
      SlotDistrictID: index + 1,
      DistrictID,
      Description: random.pick(occasions),
    })),
  );
  const askers = agentIds(filling).filter(
    (id) => isActive(id) && rankOf(id) !== 'RVP' && id !== own.agent && id !== own.other,
  );
  const wanted: (readonly [AgentID: number, status: Status])[] = [
    ...[...slotStatuses, 'Approved' as const].map((status) => [own.agent, status] as const),
    ...slotStatuses.map((status) => [own.other, status] as const),
    ...random.some(askers, 20).map((id) => [id, random.pick(slotStatuses)] as const),
  ];
  const moments = wanted.map(() => calendar.moment(random, random.int(1, 200))).sort();
  const free = districts.slice(0, -1);
  const request = ([AgentID, wish]: (typeof wanted)[number], index: number): Partial<SlotDistrictApproval> => {
    const opened = wish === 'Pending' ? free.shift() : undefined;
    const Status = wish === 'Pending' && opened === undefined ? 'Approved' : wish;
    const district = opened ?? districts[index % districts.length];
    const DateCreated = moments[index];
    const decider = Status === 'Removed' ? users.byAgent.get(AgentID)?.UserId : undefined;
    const decided = Status !== 'Pending';
    return {
      SlotDistrictApprovalID: index + 1,
      SlotDistrictID: districts.indexOf(district) + 1,
      SchoolID: random.pick(places.filter(({ DistrictID }) => DistrictID === district)).SchoolID,
      AgentID,
      AVPID: leaderOf(AgentID, 'AVP') ?? AgentID,
      Status,
      DateCreated,
      DateModified: decided ? calendar.between(random, DateCreated, calendar.after(DateCreated, 4 * 24 * 60)) : null,
      ModifiedBy: decided ? (decider ?? users.byName.get('admin@demo.test')) : null,
      Note: Status === 'Rejected' ? 'The district is served already.' : '',
    };
  };
  await filling.put(SlotDistrictApproval, random.shuffled(wanted).map(request));
}
