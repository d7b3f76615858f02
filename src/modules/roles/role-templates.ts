/** A custom role that `agency role create` can add. `Permissions` are names of operations. */
interface RoleTemplate {
  Code: string;
  Name: string;
  Description: string;
  Permissions: readonly string[];
}

/** The role for a reception. It cannot set up locations and lines, but can open and close stations (changeStation). */
const frontDesk: RoleTemplate = {
  Code: 'FrontDesk',
  Name: 'Front desk',
  Description: 'Receives customers at the locations where the user works.',
  Permissions: [
    ...['listLocations', 'readLocation', 'listLines', 'readLine', 'listStations', 'readStation', 'changeStation'],
    ...[
      'listQueue',
      'listVisits',
      'callNext',
      'listCheckins',
      'readCheckin',
      'saveCheckin',
      'updateCheckin',
      'cancelCheckin',
    ],
    ...['arriveForBooking', 'takeBackArrival'],
    ...['readVisitQuestionnaire', 'answerVisit', 'reportVisits', 'listCustomers', 'readCheckinHistory'],
    ...['listFreeTimes', 'listBookings', 'addBooking', 'readBooking', 'changeBooking', 'reportBookings'],
    ...['readBookingRule', 'listSpecialDays'],
    ...['uploadFile', 'downloadFile', 'listVisitDocuments', 'addVisitDocument', 'removeVisitDocument'],
  ],
};

/** The templates of `agency role create`, by name. */
export const roleTemplates: ReadonlyMap<string, RoleTemplate> = new Map([['front-desk', frontDesk]]);
