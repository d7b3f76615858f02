import { onServer, scratchDb, type ScratchDb } from '../../../../test/support/database/scratch-db.js';
import { migrations } from './index.js';
import { Installation1796002100000 } from './1796002100000-installation.js';
import { OptionOrder1796002000000 } from './1796002000000-option-order.js';

let scratch: ScratchDb;
beforeAll(async () => {
  scratch = await scratchDb({ empty: true });
});
afterAll(() => scratch.close());

it('options and appointments of 1.0.0 keep their order and their UIDs, and the migrations can run again', async () => {
  const runner = scratch.dataSource.createQueryRunner();
  const rows = (statement: string): Promise<Record<string, unknown>[]> => runner.query(statement);
  // The adapter turns foreign keys off before migrations, too.
  await runner.query(onServer ? 'SET FOREIGN_KEY_CHECKS = 0' : 'PRAGMA foreign_keys = OFF');
  for (const Released of migrations.filter(({ name }) => !/1796\d+$/.test(name))) await new Released().up(runner);
  await runner.query("INSERT INTO surveys (SurveyId, Title, Active) VALUES (1, 'Service', 1)");
  for (const id of [1, 2])
    await runner.query(`INSERT INTO survey_questions (QuestionId, SurveyId, Text, Kind, Required, SortOrder)
      VALUES (${id}, 1, 'How?', 'Choice', 0, ${id})`);
  for (const [id, code] of [
    [1, 'often'],
    [1, 'never'],
    [1, 'Z'],
    [2, '2'],
    [2, '10'],
  ])
    await runner.query(`INSERT INTO survey_options (QuestionId, Code, Label) VALUES (${id}, '${code}', '${code}!')`);
  const time = "'2026-05-01T12:00:00.0000000'";
  await runner.query("INSERT INTO event_types VALUES (1, 'Call', 'Service', 1)");
  await runner.query("INSERT INTO contacts (ContactId, Name) VALUES (1, 'Ada')");
  await runner.query(`INSERT INTO appointments
    (AppointmentId, ContactId, AgentId, EventTypeId, StartDate, EndDate, Place, Note, Status)
    VALUES (41, 1, 1, 1, ${time}, ${time}, '', '', 'Planned')`);
  for (const migration of [new OptionOrder1796002000000(), new Installation1796002100000()]) {
    await migration.up(runner);
    await migration.up(runner);
  }
  const options = 'SELECT QuestionId, Code, Label, SortOrder FROM survey_options ORDER BY QuestionId, SortOrder';
  expect((await rows(options)).map((row) => Object.values(row).join(' '))).toEqual([
    '1 Z Z! 1',
    '1 never never! 2',
    '1 often often! 3',
    '2 10 10! 1',
    '2 2 2! 2',
  ]);
  const meta = await rows("SELECT Name, Value FROM service_meta WHERE Name LIKE '%1.0.0' OR Name = 'installation'");
  expect(Object.fromEntries(meta.map(({ Name, Value }) => [Name, Value]))).toEqual({
    'last appointment of 1.0.0': '41',
    installation: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const ofInstallation = async () =>
    (await rows("SELECT Value FROM service_meta WHERE Name = 'installation'"))[0].Value;
  const first = await ofInstallation();
  await new Installation1796002100000().down(runner);
  await new Installation1796002100000().up(runner);
  expect(await ofInstallation()).not.toBe(first);
  await new Installation1796002100000().down(runner);
  await new OptionOrder1796002000000().down(runner);
  expect(await rows('SELECT * FROM survey_options WHERE QuestionId = 2')).toHaveLength(2);
  await runner.release();
});
