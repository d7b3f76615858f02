'use strict';

// The scenario of the collection on a fresh demo: later requests read, change and remove the records that earlier ones
// add. Requests not listed here use the examples of the OpenAPI document. The order of `steps` is that of the requests.

/** Variables of the collection that the user may change. The requests save the others. */
const variables = {
  baseUrl: 'http://127.0.0.1:3000',
  userName: 'admin@demo.test',
  password: 'demo agency pass phrase',
  newPassword: '',
  code: '',
};

const tokens = [
  ['bearerToken', 'answer.BearerToken'],
  ['refreshToken', 'answer.RefreshToken'],
  ['expiresAt', 'answer.ExpiresAt'],
];
/** Values of the demo for variables that requests of another folder save, so that each folder runs alone. */
const initial = { lineId: 'ee009e60c2d843a886b7cde2df9daf4d', checkinId: 'd0000000000f4b1c9a7e6d5c4b3a2910' };
// The front desk's examples use the first location, so requests that change visits or lines use another.
const elsewhere = "answer.CustomerCheckins.find(({ LocationId }) => LocationId !== 'a18d631ca3244bdb8e871c425bd24982')";
const visit = { Id: '{{checkinId}}' };
const questionnaire = { CustomerCheckInId: '{{checkinId}}', RO: 'false' };
const line = { LineId: '{{lineId}}' };
const question = { Id: '{{questionId}}' };
const answers = { LineQuestions: [{ ...question, Answer: 'Yes' }] };
const asked = { Question: 'Did you bring your last statement?' };
const member = { TeamMemberID: '{{teamMemberId}}' };
const contact = { ContactId: '{{newContactId}}' };
const quarter = { ParamStartDate: '2026-01-01', ParamEndDate: '2026-03-31' };

/**
 * By operation: the body, the path's placeholders, the values to save from the response (variable: expression over
 * `answer`), the expected statuses if not only 200, and whether the response may be empty (`mayBeEmpty`).
 */
const steps = {
  login: { body: { UserName: '{{userName}}', Password: '{{password}}', Code: '{{code}}' }, save: tokens },
  refresh: { body: { RefreshToken: '{{refreshToken}}' }, save: tokens },
  logout: { save: [['expiresAt', "''"]] },
  // Passwords change only if you set the variables.
  changePassword: { body: { CurrentPassword: '{{password}}', NewPassword: '{{newPassword}}' }, statuses: [200, 400] },
  forgetPassword: { body: { UserName: '{{userName}}' } },
  // The token is in a mail.
  resetPassword: { statuses: [200, 404] },
  enrol: { body: { Password: '{{password}}' } },
  confirmMfa: { body: { Code: '{{code}}' }, statuses: [200, 400] },
  // In a second run, the document is gone.
  removeVisitDocument: { statuses: [200, 404] },
  // On a fresh demo, the administrator has only the session of this request.
  endSession: { statuses: [200, 404] },
  // Only browsers can complete this sign-in, and a demo has no provider.
  startOpenId: { statuses: [200, 400, 404] },
  exchangeOpenIdCode: { statuses: [200, 401, 404] },
  // The receiver may have unsubscribed by now.
  resendMessage: { statuses: [200, 404, 409] },

  addGanttTask: { save: [['taskId', 'answer.id']] },
  changeGanttTask: { path: { id: '{{taskId}}' } },
  moveGanttTask: { path: { id: '{{taskId}}' } },
  removeGanttTask: { path: { id: '{{taskId}}' } },
  addGanttLink: { body: { source: '1', target: '{{taskId}}', type: 0 }, save: [['linkId', 'answer.id']] },
  changeGanttLink: { path: { id: '{{linkId}}' } },
  removeGanttLink: { path: { id: '{{linkId}}' } },

  listCheckins: {
    save: [
      ['checkinId', `${elsewhere}.Id`],
      ['customerId', `${elsewhere}.CustomerId`],
      ['locationId', `${elsewhere}.LocationId`],
      ['lineId', `${elsewhere}.LineId`],
    ],
  },
  readCheckin: { path: visit },
  updateCheckin: { path: visit, body: { SendReminders: true } },
  cancelCheckin: { body: visit },
  cancelCheckinById: { path: visit, body: visit },
  saveCheckin: {
    body: { CustomerId: '{{customerId}}', LocationId: '{{locationId}}', ...line },
    save: [['checkinId', 'answer.CustomerCheckins[0].Id']],
  },

  listContactsByActivityInRange: { path: { StartDate: '2026-01-01', EndDate: '2026-12-31' } },
  summarizeSecurities: { path: { ...quarter, AgentID: '2' } },
  summarizeOwnSecurities: { path: quarter },

  createLineQuestions: {
    body: { LineQuestions: [{ ...line, ...asked }] },
    save: [['questionId', 'answer.LineQuestions[0].Id']],
  },
  updateLineQuestions: { body: { LineQuestions: [{ ...question, Active: true }] } },
  createQuestionsOfLine: {
    path: line,
    body: { LineQuestions: [{ Question: 'May we call you?' }] },
    save: [['otherQuestionId', 'answer.LineQuestions[0].Id']],
  },
  listQuestionsOfLine: { path: line },
  readLineQuestion: { path: question },
  changeLineQuestion: { path: question, body: { LineQuestions: [{ Active: true }] } },
  updateLineQuestion: { path: question, body: { LineQuestions: [asked] } },
  updateQuestionsOfLine: { path: line, body: { LineQuestions: [{ ...question, Active: true }] } },
  readQuestionnaire: { path: questionnaire },
  answerQuestionnaire: { path: questionnaire, body: answers },
  updateQuestionnaire: { path: questionnaire, body: answers },
  clearQuestionnaire: { path: questionnaire },
  removeLineQuestion: { path: question },
  removeLineQuestions: { body: { LineQuestions: [{ Id: '{{otherQuestionId}}' }] } },
  removeQuestionsOfLine: { path: line },

  addProjectTeamMembers: {
    body: {
      ProjectTeamMembers: [
        { ProjectID: 1, ContactID: 40, MemberRole: 'Coordinator' },
        { ProjectID: 1, ContactID: 41, MemberRole: 'Presenter' },
      ],
    },
    save: [
      ['teamMemberId', 'answer.ProjectTeamMembers[0].TeamMemberID'],
      ['otherTeamMemberId', 'answer.ProjectTeamMembers[1].TeamMemberID'],
    ],
  },
  readProjectTeamMember: { path: member },
  changeProjectTeamMember: { path: member },
  postProjectTeamMember: { path: member },
  changeProjectTeamMembers: { body: { ProjectTeamMembers: [{ ...member, MemberRole: 'Lead' }] } },
  removeProjectTeamMember: { path: member },
  removeProjectTeamMembers: { body: { ProjectTeamMembers: [{ TeamMemberID: '{{otherTeamMemberId}}' }] } },

  listContactDocuments: { path: { ContactId: '1' } },
  listAgentDocuments: { path: { AgentId: '2' } },
  changeContacts: { body: { Contacts: [{ ...contact, Tags: 'VIP, referral' }] } },
  transferContacts: { body: { agent: { AgentId: 2 }, Contacts: [contact] } },
  listContactActivities: { path: { ContactId: '1' } },
  // In a second run, the first one has merged the contacts.
  mergeManyContacts: { statuses: [200, 404] },
  mergeContacts: { path: { ContactId: '7' } },
  unmergeContacts: { path: { ContactId: '7' } },
  logActivity: { path: contact, save: [['activityId', 'answer.Activities[0].ActivityId']] },
  changeActivity: { path: { ActivityId: '{{activityId}}' } },
  removeActivity: { path: { ActivityId: '{{activityId}}' } },
  summarizeBranch: { path: quarter },

  addLine: { body: { LocationId: '{{newLocationId}}', Name: 'Beneficiary change', ServiceDurationMinutes: 15 } },
  // The example is a dry run, which adds no day that later requests could change.
  addSpecialDay: { body: { FirstDay: '2028-07-04', LastDay: '2028-07-04', Name: 'Independence Day' } },
  addStation: { body: { LocationId: '{{newLocationId}}', Name: 'Desk 1', Open: true, LineIds: ['{{newLineId}}'] } },
  // In a second run, the station still has the visit that the first run called.
  callNext: { statuses: [200, 409] },

  // A second run must succeed too, so the name includes the time.
  addUser: { body: { UserName: 'pat.{{$timestamp}}@example.com', DisplayName: 'Pat Doe', Roles: ['Worker'] } },
  listUserSessions: { mayBeEmpty: true },
  readUserSession: { statuses: [200, 404] },
  readUserSessionHistory: { statuses: [200, 404], mayBeEmpty: true },
  endUserSessions: { mayBeEmpty: true },
  endUserSession: { statuses: [200, 404] },
  addSurvey: { save: [['surveyId', 'answer.Surveys[0].SurveyId']] },
  readSurvey: { path: { SurveyId: '{{surveyId}}' } },
  changeSurvey: { path: { SurveyId: '{{surveyId}}' } },
  // With `Again`, the invitation is open even if the contact has answered an earlier one.
  inviteContacts: {
    body: { SurveyId: 1, Contacts: [{ ContactId: 31 }, { ContactId: 37 }], Again: true },
    save: [['surveyGuid', 'answer.Invitations[0].SurveyGuid']],
  },
  readInvitation: { path: { SurveyGuid: '{{surveyGuid}}' } },
  // In a second run, the first one has sent the reminders.
  remindContacts: { mayBeEmpty: true },
  // The administrator has no agent, and therefore no calendar and no requests.
  listMySlotDistrictRequests: { mayBeEmpty: true },
  makeCalendar: { statuses: [200, 409] },
  endCalendar: { statuses: [200, 404] },
  testWebhook: { save: [['deliveryId', 'answer.Deliveries[0].DeliveryId']] },
  listDeliveries: {},
  // The service may still try the delivery.
  redeliver: { path: { WebhookId: '{{newWebhookId}}', DeliveryId: '{{deliveryId}}' }, statuses: [200, 409] },
  addSlotDistrictApproval: { save: [['slotRequestId', 'answer.SlotDistrictApprovals[0].SlotDistrictApprovalID']] },
  // 409 in a second run: the first run has run and undone the demo's import.
  changeImport: { statuses: [200, 409] },
  runImport: { statuses: [200, 409] },
  undoImport: { statuses: [200, 409] },
  // 409 in a second run: the first run has already given this slot to another request.
  decideSlotDistrictApproval: { path: { Id: '{{slotRequestId}}' }, statuses: [200, 409] },
  addEventType: { save: [['eventTypeId', 'answer.EventType[0].EventTypeId']] },
  changeEventType: { path: { EventTypeId: '{{eventTypeId}}' } },
  // In a second run, these records exist already.
  addState: { statuses: [200, 409] },
  addCounty: { statuses: [200, 409] },
  addDistrict: { statuses: [200, 409] },
  addSchool: { statuses: [200, 409] },
  addRecordType: { statuses: [200, 409] },
};

/** The last requests of their folders, in this order. */
const last = ['removeQuestionsOfLine', 'restoreContact', 'saveCheckin', 'logout'];

/** Variables with a number, which a body contains without quotation marks. */
const numbers = ['questionId', 'otherQuestionId', 'teamMemberId', 'otherTeamMemberId', 'newContactId'];

/**
 * The steps of operations that add a record, or use one by its id: the POST saves the id of the new record, and the
 * other calls use this id, so that the record of the demo remains for a second run.
 */
function ownRecordSteps({ paths }, resolved) {
  const made = {};
  for (const [byId, { delete: remove }] of Object.entries(paths)) {
    const [, path, name, key] = /^(.*\/(\w+))\/\{(\w+)\}$/.exec(byId) ?? [];
    const add = paths[path]?.post;
    if (!remove || !add || path.includes('{') || steps[add.operationId]?.save) continue;
    const { properties } = resolved(resolved(add.responses[200]).content['application/json'].schema);
    const list = Object.keys(properties).find((property) => properties[property].type === 'array');
    const variable = `new${name.replace(/s$/, '')}Id`;
    made[add.operationId] = { ...steps[add.operationId], save: [[variable, `answer.${list}[0].${key}`]] };
    for (const [under, item] of Object.entries(paths))
      if (under.startsWith(byId) && !under.includes('/History'))
        for (const { operationId, tags } of Object.values(item))
          if (tags[0] === add.tags[0])
            made[operationId] = { path: { [key]: `{{${variable}}}` }, ...steps[operationId] };
  }
  return made;
}

/** The step of an operation that is not listed. In a second run, the change of the record is undone already. */
function stepOf(operation) {
  if (/^read.+History$/.test(operation)) return { mayBeEmpty: true };
  return /^revert/.test(operation) ? { statuses: [200, 409] } : {};
}

module.exports = { initial, last, numbers, ownRecordSteps, stepOf, steps, variables };
