import { administrators, agents, type Group } from '../group.js';
import { records as shared, type Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';
const surveys = { ResponseStatus, Surveys: 'list<SurveyWithQuestions>' };
const reward: Fields = { RewardId: 'int32', SurveyGuid: 'GUID', Status: 'string' };

export const records: Readonly<Record<string, Fields>> = {
  SurveyWithQuestions: {
    SurveyId: 'int32',
    Title: 'string',
    Active: 'boolean',
    Questions: 'list<QuestionWithOptions>',
  },
  QuestionWithOptions: {
    QuestionId: 'int32',
    SurveyId: 'int32',
    Text: 'string',
    Kind: 'string',
    Required: 'boolean',
    SortOrder: 'int32',
    MinLabel: 'string',
    MaxLabel: 'string',
    Options: 'list<SurveyOption>',
  },
  SurveyOption: { QuestionId: 'int32', Code: 'string', Label: 'string', SortOrder: 'int32' },
  SurveyInvitation: {
    SurveyGuid: 'GUID',
    SurveyId: 'int32',
    SurveyName: 'string',
    AgentId: 'int32',
    AgentName: 'string',
    ContactId: 'int32',
    ContactName: 'string',
    ExpiresAt: 'datetime',
    AnsweredAt: 'datetime',
  },
  InvitedContact: { ContactId: 'int32' },
  SurveyReward: {
    ...reward,
    SurveyId: 'int32',
    AgentId: 'int32',
    AgentName: 'string',
    ContactId: 'int32',
    ContactName: 'string',
    AnsweredAt: 'datetime',
  },
  AnsweredQuestion: {
    SurveyGuid: 'GUID',
    QuestionId: 'int32',
    Question: 'string',
    ...shared.SurveyResponse,
  },
  SurveyResult: {
    QuestionId: 'int32',
    Question: 'string',
    Code: 'string',
    Label: 'string',
    Answers: 'int32',
    Share: 'decimal',
    MinLabel: 'string',
    MaxLabel: 'string',
  },
};

export const groups: Readonly<Record<string, Group>> = {
  'C6 Surveys': {
    title: 'Surveys',
    routes: { '/v1/Surveys': ['GET', 'POST'], '/v1/Surveys/{SurveyId}': ['GET', 'PUT'] },
    access: agents,
    writers: administrators,
    request: records.SurveyWithQuestions,
    response: surveys,
    list: 'Surveys',
  },
  'C6 Invitations': {
    title: 'Invitations',
    routes: { '/v1/Survey/GiftCard/Invitations': ['GET', 'POST'] },
    access: agents,
    request: { SurveyId: 'int32', Contacts: 'list<InvitedContact>', Again: 'boolean' },
    response: { ResponseStatus, Invitations: 'list<SurveyInvitation>' },
    list: 'Invitations',
  },
  'C6 Reminders': {
    title: 'Invitations',
    routes: { '/v1/Survey/GiftCard/Invitations/Reminders': ['POST'] },
    access: agents,
    request: { SurveyId: 'int32' },
    response: { ResponseStatus, Invitations: 'list<SurveyInvitation>' },
    list: 'Invitations',
  },
  'C6 Questions of an invitation': {
    title: 'Questions of an invitation',
    routes: { '/v1/Survey/GiftCard/{SurveyGuid}': ['GET'] },
    access: agents,
    request: { SurveyGuid: 'GUID' },
    response: surveys,
    list: 'Surveys',
  },
  'C6 Rewards': {
    title: 'Rewards',
    routes: { '/v1/SurveyAdmin/Rewards': ['GET'] },
    access: agents,
    request: { RewardId: 'int32', Status: 'string' },
    response: { ResponseStatus, Rewards: 'list<SurveyReward>' },
    list: 'Rewards',
  },
  'C6 Reward': {
    title: 'Status of a reward',
    routes: { '/v1/SurveyAdmin/Rewards/{RewardId}': ['PUT'] },
    access: administrators,
    request: { RewardId: 'int32', Status: 'string' },
    response: { ResponseStatus, Rewards: 'list<SurveyReward>' },
    list: 'Rewards',
  },
  'C6 Results': {
    title: 'Results',
    routes: { '/v1/SurveyAdmin/Results/{SurveyId}': ['GET'] },
    access: agents,
    request: { SurveyId: 'int32' },
    response: { ResponseStatus, Results: 'list<SurveyResult>' },
    list: 'Results',
  },
  'C6 Answers with their questions': {
    title: 'Results',
    routes: { '/v1/SurveyAdmin/Results/{SurveyId}/Answers': ['GET'] },
    access: agents,
    request: { SurveyId: 'int32', From: 'datetime', To: 'datetime' },
    response: { ResponseStatus, Answers: 'list<AnsweredQuestion>' },
    list: 'Answers',
  },
};

export const placeholders: Readonly<Record<string, string>> = {
  SurveyId: '987654',
  RewardId: '987654',
  SurveyGuid: '0123456789abcdef0123456789abcdef',
};
