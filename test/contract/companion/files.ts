import { agents, administrators, type Group } from '../group.js';
import { records as interfaceRecords, type Fields } from '../records.js';

const ResponseStatus = 'ResponseStatus';

const file: Fields = {
  AttachmentId: 'GUID',
  FileName: 'string',
  MimeType: 'string',
  FileSizeInKB: 'double',
  Sha256: 'string',
};
const dropbox = { response: { ResponseStatus, Dropbox: 'list<DropboxExtended>' }, list: 'Dropbox', access: agents };
const contacts = { response: { ResponseStatus, Contacts: 'list<Contact>' }, list: 'Contacts', access: agents };
const images = {
  response: { ResponseStatus, LineImages: 'list<LineImage>' },
  list: 'LineImages',
  access: administrators,
};
const visits = {
  response: { ResponseStatus, Documents: 'list<VisitDocument>', Missing: 'list<MissingDocument>' },
  list: 'Documents',
  access: agents,
};

export const records: Readonly<Record<string, Fields>> = {
  AttachedFile: file,
  VisitDocument: {
    Id: 'int32',
    LineId: 'GUID',
    LineName: 'string',
    AttachmentId: 'GUID',
    AttachmentName: 'string',
    MimeType: 'string',
    FileSizeInKB: 'double',
    Description: 'string',
    DateAdded: 'datetime',
  },
  MissingDocument: { LineId: 'GUID', LineName: 'string', UploadMessage: 'string' },
};

export const groups: Readonly<Record<string, Group>> = {
  'C15 Upload': {
    title: 'Uploading a file',
    routes: { '/v1/Files': ['POST'] },
    access: agents,
    request: {},
    response: { ResponseStatus, Files: 'list<AttachedFile>' },
    list: 'Files',
    files: { sent: [], taken: ['POST'], content: true },
  },
  'C15 Download': {
    title: 'Downloading a file',
    routes: { '/v1/Files/{AttachmentId}': ['GET'] },
    access: agents,
    request: { AttachmentId: 'GUID' },
    response: {},
    files: { sent: ['GET'], taken: [], content: true },
  },
  'C15 New documents': {
    title: 'New documents',
    routes: { '/v1/Dropbox/Documents': ['POST'] },
    request: interfaceRecords.Dropbox,
    ...dropbox,
  },
  'C15 Documents': {
    title: 'Removing documents',
    routes: { '/v1/Dropbox/Documents/{Id}': ['DELETE'] },
    request: { Id: 'int32' },
    ...dropbox,
  },
  'C15 Shares': {
    title: 'Sharing documents',
    routes: { '/v1/Dropbox/Documents/{Id}/Shares': ['PUT'] },
    request: { Id: 'int32', AgentIds: 'list<int32>' },
    ...dropbox,
  },
  'C15 New line images': {
    title: 'New pictures of lines',
    routes: { '/v1/Lines/{Id}/Images': ['POST'] },
    request: { Id: 'GUID', AttachmentId: 'GUID', ImageTitle: 'string' },
    ...images,
  },
  'C15 Line images': {
    title: 'Removing pictures of lines',
    routes: { '/v1/Lines/{Id}/Images/{ImageId}': ['DELETE'] },
    request: { Id: 'GUID', ImageId: 'GUID' },
    ...images,
  },
  'C15 Contact image': {
    title: 'Setting the image of a contact',
    routes: { '/v1/Contacts/{ContactId}/Image': ['PUT'] },
    request: { ContactId: 'int32', AttachmentId: 'GUID' },
    ...contacts,
  },
  'C15 No contact image': {
    title: 'Removing the image of a contact',
    routes: { '/v1/Contacts/{ContactId}/Image': ['DELETE'] },
    request: { ContactId: 'int32' },
    ...contacts,
  },
  'C15 Visit documents': {
    title: 'Documents of a visit',
    routes: { '/v1/CustomerCheckins/{Id}/Documents': ['GET'] },
    request: { Id: 'GUID' },
    ...visits,
  },
  'C15 New visit documents': {
    title: 'New documents of a visit',
    routes: { '/v1/CustomerCheckins/{Id}/Documents': ['POST'] },
    request: { Id: 'GUID', AttachmentId: 'GUID', LineId: 'GUID', Description: 'string' },
    ...visits,
  },
  'C15 Removed visit documents': {
    title: 'Taking back documents of a visit',
    routes: { '/v1/CustomerCheckins/{Id}/Documents/{DocumentId}': ['DELETE'] },
    request: { Id: 'GUID', DocumentId: 'int32' },
    ...visits,
  },
};

export const placeholders: Readonly<Record<string, string>> = {
  AttachmentId: '0123456789abcdef0123456789abcdef',
  ImageId: '0123456789abcdef0123456789abcdef',
  DocumentId: '1',
};
