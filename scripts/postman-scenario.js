'use strict';

// The scenario of the collection on a fresh demo: later requests read, change and remove the records that earlier ones
// add. Requests not listed here use the examples of the OpenAPI document.

/** Variables of the collection; the requests fill in the empty ones. */
const variables = {
  baseUrl: 'http://127.0.0.1:3000',
  userName: 'admin@demo.test',
  password: 'demo agency pass phrase',
  newPassword: '',
  code: '',
  bearerToken: '',
  refreshToken: '',
  taskId: '',
  linkId: '',
  checkinId: '',
  customerId: '',
  locationId: '',
  lineId: '',
  questionId: '',
  otherQuestionId: '',
  teamMemberId: '',
  otherTeamMemberId: '',
  officeId: '',
  officeLineId: '',
  stationId: '',
  eventTypeId: '',
  policyDocumentId: '',
  contactId: '',
  activityId: '',
  agentId: '',
  webhookId: '',
  deliveryId: '',
  slotRequestId: '',
  roleId: '',
  surveyId: '',
  surveyGuid: '',
};

/** Variables that the user may change. */
const own = ['baseUrl', 'userName', 'password', 'newPassword', 'code'];

const tokens = [
  ['bearerToken', 'answer.BearerToken'],
  ['refreshToken', 'answer.RefreshToken'],
];
// The front desk's examples use the first location, so requests that change visits or lines use another.
const elsewhere = "answer.CustomerCheckins.find(({ LocationId }) => LocationId !== 'a18d631ca3244bdb8e871c425bd24982')";
const visit = { Id: '{{checkinId}}' };
const questionnaire = { CustomerCheckInId: '{{checkinId}}', RO: 'false' };
const line = { LineId: '{{lineId}}' };
const question = { Id: '{{questionId}}' };
const answers = { LineQuestions: [{ Id: '{{questionId}}', Answer: 'Yes' }] };
const asked = { Question: 'Did you bring your last statement?' };
const member = { TeamMemberID: '{{teamMemberId}}' };
const contact = { ContactId: '{{contactId}}' };
const office = { LocationId: '{{officeId}}' };
const officeLine = { Id: '{{officeLineId}}' };
const station = { StationId: '{{stationId}}' };
const webhook = { WebhookId: '{{webhookId}}' };
const role = { RoleId: '{{roleId}}' };
const policyDocument = { Id: '{{policyDocumentId}}' };
const range = { StartDate: '2026-01-01', EndDate: '2026-12-31' };
const quarter = { ParamStartDate: '2026-01-01', ParamEndDate: '2026-03-31' };

/**
 * By operation: the body, the path's placeholders, the values to save from the response (variable: expression over
 * `answer`), the expected statuses if not only 200, whether the response may be empty (`mayBeEmpty`), and whether its
 * records differ from those of the path or body (`elsewhere`).
 */
const steps = {
  login: { body: { UserName: '{{userName}}', Password: '{{password}}', Code: '{{code}}' }, save: tokens },
  refresh: { body: { RefreshToken: '{{refreshToken}}' }, elsewhere: true, save: tokens },
  // Passwords change only if you set the variables.
  changePassword: { body: { CurrentPassword: '{{password}}', NewPassword: '{{newPassword}}' }, statuses: [200, 400] },
  forgetPassword: { body: { UserName: '{{userName}}' } },
  // The token is in a mail.
  resetPassword: { statuses: [200, 404], elsewhere: true },
  enrol: { body: { Password: '{{password}}' } },
  // The receiver may have unsubscribed by now.
  resendMessage: { statuses: [200, 404, 409] },
  // On a fresh demo, the administrator has only the session of this request.
  endSession: { statuses: [200, 404] },
  confirmMfa: { body: { Code: '{{code}}' }, statuses: [200, 400] },
  // Only browsers can complete this sign-in, and a demo has no provider.
  startOpenId: { statuses: [200, 400, 404] },
  exchangeOpenIdCode: { statuses: [200, 401, 404], elsewhere: true },

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
    body: { CustomerId: '{{customerId}}', LocationId: '{{locationId}}', LineId: '{{lineId}}' },
    save: [['checkinId', 'answer.CustomerCheckins[0].Id']],
  },

  listContactsByActivityInRange: { path: range },
  summarizeSecurities: { path: { ...quarter, AgentID: '2' } },
  summarizeOwnSecurities: { path: quarter },

  createLineQuestions: {
    body: { LineQuestions: [{ LineId: '{{lineId}}', ...asked }] },
    save: [['questionId', 'answer.LineQuestions[0].Id']],
  },
  createQuestionsOfLine: {
    path: line,
    body: { LineQuestions: [{ Question: 'May we call you?' }] },
    save: [['otherQuestionId', 'answer.LineQuestions[0].Id']],
  },
  listQuestionsOfLine: { path: line },
  readLineQuestion: { path: question },
  changeLineQuestion: { path: question, body: { LineQuestions: [{ Active: true }] } },
  updateLineQuestion: { path: question, body: { LineQuestions: [asked] } },
  updateLineQuestions: { body: { LineQuestions: [{ Id: '{{questionId}}', Active: true }] } },
  updateQuestionsOfLine: { path: line, body: { LineQuestions: [{ Id: '{{questionId}}', Active: true }] } },
  readQuestionnaire: { path: questionnaire },
  answerQuestionnaire: { path: questionnaire, body: answers },
  updateQuestionnaire: { path: questionnaire, body: answers },
  clearQuestionnaire: { path: questionnaire },
  removeLineQuestion: { path: question },
  removeLineQuestions: { body: { LineQuestions: [{ Id: '{{otherQuestionId}}' }] } },
  removeQuestionsOfLine: { path: line },

  listContactDocuments: { path: { ContactId: '1' } },
  listAgentDocuments: { path: { AgentId: '2' } },

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
  changeProjectTeamMembers: {
    body: { ProjectTeamMembers: [{ TeamMemberID: '{{teamMemberId}}', MemberRole: 'Lead' }] },
  },
  removeProjectTeamMember: { path: member },
  removeProjectTeamMembers: { body: { ProjectTeamMembers: [{ TeamMemberID: '{{otherTeamMemberId}}' }] } },

  // The administrator has no agent, and therefore no requests.
  listMySlotDistrictRequests: { mayBeEmpty: true },

  // Companion operations, group by group.
  readVisitQuestionnaire: { elsewhere: true },
  answerVisit: { elsewhere: true },
  listVisitDocuments: { elsewhere: true },
  addVisitDocument: { elsewhere: true },
  removeVisitDocument: { statuses: [200, 404], elsewhere: true },
  removeDocument: { statuses: [200, 404] },
  addAgent: { save: [['agentId', 'answer.Agents[0].AgentId']] },
  readAgent: { path: { AgentId: '2' } },
  listDownline: { path: { AgentId: '2' }, elsewhere: true },
  changeAgent: { path: { AgentId: '{{agentId}}' } },
  summarizeBranch: { path: quarter },
  addContact: { save: [['contactId', 'answer.Contacts[0].ContactId']] },
  readContact: { path: contact },
  changeContact: { path: contact },
  changeContacts: { body: { Contacts: [{ ContactId: '{{contactId}}', Tags: 'VIP, referral' }] } },
  lockContact: { path: contact },
  unlockContact: { path: contact },
  shareContact: { path: contact },
  transferContacts: { body: { agent: { AgentId: 2 }, Contacts: [{ ContactId: '{{contactId}}' }] } },
  listContactActivities: { path: { ContactId: '1' } },
  logActivity: { path: contact, save: [['activityId', 'answer.Activities[0].ActivityId']] },
  changeActivity: { path: { ActivityId: '{{activityId}}' } },
  removeActivity: { path: { ActivityId: '{{activityId}}' } },
  mergeContacts: { path: { ContactId: '7' } },
  unmergeContacts: { path: { ContactId: '7' }, elsewhere: true },
  removeContact: { path: contact },
  restoreContact: { path: contact },
  addLocation: { save: [['officeId', 'answer.Locations[0].LocationId']] },
  readLocation: { path: office },
  changeLocation: { path: office },
  removeLocation: { path: office },
  addLine: {
    body: { ...office, Name: 'Beneficiary change', ServiceDurationMinutes: 15 },
    save: [['officeLineId', 'answer.Lines[0].Id']],
  },
  readLine: { path: officeLine },
  changeLine: { path: officeLine },
  removeLine: { path: officeLine },
  addStation: {
    body: { ...office, Name: 'Desk 1', Open: true, LineIds: ['{{officeLineId}}'] },
    save: [['stationId', 'answer.Stations[0].StationId']],
  },
  readStation: { path: station },
  changeStation: { path: station },
  removeStation: { path: station },

  // In a second run, the station still has the visit that the first run called.
  callNext: { statuses: [200, 409] },

  // A second run must succeed too, so names include the time.
  addUser: {
    body: { UserName: 'pat.{{$timestamp}}@example.com', DisplayName: 'Pat Doe', Roles: ['Worker'] },
  },
  listUserSessions: { mayBeEmpty: true },
  readUserSession: { statuses: [200, 404] },
  endUserSessions: { mayBeEmpty: true },
  endUserSession: { statuses: [200, 404] },
  addRole: { save: [['roleId', 'answer.Roles[0].RoleId']] },
  changeRole: { path: role },
  removeRole: { path: role },
  addSurvey: { save: [['surveyId', 'answer.Surveys[0].SurveyId']] },
  readSurvey: { path: { SurveyId: '{{surveyId}}' } },
  changeSurvey: { path: { SurveyId: '{{surveyId}}' } },
  inviteContacts: { save: [['surveyGuid', 'answer.Invitations[0].SurveyGuid']] },
  readInvitation: { path: { SurveyGuid: '{{surveyGuid}}' } },
  // The administrator has no agent, and therefore no calendar.
  makeCalendar: { statuses: [200, 409] },
  endCalendar: { statuses: [200, 404] },
  addWebhook: { save: [['webhookId', 'answer.Webhooks[0].WebhookId']] },
  readWebhook: { path: webhook },
  changeWebhook: { path: webhook },
  renewWebhookSecret: { path: webhook },
  testWebhook: { path: webhook, save: [['deliveryId', 'answer.Deliveries[0].DeliveryId']] },
  listDeliveries: { path: webhook },
  // The service may still try the delivery.
  redeliver: { path: { ...webhook, DeliveryId: '{{deliveryId}}' }, statuses: [200, 409] },
  removeWebhook: { path: webhook },
  addSlotDistrictApproval: { save: [['slotRequestId', 'answer.SlotDistrictApprovals[0].SlotDistrictApprovalID']] },
  // 409 in a second run: the first run has already given this slot to another request.
  decideSlotDistrictApproval: { path: { Id: '{{slotRequestId}}' }, statuses: [200, 409] },
  addEventType: { save: [['eventTypeId', 'answer.EventType[0].EventTypeId']] },
  changeEventType: { path: { EventTypeId: '{{eventTypeId}}' } },
  addPolicyDocument: { save: [['policyDocumentId', 'answer.PolicyDocuments[0].Id']] },
  readPolicyDocument: { path: policyDocument },
  changePolicyDocument: { path: policyDocument },
  removePolicyDocument: { path: policyDocument },
  // In a second run, these records exist already.
  addState: { statuses: [200, 409] },
  addCounty: { statuses: [200, 409] },
  addDistrict: { statuses: [200, 409] },
  addSchool: { statuses: [200, 409] },
  addRecordType: { statuses: [200, 409] },
};

/** Variables with a number, which a body contains without quotation marks. */
const numbers = ['questionId', 'otherQuestionId', 'teamMemberId', 'otherTeamMemberId', 'contactId'];

/**
 * The steps of unlisted operations that add a record, or use one by its id: the POST saves the id of the new record,
 * and the other calls use this id, so that the record of the demo remains for a second run.
 */
function ownRecordSteps({ paths, components }) {
  const made = {};
  for (const [byId, item] of Object.entries(paths)) {
    const [, path, key] = /^(.*)\/\{(\w+)\}$/.exec(byId) ?? [];
    const add = paths[path]?.post;
    if (!item.delete || !add || path.includes('{')) continue;
    if ([add, ...Object.values(item)].some(({ operationId }) => operationId in steps)) continue;
    const { $ref } = add.responses['200'].content['application/json'].schema;
    const { properties } = components.schemas[$ref.split('/').at(-1)];
    const list = Object.keys(properties).find((name) => properties[name].type === 'array');
    const variable = key.replace(/^./, (first) => first.toLowerCase()).replace(/ID$/, 'Id');
    made[add.operationId] = { save: [[variable, `answer.${list}[0].${key}`]] };
    for (const { operationId } of Object.values(item)) made[operationId] = { path: { [key]: `{{${variable}}}` } };
  }
  return made;
}

/** The step of an operation that is not listed. In a second run, the change of the record is undone already. */
function otherStep(operation) {
  // A session may have ended.
  if (operation === 'readUserSessionHistory') return { statuses: [200, 404], elsewhere: true };
  if (/^read.+History$/.test(operation)) return { mayBeEmpty: true, elsewhere: true };
  return /^revert/.test(operation) ? { statuses: [200, 409], elsewhere: true } : {};
}

module.exports = { variables, own, steps, ownRecordSteps, otherStep, numbers };
