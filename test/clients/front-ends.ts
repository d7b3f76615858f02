/** Code of a front end that uses the package. */
export const front = `
import { AgencyError, createAgencyClient } from 'agency-operations-client';
import type { Filters, paths, Schemas, Session, SessionStore } from 'agency-operations-client';
import type { Client, Middleware } from 'openapi-fetch';

const [baseUrl = '', UserName = '', Password = '', locationId = ''] = process.argv.slice(2);
const kept: (Session | undefined)[] = [];
const asked: string[] = [];
const expired = new Set<string | null>();
let cut = true;
let dead = true;

/**
 * Imitates a network that reports tokens as expired, breaks the first stream after its first event, and stops sending
 * on the second.
 */
async function network(request: Request): Promise<Response> {
  asked.push(request.method + ' ' + new URL(request.url).pathname);
  if (expired.has(request.headers.get('Authorization'))) request.headers.set('Authorization', 'Bearer expired');
  const response = await fetch(request);
  if (request.headers.get('Accept') !== 'text/event-stream' || !dead || !response.body) return response;
  if (!cut) {
    dead = false;
    await response.body.cancel();
    const silent = new ReadableStream<Uint8Array>({
      start: (body) => request.signal.addEventListener('abort', () => body.error(new Error('Aborted.'))),
    });
    return new Response(silent, response);
  }
  cut = false;
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new Response(new Blob([value as Uint8Array<ArrayBuffer>]).stream(), response);
}
const expire = (): unknown => expired.add('Bearer ' + kept.at(-1)?.BearerToken);
const count = (call: string): number => asked.filter((each) => each === call).length;

const session: SessionStore = { get: () => kept.at(-1), set: (next) => void kept.push(next) };
const client = createAgencyClient({ baseUrl, fetch: network, session, silence: 6000 });
const refused = await client.signIn({ UserName, Password: 'wrong' }).catch((error: unknown) => error);
await client.signIn({ UserName, Password });

expire();
const types = await Promise.all(Array.from({ length: 8 }, () => client.GET('/v1/EventType')));
const renewedOnce = count('POST /v1/Auth/Refresh');
expire();
const added = await client.POST('/v1/webix/gantt/tasks', { body: { text: 'From a typed client' } });
const renewedTwice = count('POST /v1/Auth/Refresh');

const contacts: Schemas['Contact'][] = [];
const query = { take: 20, orderBy: 'ContactId' };
for await (const contact of client.records('/v1/Contacts', { query })) contacts.push(contact);
const ids = contacts.map(({ ContactId }) => ContactId);
const whole = await client.GET('/v1/Contacts', { params: { query: { fields: 'ContactId', orderBy: 'ContactId' } } });
const pages = count('GET /v1/Contacts') - 1;
const own: string[] = [];
for await (const { SessionId } of client.records('/v1/Auth/Sessions', {})) own.push(SessionId);
const some = ids.slice(0, 3);
const century: [string, string] = ['2000-01-01', '2100-01-01'];
const narrow = { ContactIdIn: some, LastNameIsNull: false, DateCreatedBetween: century };
const found = await client.GET('/v1/Contacts', { params: { query: { take: 2, filters: narrow } } });
const next: number[] = [];
const singly = { take: 1, filters: { ContactIdIn: some } };
for await (const { ContactId } of client.records('/v1/Contacts', { query: singly })) next.push(ContactId);
const EventTypeNameIn = ['Lunch, then "golf"', types[0]!.data!.EventType[0]!.EventTypeName];
// A program that deletes the contacts it has read, ten at a time, in an order by their key.
const removed: number[] = [];
const noted = { SourceNote: 'Removed' };
const orders = [{ orderBy: 'ContactId' }, { orderByDesc: 'ContactId' }, { orderBy: 'ContactId', fields: 'ContactId' }];
for (const order of orders) {
  for (let at = 0; at < 25; at++) {
    await client.POST('/v1/Contacts', { body: { Name: 'Name ' + (at % 4), SourceNote: 'Removed' } });
  }
  const read: number[] = [];
  const fresh: number[] = [];
  for await (const { ContactId } of client.records('/v1/Contacts', { query: { ...order, take: 10, filters: noted } })) {
    if (fresh.push(ContactId) === 10) {
      for (const id of fresh) await client.DELETE('/v1/Contacts/{ContactId}', { params: { path: { ContactId: id } } });
      read.push(...fresh.splice(0));
    }
  }
  for (const id of fresh) await client.DELETE('/v1/Contacts/{ContactId}', { params: { path: { ContactId: id } } });
  removed.push(new Set([...read, ...fresh]).size);
}
// Values that rows share, more of them than a page has.
const shared: number[] = [];
for (const orderBy of ['State', 'AgentId', 'DateCreated']) {
  const query = { orderBy, take: 7 };
  for await (const { ContactId } of client.records('/v1/Contacts', { query })) shared.push(ContactId);
}
const quoted = await client.GET('/v1/EventType', { params: { query: { filters: { EventTypeNameIn } } } });
const filters: Filters<Schemas['Contact']> = { LastNameContains: 'o', AgentIdIn: [1, 2], Locked: false };
// @ts-expect-error A misspelt filter,
void client.GET('/v1/Contacts', { params: { query: { filters: { LastNme: 'Upton' } } } }).catch(() => undefined);
// @ts-expect-error also beside others,
void client.csv('/v1/Contacts', { query: { filters: { ...filters, LastNmeContains: 'o' } } }).catch(() => undefined);
// @ts-expect-error of one type that is sent as another,
void client.GET('/v1/Contacts', { params: { query: { filters: { AgentIdIn: ['one'] } } } }).catch(() => undefined);
// @ts-expect-error a text condition on a number,
void client.GET('/v1/Contacts', { params: { query: { filters: { AgentIdContains: '1' } } } }).catch(() => undefined);
// @ts-expect-error an encrypted field,
void client.GET('/v1/Contacts', { params: { query: { filters: { SSN: '123-45-6789' } } } }).catch(() => undefined);
// @ts-expect-error and a filter that the operation states itself do not compile.
void client.GET('/v1/EventType', { params: { query: { filters: { IsActive: true } } } }).catch(() => undefined);
// @ts-expect-error Reading one role returns no list.
void client.records('/v1/Roles/{RoleId}', { path: { RoleId: 2 } });

let csv = '';
const stream = await client.csv('/v1/EventType', { query: { take: 2 } });
for await (const text of stream.pipeThrough(new TextDecoderStream())) csv += text;

const queues: number[] = [];
for await (const queue of client.queue(locationId)) if (queues.push(queue.length) === 2) break;
const away = client.queue('00000000000000000000000000000001').next().catch((error: unknown) => error);

// An upload with an expired token renews it first, and sends the file once.
expire();
const file = new File(['EventTypeId,EventTypeName\\n1,Telephone call\\n'], 'types.csv');
const progress: number[][] = [];
const onProgress = (sent: number, total: number): unknown => progress.push([sent, total]);
const checked = await client.import('event-types', file, { dryRun: true, onProgress });
const idempotencyKey = 'key-of-this-import';
const imported = await client.import('event-types', file, { idempotencyKey });
const again = await client.import('event-types', file, { idempotencyKey });
const lines = new File(['{"EventTypeId":1,"EventTypeName":""}\\n'], 'types.ndjson');
const bad = await client.import('event-types', lines).catch((error: unknown) => error);

// A file of a person, and what its import would do.
const people = new File(['First Name;Last Name\\nIda;Rhodes\\n'], 'people.csv');
const sent: number[] = [];
const preview = await client.previewImport(people, { Into: 'contacts', onProgress: (bytes) => sent.push(bytes) });

// A file that a document names, and its download.
const notes = new File(['A note'], 'Grüße & Küsse.txt');
const uploaded: Schemas['AttachedFile'] = await client.uploadFile(notes);
const { AttachmentId } = uploaded;
const document = { AttachmentId, TableName: 'Contact', RecordId: ids[0]! } as const;
await client.POST('/v1/Dropbox/Documents', { body: document });
const downloaded: File = await client.downloadFile(AttachmentId);
const named = await client.uploadFile(new Blob(['A note']), { FileName: 'blob.txt' });

// Code that knows only openapi-fetch takes the client and its middleware without a cast.
let seen = 0;
const counter: Middleware = { onRequest: () => void seen++ };
client.use(counter);
const known: Client<paths> = client;
await known.GET('/v1/EventType', { params: { query: { take: 1 } } });
client.eject(counter);

const called = await client.POST('/v1/CustomerCheckins/CallNext', {
  body: { StationId: 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c' },
});
const customer: string | undefined = called.data?.Queue[0]?.CustomerName;

await client.signOut();
console.log(
  JSON.stringify({
    refused: refused instanceof AgencyError && [refused.message, refused.answered.response.status],
    types: types.map(({ data }) => data?.EventType.length),
    renewed: [renewedOnce, renewedTwice],
    added: added.data?.text,
    rotated: new Set(kept.map((session) => session?.RefreshToken)).size,
    ended: kept.at(-1) === undefined,
    pages,
    removed,
    shared: [shared.length, new Set(shared).size].map((size) => size / contacts.length),
    filtered: [found.data?.Contacts.length, next.length, quoted.data?.EventType.length],
    complete: JSON.stringify(ids) === JSON.stringify(whole.data?.Contacts.map(({ ContactId }) => ContactId)),
    contacts: ids.length,
    own: own.length,
    csv,
    queues: queues.length,
    connections: count('GET /v1/CustomerCheckins/Queue/' + locationId),
    away: (await away) instanceof AgencyError,
    progress,
    uploads: count('POST /v1/Sets/event-types'),
    imports: [checked, imported, again].map(({ Updated, Unchanged }) => [Updated, Unchanged]),
    bad: bad instanceof AgencyError && bad.answered.error?.ResponseStatus.Errors[0]?.FieldName,
    customer,
    seen,
    uploaded: [uploaded.FileName, uploaded.MimeType],
    downloaded: [downloaded.name, downloaded.type, await downloaded.text()],
    named: named.FileName,
    preview: [preview.FileName, preview.State, preview.Inserted, sent.at(-1)],
  }),
);
process.exit();
`;

/** Code of a front end that uses only the types, with its own openapi-fetch. */
export const plain = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

async function main(baseUrl: string, UserName: string, Password: string): Promise<object> {
  const client = createClient<paths>({ baseUrl, querySerializer: { object: { style: 'form', explode: true } } });
  const { data: session, error } = await client.POST('/v1/Auth/Login', { body: { UserName, Password } });
  if (!session) throw new Error(error?.ResponseStatus.Message ?? 'no message');
  const token: string = session.BearerToken;
  client.use({ onRequest: ({ request }) => request.headers.set('Authorization', \`Bearer \${token}\`) });

  const query = { take: 2, orderByDesc: 'EventTypeId', include: 'total' } as const;
  const listed = await client.GET('/v1/EventType', { params: { query } });
  const filters = { EventTypeIdLessThanOrEqualTo: 2, EventCategory: 'Outreach' };
  const few = await client.GET('/v1/EventType', { params: { query: { take: 9, filters } } });
  const types: components['schemas']['EventType'][] = listed.data?.EventType ?? [];
  const names: string[] = types.map(({ EventTypeName }) => EventTypeName);
  const sendable: components['schemas']['EventTypeInput'][] = types;
  const added = await client.POST('/v1/webix/gantt/tasks', { body: { text: 'From a typed client', duration: 2 } });
  const id = added.data?.id ?? '';
  const changed = await client.PUT('/v1/webix/gantt/tasks/{id}', { params: { path: { id } }, body: { progress: 50 } });
  const removed = await client.DELETE('/v1/webix/gantt/tasks/{id}', { params: { path: { id } } });
  const refused = await client.GET('/v1/EventType/{EventTypeId}', { params: { path: { EventTypeId: 999_999 } } });
  const csv = await client.GET('/v1/EventType', { params: { query: { format: 'csv' } }, parseAs: 'text' });

  // @ts-expect-error The password is a string,
  await client.POST('/v1/Auth/Login', { body: { UserName, Password: 5 } }).catch(() => undefined);
  // @ts-expect-error is required,
  await client.POST('/v1/Auth/Login', { body: { UserName } }).catch(() => undefined);
  // @ts-expect-error Any field of a contact may be null,
  const phone = (contact: components['schemas']['Contact']): string => contact.Phone;
  // @ts-expect-error and the path does not exist.
  await client.GET('/v1/EventTypes').catch(() => undefined);

  return {
    types: names.length,
    phone: typeof phone,
    sendable: sendable.length,
    few: few.data?.EventType.map(({ EventTypeId }) => EventTypeId),
    total: listed.data?.ResponseStatus.Meta.Total,
    progress: changed.data?.progress,
    removed: removed.data?.id === id,
    refused: refused.error?.ResponseStatus.ErrorCode,
    csv: csv.data,
  };
}

main(process.argv[2]!, process.argv[3]!, process.argv[4]!).then(
  (answer) => console.log(JSON.stringify(answer)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
`;
