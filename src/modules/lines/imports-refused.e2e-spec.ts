import type { TestApp } from '../../../test/support/app/app.js';
import { desk, guidOf, line, newCustomer, north, south, startWithVisits } from '../../../test/support/data/visits.js';

let app: TestApp;
let admin: { Authorization: string };

beforeAll(async () => {
  ({ app, admin } = await startWithVisits());
});
afterAll(() => app.close());

const send = (set: string, ...lines: string[]) =>
  app.http.post(`/v1/Sets/${set}`).set(admin).set('Content-Type', 'text/csv').send(lines.join('\n'));
async function refused(set: string, ...lines: string[]): Promise<string[]> {
  const { body } = await send(set, ...lines).expect(400);
  const { Errors } = body.ResponseStatus as { Errors: { Message: string }[] };
  return Errors.map(({ Message }) => Message);
}
const listed = (...ids: string[]): string => `"${JSON.stringify(ids).replaceAll('"', '""')}"`;

describe('imported stations', () => {
  const header = 'StationId,LocationId,Name,LineIds';

  it('refuses a line of another location, an unknown line and a line that is named twice', async () => {
    const station = (number: number, ...ids: string[]): string => `${guidOf(number)},${north},Desk,${listed(...ids)}`;
    expect(
      await refused('stations', header, station(1, line.a), station(2, line.far), station(3, line.a, line.a)),
    ).toEqual([
      'line 3: LineIds[0] must be a line of the location.',
      'line 4: LineIds[1] appears more than once in the list.',
    ]);
    expect(await refused('stations', 'StationId,LocationId', `${desk.first},${south}`)).toEqual([
      'line 2: LineIds[0] must be a line of the location.',
    ]);
    await send('stations', header, station(1, line.a), station(2)).expect(200);
  });

  it('refuses to move a station with visits', async () => {
    const sent = { CustomerId: newCustomer(), LocationId: north, LineId: line.a, StationId: desk.second };
    await app.http.post('/v1/CustomerCheckins').set(admin).send(sent).expect(200);
    expect(await refused('stations', header, `${desk.second},${south},Second,${listed(line.far)}`)).toEqual([
      'line 2: The station has visits: you cannot move it to another location.',
    ]);
  });
});

describe('imported lines', () => {
  const header = 'Id,LocationId';

  it('refuses to move a line with visits', async () => {
    const sent = { CustomerId: newCustomer(), LocationId: north, LineId: line.a };
    await app.http.post('/v1/CustomerCheckins').set(admin).send(sent).expect(200);
    expect(await refused('lines', header, `${line.a},${south}`)).toEqual([
      'line 2: The line has visits: you cannot move it to another location.',
    ]);
  });

  it('removes a line that moves from the stations of its former location', async () => {
    const [moved] = line.extra;
    await app.http
      .put(`/v1/Stations/${desk.shut}`)
      .set(admin)
      .send({ LineIds: [moved, line.a] })
      .expect(200);
    await send('lines', header, `${moved},${south}`).expect(200);
    const { body } = await app.http.get(`/v1/Stations/${desk.shut}`).set(admin).expect(200);
    expect(body.Stations).toMatchObject([{ LineIds: [line.a] }]);
  });
});

describe('imported questions', () => {
  const header = 'Id,LineId,Question,Active';
  const repeated = (number: number): string => `line ${number}: Question is already an active question of the line.`;

  it('refuses an active question that the line has, or that is in the file twice', async () => {
    expect(await refused('line-questions', header, `,${line.b},New?,true`, `,${line.b},New?,true`)).toEqual([
      repeated(3),
    ]);
    await send('line-questions', header, `51,${line.b},New?,true`, `52,${line.b},New?,false`).expect(200);
    expect(await refused('line-questions', header, `,${line.b},New?,true`)).toEqual([repeated(2)]);
    expect(await refused('line-questions', 'Id,Active', '52,true')).toEqual([repeated(2)]);
    await send('line-questions', 'Id,Active', '51,false', '52,true').expect(200);
  });
});
