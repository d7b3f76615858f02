import { ofExtras } from '../support/suites/of-extras.js';
import { companionGroups, companionPlaceholders } from './companion.js';
import { historyGroups } from './companion/history.js';
import { agents, crud, everyone, type Group, type Verb } from './group.js';
import { records } from './records.js';

const ResponseStatus = 'ResponseStatus';

const interfaceGroups: Readonly<Record<string, Group>> = {
  E1: {
    title: 'Smartsheet line transfer',
    routes: { '/v1/Smartsheets/TransferLines': ['POST'] },
    access: agents,
    request: { agent: 'Agent', lines: 'list<SmartsheetRecord>' },
    response: { ResponseStatus, lines: 'list<SmartsheetRecord>' },
    list: 'lines',
  },
  E2: {
    title: 'Gantt tasks',
    routes: { '/v1/webix/gantt/tasks': ['POST'], '/v1/webix/gantt/tasks/{id}': ['DELETE', 'PUT'] },
    access: 'authenticated',
    request: records.WebixGanttTask,
    response: records.WebixGanttTask,
    bare: true,
  },
  E3: {
    title: 'Customer check-ins',
    routes: {
      '/v1/CustomerCheckins': ['GET', 'POST', 'DELETE'],
      '/v1/CustomerCheckins/{Id}': ['GET', 'POST', 'DELETE'],
    },
    access: agents,
    request: { ...records.CustomerCheckinObject, ApiKey: 'string' },
    response: {
      ResponseStatus,
      CustomerCheckins: 'list<CustomerCheckinObject>',
      CustomerCheckinRequirements: 'CheckinInformation',
    },
    list: 'CustomerCheckins',
  },
  E4: {
    title: 'Activity tracker',
    routes: {
      '/v1/ActivityTracker': ['POST'],
      '/v1/ActivityTracker/{CommandType}': ['GET'],
      '/v1/ActivityTracker/{CommandType}/{StartDate}/{EndDate}': ['GET'],
    },
    access: agents,
    request: {
      StartDate: 'datetime',
      EndDate: 'datetime',
      Contact: 'Contact',
      EventTypeId: 'int32',
      CommandType: 'string',
    },
    response: { ResponseStatus, Contact: 'list<Contact>' },
    list: 'Contact',
  },
  E5: {
    title: 'Securities summary',
    routes: {
      '/v1/SecuritiesSummary/DateRange/{ParamStartDate}/{ParamEndDate}/{AgentID}': ['GET'],
      '/v1/SecuritiesSummary/DateRange/{ParamStartDate}/{ParamEndDate}': ['GET'],
    },
    access: agents,
    request: {
      ListingSummary: 'list<ListingSummary>',
      AgentID: 'int32',
      ParamStartDate: 'day',
      ParamEndDate: 'day',
    },
    response: { ResponseStatus, ListingSummary: 'list<ListingSummary>' },
    list: 'ListingSummary',
  },
  E6: {
    title: 'Line questions',
    routes: {
      '/v1/LineQuestions': crud,
      '/v1/LineQuestions/{Id}': crud,
      '/v1/LineQuestions/Line/{LineId}': crud,
      '/v1/LineQuestions/Line/Questionnaire/{CustomerCheckInId}/{RO}': crud,
    },
    access: ['Administrator'],
    request: {
      Id: 'int32',
      LineId: 'string',
      CustomerCheckInId: 'string',
      RO: 'boolean',
      LineQuestions: 'list<LineQuestion>',
    },
    response: { ResponseStatus, LineQuestions: 'list<LineQuestion>' },
    list: 'LineQuestions',
  },
  E7: {
    title: 'Role by id',
    routes: { '/v1/Roles/{RoleId}': ['GET'] },
    access: 'authenticated',
    request: { RoleId: 'int32' },
    response: records.Role,
    bare: true,
  },
  E8: {
    title: 'Survey administration (gift card)',
    routes: { '/v1/SurveyAdmin/GiftCard': ['GET'] },
    access: agents,
    request: { SurveyId: 'int32', Answers: 'list<SurveyResponse>' },
    response: { Answers: 'list<SurveyResponse>', ResponseStatus },
    list: 'Answers',
  },
  E9: {
    title: 'Survey answer submission (gift card)',
    routes: { '/v1/Survey/GiftCard/Answer': ['POST'] },
    access: agents,
    request: { SurveyGuid: 'GUID', Responses: 'list<SurveyQuestionResponse>' },
    response: { Success: 'boolean', ResponseStatus },
  },
  E10: {
    title: 'Dropbox document groups',
    routes: {
      '/v1/Dropbox/DocumentGroups/{ContactId}': ['GET'],
      '/v1/Dropbox/DocumentGroups/Agent/{AgentId}': ['GET'],
    },
    access: agents,
    request: { Dropbox: 'list<Dropbox>', ContactId: 'int32', AgentId: 'int32' },
    response: { ResponseStatus, Dropbox: 'list<DropboxExtended>' },
    list: 'Dropbox',
  },
  E11: {
    title: 'Slot district requests of the caller',
    routes: { '/v1/SlotDistrictMyRequests': ['GET'] },
    access: agents,
    request: {},
    response: { ResponseStatus, SlotDistrictApproval: 'list<SlotDistrictApprovalExtended>' },
    list: 'SlotDistrictApproval',
  },
  E12: {
    title: 'Project team members',
    routes: { '/v1/ProjectTeamMembers': crud, '/v1/ProjectTeamMembers/{TeamMemberID}': crud },
    access: 'authenticated',
    request: { TeamMemberID: 'int32', ProjectTeamMembers: 'list<ProjectTeamMember>' },
    response: { ResponseStatus, ProjectTeamMembers: 'list<ProjectTeamMember>' },
    list: 'ProjectTeamMembers',
  },
  E13: {
    title: 'Agent dropdown',
    routes: { '/v1/Agent/Dropdown': ['GET'] },
    access: everyone,
    request: {},
    response: { ResponseStatus, Agents: 'list<AgentDD>' },
    list: 'Agents',
  },
  E14: {
    title: 'Event types',
    routes: { '/v1/EventType': ['GET'], '/v1/EventType/{EventTypeId}': ['GET'] },
    access: everyone,
    request: { EventTypeId: 'int32', EventType: 'list<EventType>' },
    response: { ResponseStatus, EventType: 'list<EventType>' },
    list: 'EventType',
  },
  E15: {
    title: 'Policy document defaults',
    routes: { '/v1/PolicyDocumentDefaults/{RecordType}': ['GET'] },
    access: agents,
    request: { RecordType: 'string' },
    response: { ResponseStatus, PolicyDocuments: 'list<PolicyDocument>' },
    list: 'PolicyDocuments',
  },
};

/** The groups of the interface, E1 to E15, and then the companion groups. */
const others = { ...interfaceGroups, ...companionGroups };
export const groups: Readonly<Record<string, Group>> = { ...others, ...historyGroups(others) };

/** Routes under /v1 that belong to no group: those of the Gantt widget, and those for signing in. */
export const additions: Readonly<Record<string, readonly Verb[]>> = {
  '/v1/webix/gantt/tasks': ['GET'],
  '/v1/webix/gantt/tasks/{id}/position': ['PUT'],
  '/v1/webix/gantt/jobtypes': ['GET'],
  '/v1/webix/gantt/links': ['GET', 'POST'],
  '/v1/webix/gantt/links/{id}': ['PUT', 'DELETE'],
  '/v1/Auth/Login': ['POST'],
  '/v1/Auth/Refresh': ['POST'],
  '/v1/Auth/Logout': ['POST'],
  '/v1/Auth/Password': ['POST'],
  '/v1/Auth/Password/Forgot': ['POST'],
  '/v1/Auth/Password/Reset': ['POST'],
  '/v1/Auth/Me': ['GET'],
  '/v1/Auth/Sessions': ['GET', 'DELETE'],
  '/v1/Auth/Sessions/{SessionId}': ['DELETE'],
  '/v1/Auth/Mfa/Enrol': ['POST'],
  '/v1/Auth/Mfa/Confirm': ['POST'],
  ...ofExtras.routes,
};

/** A value of the right type for each placeholder. No record has this value. */
export const placeholders: Readonly<Record<string, string>> = {
  id: '987654',
  Id: '987654',
  CommandType: 'All',
  StartDate: '2026-01-01T00:00:00.0000000',
  EndDate: '2026-01-31T00:00:00.0000000',
  ParamStartDate: '2026-01-01',
  ParamEndDate: '2026-01-31',
  AgentID: '987654',
  AgentId: '987654',
  ContactId: '987654',
  RoleId: '987654',
  LineId: '0123456789abcdef0123456789abcdef',
  CustomerCheckInId: '0123456789abcdef0123456789abcdef',
  RO: 'true',
  TeamMemberID: '987654',
  EventTypeId: '987654',
  SessionId: '0123456789abcdef0123456789abcdef',
  RecordType: 'No such type',
  ...companionPlaceholders,
};

/** Groups whose Id is a GUID. */
const byGuid = /\/(CustomerCheckins|Lines)\//;

/** The path with a value in each of its placeholders. */
export function filled(path: string, values: Readonly<Record<string, string>> = {}): string {
  const Id = byGuid.test(path) ? placeholders.LineId : placeholders.Id;
  const known: Record<string, string> = { ...placeholders, Id, ...values };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(known[name]));
}

/** The verbs of a path in all groups and in `additions`. */
export function verbsOf(path: string): Verb[] {
  const documented = Object.values(groups).flatMap(({ routes }) => routes[path] ?? []);
  return [...documented, ...(additions[path] ?? [])];
}
