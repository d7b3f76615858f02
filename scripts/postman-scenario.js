'use strict';

// How the collection runs on a fresh demo from its first request to its last: what a request adds is what later ones
// read, change and remove. Everything that is not stated here is the example of the OpenAPI document.

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
  agentId: '',
  projectId: '',
  slotRequestId: '',
  roleId: '',
  surveyId: '',
  surveyGuid: '',
};

/** Those that are the user's to change. */
const own = ['baseUrl', 'userName', 'password', 'newPassword', 'code'];

const tokens = [
  ['bearerToken', 'answer.BearerToken'],
  ['refreshToken', 'answer.RefreshToken'],
];
// The examples of the front desk are of the first location: what changes a visit or a line does so at another.
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
const project = { ProjectID: '{{projectId}}' };
const policyDocument = { Id: '{{policyDocumentId}}' };
const role = { RoleId: '{{roleId}}' };
const range = { StartDate: '2026-01-01', EndDate: '2026-12-31' };
const quarter = { ParamStartDate: '2026-01-01', ParamEndDate: '2026-03-31' };

/**
 * By operation: the body and the path's placeholders, what to save of the answer (variable, expression over `answer`),
 * the statuses to expect where it is not 200 alone, that there may be no record (`mayBeEmpty`), and that those of the
 * answer are not those of the path or the body (`elsewhere`).
 */
const steps = {
  login: { body: { UserName: '{{userName}}', Password: '{{password}}', Code: '{{code}}' }, save: tokens },
  refresh: { body: { RefreshToken: '{{refreshToken}}' }, elsewhere: true, save: tokens },
  // Nothing changes unless a variable says to what.
  changePassword: { body: { CurrentPassword: '{{password}}', NewPassword: '{{newPassword}}' }, statuses: [200, 400] },
  enrol: { body: { Password: '{{password}}' } },
  // A fresh demo's administrator has no session but the one that asks.
  endSession: { statuses: [200, 404] },
  confirmMfa: { body: { Code: '{{code}}' }, statuses: [200, 400] },
  // Nobody but a browser gets through, and a demo knows no provider.
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

  // The administrator has no agent, and so no requests.
  listMySlotDistrictRequests: { mayBeEmpty: true },

  // Companion operations, group by group.
  readVisitQuestionnaire: { elsewhere: true },
  answerVisit: { elsewhere: true },
  addAgent: { save: [['agentId', 'answer.Agents[0].AgentId']] },
  readAgent: { path: { AgentId: '2' } },
  listDownline: { path: { AgentId: '2' }, elsewhere: true },
  changeAgent: { path: { AgentId: '{{agentId}}' } },
  summarizeBranch: { path: quarter },
  addContact: { save: [['contactId', 'answer.Contacts[0].ContactId']] },
  readContact: { path: contact },
  changeContact: { path: contact },
  lockContact: { path: contact },
  unlockContact: { path: contact },
  shareContact: { path: contact },
  transferContacts: { body: { agent: { AgentId: 2 }, Contacts: [{ ContactId: '{{contactId}}' }] } },
  listContactActivities: { path: { ContactId: '1' } },
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

  // What an earlier run did may not be in the way of the next.
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
  addProject: { save: [['projectId', 'answer.Projects[0].ProjectID']] },
  readProject: { path: project },
  changeProject: { path: project },
  removeProject: { path: project },
  addSlotDistrictApproval: { save: [['slotRequestId', 'answer.SlotDistrictApprovals[0].SlotDistrictApprovalID']] },
  decideSlotDistrictApproval: { path: { Id: '{{slotRequestId}}' } },
  addEventType: { save: [['eventTypeId', 'answer.EventType[0].EventTypeId']] },
  changeEventType: { path: { EventTypeId: '{{eventTypeId}}' } },
  addPolicyDocument: { save: [['policyDocumentId', 'answer.PolicyDocuments[0].Id']] },
  readPolicyDocument: { path: policyDocument },
  changePolicyDocument: { path: policyDocument },
  removePolicyDocument: { path: policyDocument },
};

/** Variables that hold a number: in a body they stand without quotation marks. */
const numbers = ['questionId', 'otherQuestionId', 'teamMemberId', 'otherTeamMemberId', 'contactId'];

/** The order within a folder; a request that is not named comes first. */
const order = [
  'listGanttTasks',
  'addGanttTask',
  'changeGanttTask',
  'moveGanttTask',
  'listGanttLinks',
  'addGanttLink',
  'changeGanttLink',
  'removeGanttLink',
  'removeGanttTask',
  'listCheckins',
  'readCheckin',
  'updateCheckin',
  'cancelCheckin',
  'cancelCheckinById',
  'saveCheckin',
  'listLineQuestions',
  'createLineQuestions',
  'readLineQuestion',
  'changeLineQuestion',
  'updateLineQuestion',
  'updateLineQuestions',
  'createQuestionsOfLine',
  'listQuestionsOfLine',
  'updateQuestionsOfLine',
  'readQuestionnaire',
  'answerQuestionnaire',
  'updateQuestionnaire',
  'clearQuestionnaire',
  'removeLineQuestion',
  'removeLineQuestions',
  'removeQuestionsOfLine',
  'listProjectTeamMembers',
  'addProjectTeamMembers',
  'readProjectTeamMember',
  'changeProjectTeamMember',
  'postProjectTeamMember',
  'changeProjectTeamMembers',
  'removeProjectTeamMember',
  'removeProjectTeamMembers',
  'listContacts',
  'addContact',
  'readContact',
  'changeContact',
  'lockContact',
  'unlockContact',
  'shareContact',
  'transferContacts',
  'listContactTransfers',
  'listContactActivities',
  'removeContact',
  'restoreContact',
  'listAgents',
  'addAgent',
  'readAgent',
  'listDownline',
  'changeAgent',
  'summarizeBranch',
  'listQueue',
  'readVisitQuestionnaire',
  'answerVisit',
  'callNext',
  'reportVisits',
  'listLocations',
  'addLocation',
  'readLocation',
  'changeLocation',
  'listLines',
  'addLine',
  'readLine',
  'changeLine',
  'listStations',
  'addStation',
  'readStation',
  'changeStation',
  'removeStation',
  'removeLine',
  'removeLocation',
  'listSurveys',
  'addSurvey',
  'readSurvey',
  'changeSurvey',
  'listInvitations',
  'inviteContacts',
  'readInvitation',
  'listProjects',
  'addProject',
  'readProject',
  'changeProject',
  'removeProject',
  'listSlotDistrictApprovals',
  'addSlotDistrictApproval',
  'decideSlotDistrictApproval',
  'listRoles',
  'addRole',
  'changeRole',
  'removeRole',
  'endUserSession',
  'endUserSessions',
  'makePassword',
  'resetMfa',
  'addEventType',
  'changeEventType',
  'listPolicyDocuments',
  'addPolicyDocument',
  'readPolicyDocument',
  'changePolicyDocument',
  'removePolicyDocument',
  'listRecordSets',
  'exportRecordSet',
  'importRecordSet',
  'readMe',
  'refresh',
  'changePassword',
  'enrol',
  'confirmMfa',
  'logout',
];

module.exports = { variables, own, steps, numbers, order };
