import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { agent, guidOf, line, newCustomer, north, seedVisits, south } from '../../../test/support/data/visits.js';
import { ApiKeysService } from '../../auth/api-keys/api-keys.service.js';

const path = '/v1/CustomerCheckins';

let app: TestApp;
let own: { Authorization: string };
let admin: typeof own;

beforeAll(async () => {
  app = await startApp();
  await seedVisits(app);
  own = await app.as('Agent', agent.own);
  admin = await app.as('Administrator');
});
afterAll(() => app.close());

const post = (body: object, caller = own, at = path) => app.http.post(at).set(caller).send(body);
const get = (query = '', caller = own) => app.http.get(`${path}${query}`).set(caller);
const cancel = (id: string, caller = own) => app.http.delete(`${path}/${id}`).set(caller);
const arrival = (more: object = {}) => ({ CustomerId: newCustomer(), LocationId: north, LineId: line.a, ...more });

async function checkIn() {
  return (await post(arrival()).expect(200)).body.CustomerCheckins[0];
}

describe('scope', () => {
  it('gives an agent access to visits at the locations of that agent and of its downline', async () => {
    const { Id } = await checkIn();
    const upline = await app.as('Agent', agent.upline);
    const other = await app.as('Agent', agent.other);
    const none = await app.as('Agent');
    const [atSouth] = (await post(arrival({ LocationId: south, LineId: line.far }), other).expect(200)).body
      .CustomerCheckins;
    for (const caller of [own, upline, admin]) await get(`/${Id}`, caller).expect(200);
    for (const caller of [other, none]) {
      await get(`/${Id}`, caller).expect(403);
      await post({ Id, SendReminders: true }, caller).expect(403);
      await post({ SendReminders: true }, caller, `${path}/${Id}`).expect(403);
      await post(arrival(), caller).expect(403);
      await cancel(Id, caller).expect(403);
      await get(`/${guidOf(88_003)}`, caller).expect(404);
    }
    await post({ Id, LocationId: south, LineId: line.far }).expect(403);
    const locations = async (caller: typeof own) =>
      new Set(
        (await get('', caller)).body.CustomerCheckins.map(({ LocationId }: { LocationId: string }) => LocationId),
      );
    expect(await locations(own)).toEqual(new Set([north]));
    expect(await locations(upline)).toEqual(new Set([north]));
    expect(await locations(other)).toEqual(new Set([south]));
    expect(await locations(none)).toEqual(new Set());
    expect(await locations(admin)).toEqual(new Set([north, south]));
    await cancel(atSouth.Id, other).expect(200);
  });

  it('an API key in the header gives access to the visits in scope of its agent', async () => {
    const { key } = await app.get(ApiKeysService).create(await app.userOf('Agent', agent.own));
    const read = (query: string) => app.http.get(`${path}${query}`).set('X-Api-Key', key);
    const other = await app.as('Agent', agent.other);
    const atSouth = await post(arrival({ LocationId: south, LineId: line.far }), other).expect(200);
    const { Id } = await checkIn();
    await read(`/${Id}`).expect(200);
    await read(`/${atSouth.body.CustomerCheckins[0].Id}`).expect(403);
    const { body } = await read('').expect(200);
    const locations = body.CustomerCheckins.map(({ LocationId }: { LocationId: string }) => LocationId);
    expect(new Set(locations)).toEqual(new Set([north]));
  });

  it('an API key in the body gives access to the visits in scope of its agent', async () => {
    const { key: ApiKey } = await app.get(ApiKeysService).create(await app.userOf('Agent', agent.own));
    const { body } = await app.http
      .post(path)
      .send({ ...arrival(), ApiKey })
      .expect(200);
    expect(JSON.stringify(body)).not.toContain(ApiKey);
    await app.http
      .post(path)
      .send({ ...arrival({ LocationId: south, LineId: line.far }), ApiKey })
      .expect(403);
    await app.http.post(`${path}/${body.CustomerCheckins[0].Id}`).send({ SendReminders: true, ApiKey }).expect(200);
    await app.http
      .post(path)
      .send({ ...arrival(), ApiKey: 'no key' })
      .expect(401);
    await app.http.delete(`${path}/${body.CustomerCheckins[0].Id}`).send({ ApiKey }).expect(401);
  });
});
