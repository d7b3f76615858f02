import { startApp, type TestApp } from '../app/app.js';
import { agent, line, newCustomer, north, seedVisits } from '../data/visits.js';

type Caller = { Authorization: string };

/** `start` sets these variables for a suite of check-ins. own: the agent who works at the location `north`. */
export let app: TestApp;
export let own: Caller;
export let admin: Caller;

export async function start(): Promise<void> {
  app = await startApp({ CLOCK: now });
  await seedVisits(app);
  own = await app.as('Agent', agent.own);
  admin = await app.as('Administrator');
}

export const now = '2026-03-10T09:00:00.0000000';
export const path = '/v1/CustomerCheckins';
export const unsetGuid = '0'.repeat(32);
export const unsetTime = '0001-01-01T00:00:00.0000000';

export const post = (body: object, caller = own, at = path) => app.http.post(at).set(caller).send(body);
export const get = (query = '', caller = own) => app.http.get(`${path}${query}`).set(caller);
export const cancel = (id: string, caller = own) => app.http.delete(`${path}/${id}`).set(caller);
export const arrival = (more: object = {}) => ({
  ...{ CustomerId: newCustomer(), LocationId: north, LineId: line.a },
  ...more,
});

/** The visit of a new customer. */
export async function checkIn(more: object = {}) {
  return (await post(arrival(more)).expect(200)).body.CustomerCheckins[0];
}

/** Expects the check-in to fail. fields: the FieldName and ErrorCode of each error. */
export async function fails(body: object, status: number, ...fields: [string, string][]): Promise<void> {
  const { body: answer } = await post(body).expect(status);
  const errors = answer.ResponseStatus.Errors as { FieldName: string; ErrorCode: string }[];
  expect(errors.map(({ FieldName, ErrorCode }) => [FieldName, ErrorCode])).toEqual(fields);
}
