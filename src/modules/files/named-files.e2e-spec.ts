import { startApp, type TestApp } from '../../../test/support/app/app.js';
import { pdf, png, upload } from '../../../test/support/data/files.js';
import { guidOf, line, newCustomer, north, startWithVisits } from '../../../test/support/data/visits.js';
import { grantAtDesk, receptionistAt } from '../../../test/support/data/receptionist.js';
import { addContacts, person, seedPeople } from '../../../test/support/data/people.js';
import { Line } from '../lines/line.entity.js';

type Header = Record<string, string>;

const get = (app: TestApp, id: string, who: Header) => app.http.get(`/v1/Files/${id}`).set(who);

describe('the image of a contact', () => {
  let app: TestApp;
  let agent: Header;
  let other: Header;

  beforeAll(async () => {
    app = await startApp();
    await seedPeople(app, [
      { ContactId: 1, AgentId: person.own, Name: 'Ada' },
      { ContactId: 2, AgentId: person.other, Name: 'Bea' },
    ]);
    agent = await app.as('Agent', person.own);
    other = await app.as('Agent', person.other);
  });
  afterAll(() => app.close());

  const set = (AttachmentId: string, id = 1, who = agent) =>
    app.http.put(`/v1/Contacts/${id}/Image`).set(who).send({ AttachmentId });
  const remove = (who = agent) => app.http.delete('/v1/Contacts/1/Image').set(who);

  it('shows the image of a contact to callers who may read the contact', async () => {
    const { AttachmentId } = await upload(app, agent, png);
    expect((await set(AttachmentId).expect(200)).body.Contacts).toMatchObject([{ ContactImage: AttachmentId }]);
    await get(app, AttachmentId, agent).expect(200);
    await get(app, AttachmentId, other).expect(404);
    await app.http
      .put('/v1/Contacts/1/Shares')
      .set(agent)
      .send({ AgentIds: [person.other] })
      .expect(200);
    await get(app, AttachmentId, other).expect(200);
    await remove(other).expect(403);
    expect((await remove().expect(200)).body.Contacts).toMatchObject([{ ContactImage: null }]);
    await get(app, AttachmentId, agent).expect(404);
    await remove().expect(200);
  });

  it('removes the file of the former image when a contact gets another image', async () => {
    const [one, two] = [await upload(app, agent, png), await upload(app, agent, png)];
    await set(one.AttachmentId).expect(200);
    await set(two.AttachmentId).expect(200);
    await get(app, one.AttachmentId, agent).expect(404);
    await get(app, two.AttachmentId, agent).expect(200);
    await set(one.AttachmentId).expect(400);
  });

  it('refuses an image that is no picture or not the caller’s, and a contact out of scope', async () => {
    const document = await upload(app, agent, pdf());
    const refused = await set(document.AttachmentId).expect(400);
    expect(refused.body.ResponseStatus.Message).toContain('must be a picture: JPEG, PNG, GIF or WebP');
    const { AttachmentId } = await upload(app, other, png);
    await set(AttachmentId).expect(400);
    await set(AttachmentId, 2, other).expect(200);
    await set(AttachmentId, 2).expect(403);
    const admin = await app.as('Administrator');
    await set(AttachmentId, 1, admin).expect(409);
    await set(AttachmentId, 99).expect(404);
  });

  it('gives no access to a file whose id a client writes into ContactImage', async () => {
    const { AttachmentId } = await upload(app, other, png);
    await set(AttachmentId, 2, other).expect(200);
    await app.http.put('/v1/Contacts/1').set(agent).send({ ContactImage: AttachmentId }).expect(200);
    await get(app, AttachmentId, agent).expect(404);
  });

  it('keeps the image when its contact is merged', async () => {
    await addContacts(app, [
      { ContactId: 11, AgentId: person.own, Name: 'Cleo' },
      { ContactId: 12, AgentId: person.own, Name: 'Cleo' },
    ]);
    const { AttachmentId } = await upload(app, agent, png);
    await set(AttachmentId, 12).expect(200);
    await app.http
      .post('/v1/Contacts/11/Merge')
      .set(agent)
      .send({ From: [12] })
      .expect(200);
    const { body } = await app.http.get('/v1/Contacts/11').set(agent).expect(200);
    expect(body.Contacts).toMatchObject([{ ContactImage: AttachmentId }]);
    await get(app, AttachmentId, agent).expect(200);
  });
});

describe('files at the front desk', () => {
  let app: TestApp;
  let admin: Header;
  let desk: Header;

  beforeAll(async () => {
    ({ app, admin } = await startWithVisits());
    await grantAtDesk(app);
    desk = { ...(await receptionistAt(app, north)).credentials };
    await app.db.tx(async () => {
      await app.db.update(Line, { Id: line.a }, { RequireUpload: true, UploadMessage: 'Your last bill, please.' });
      await app.db.update(Line, { Id: line.b }, { RequireUpload: false });
    });
  });
  afterAll(() => app.close());

  it('shows the pictures of a line to callers who may read the line', async () => {
    const { AttachmentId } = await upload(app, admin, png, 'what-to-bring.png');
    const add = (id: string, who = admin) =>
      app.http.post(`/v1/Lines/${id}/Images`).set(who).send({ AttachmentId, ImageTitle: 'What to bring' });
    await add(line.a, await app.as('Agent', 1)).expect(403);
    await add(guidOf(9)).expect(404);
    const expected = { ImageId: AttachmentId, LineId: line.a, ImageTitle: 'What to bring', MimeType: 'image/png' };
    expect((await add(line.a).expect(200)).body.LineImages).toMatchObject([expected]);
    await add(line.a).expect(200);
    await add(line.b).expect(409);
    const { body } = await app.http.get(`/v1/Lines/${line.a}`).set(desk).expect(200);
    expect(body.Lines[0].LineImages).toContainEqual(expect.objectContaining(expected));
    await get(app, AttachmentId, desk).expect(200);
    await get(app, AttachmentId, await app.as('Agent')).expect(404);
    await app.http.delete(`/v1/Lines/${line.b}/Images/${AttachmentId}`).set(admin).expect(404);
    await app.http.delete(`/v1/Lines/${line.a}/Images/${AttachmentId}`).set(admin).expect(200);
    await get(app, AttachmentId, admin).expect(404);
  });

  it('adds documents to a visit, and lists the missing documents in its requirements', async () => {
    const checkIn = { CustomerId: newCustomer(), LocationId: north, LineIds: [line.a, line.b] };
    const { body } = await app.http.post('/v1/CustomerCheckins').set(desk).send(checkIn).expect(200);
    expect(body.ResponseStatus.Meta).toEqual({ MissingDocuments: line.a });
    const { Id } = body.CustomerCheckins[0];
    const path = `/v1/CustomerCheckins/${Id}/Documents`;
    const Missing = [{ LineId: line.a, LineName: expect.any(String), UploadMessage: 'Your last bill, please.' }];
    expect((await app.http.get(path).set(desk).expect(200)).body).toMatchObject({ Documents: [], Missing });

    const { AttachmentId } = await upload(app, desk, pdf(2048), 'bill.pdf');
    const hand = (sent: object) =>
      app.http
        .post(path)
        .set(desk)
        .send({ AttachmentId, ...sent });
    await hand({ LineId: guidOf(9) }).expect(400);
    expect((await hand({ LineId: line.b }).expect(200)).body).toMatchObject({ Missing });
    const handed = await hand({ LineId: line.a, Description: 'Bill of May' }).expect(200);
    const document = { LineId: line.a, AttachmentId, AttachmentName: 'bill.pdf', FileSizeInKB: 2 };
    expect(handed.body).toMatchObject({ Documents: [{ ...document, Description: 'Bill of May' }], Missing: [] });
    const read = await app.http.get(`/v1/CustomerCheckins/${Id}`).set(desk).expect(200);
    expect(read.body.ResponseStatus.Meta ?? {}).toEqual({});
    expect((await app.http.get(path).set(desk).expect(200)).body.Documents).toHaveLength(2);
    await get(app, AttachmentId, desk).expect(200);

    const removing = `${path}/${handed.body.Documents[0].Id}`;
    expect((await app.http.delete(removing).set(desk).expect(200)).body).toMatchObject({ Missing });
    await app.http.delete(removing).set(desk).expect(404);
    await get(app, AttachmentId, desk).expect(200);
    await app.http.post(`/v1/CustomerCheckins/${Id}`).set(desk).send({ Status: 5 }).expect(200);
    await hand({}).expect(409);
    await app.http
      .get(path)
      .set(await app.as('Agent'))
      .expect(403);
  });
});
