/** A custom role that you can add by its name. Permissions: names of operations. */
interface RoleTemplate {
  Code: string;
  Name: string;
  Description: string;
  Permissions: readonly string[];
}

/** Without the operations that set up locations and lines. changeStation opens and closes a station. */
const frontDesk: RoleTemplate = {
  Code: 'FrontDesk',
  Name: 'Front desk',
  Description: 'Receives customers at the locations where the user works.',
  Permissions: [
    ...['listLocations', 'readLocation', 'listLines', 'readLine', 'listStations', 'readStation', 'changeStation'],
    ...['listQueue', 'callNext', 'listCheckins', 'readCheckin', 'saveCheckin', 'updateCheckin', 'cancelCheckin'],
    ...['readVisitQuestionnaire', 'answerVisit', 'reportVisits', 'listCustomers', 'readCheckinHistory'],
    ...['uploadFile', 'downloadFile', 'listVisitDocuments', 'addVisitDocument', 'removeVisitDocument'],
  ],
};

/** The templates of `agency role create`, by name. */
export const roleTemplates: ReadonlyMap<string, RoleTemplate> = new Map([['front-desk', frontDesk]]);
