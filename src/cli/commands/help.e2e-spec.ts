import { recordSets } from '../../../test/contract/record-sets.js';
import { agency, cliSettings, type Outcome } from '../../../test/support/processes/cli.js';
import { setNames } from '../../sets/set-names.js';

/** Settings of a database that no command line of this suite reaches. */
const settings = cliSettings('mysql://nobody@127.0.0.1:1/none');
const call = (command: string): Promise<Outcome> => agency(command.split(' '), settings);

describe('an invalid command line', () => {
  it.each([
    'nothing',
    'user',
    'user create',
    'user create a@example.test',
    'user create a@example.test --roles Agent --agent x',
    'user create a@example.test --roles Agent --agent 2147483648',
    'person export 2147483648',
    'export',
    'export nothing',
    'export contacts --format xml',
    'import audit audit.csv',
    'import contacts contacts.txt',
    'demo --contacts 3',
    'demo --seed many',
  ])('rejects the command line: agency %s', async (command) => {
    const { code, stdout, stderr } = await call(command);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).not.toBe('');
  });

  it.each([
    ['exprot', '(Did you mean export?)'],
    ['user lst', '(Did you mean list?)'],
    ['export contacts --formt csv', '(Did you mean --format?)'],
    ['export contcts', 'error: There is no set contcts. Did you mean contacts? --help lists all sets.'],
    ['import event-type types.csv', 'Did you mean event-types?'],
    ['import audit audit.csv', 'The set audit can only be exported.'],
    ['key create admin@demo.test --expires today', 'It must be a date such as 2027-01-31.'],
    ['key create admin@demo.test --expires 2027-02-29', 'The calendar has no such day.'],
  ])('rejects the command line agency %s: %s', async (command, hint) => {
    expect(await call(command)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(hint) });
  });

  it('prints the help and fails if the command line has no command', async () => {
    expect(await agency([], settings)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Usage: agency'),
    });
  });
});

it.each([
  '--help',
  'user --help',
  'user create --help',
  'export --help',
  'import --help',
  'demo --help',
  'key create --help',
])('shows examples in the help of agency %s', async (command) => {
  expect(await call(command)).toEqual({ code: 0, stdout: expect.stringContaining('Usage: agency'), stderr: '' });
});

it.each(['agency', 'user create', 'key create', 'export', 'import', 'demo'])(
  'gives an example in the help of %s',
  async (command) => {
    const { stdout } = await call(`${command === 'agency' ? '' : `${command} `}--help`);
    expect(stdout).toMatch(/Examples?:\n {2}\$ agency /);
  },
);

it.each([
  ['export', setNames],
  ['import', recordSets],
])('lists the sets in the help of agency %s', async (command, names) => {
  const { stdout } = await call(`${command} --help`);
  const [, listed] = /choices: ([^)]*)\)/.exec(stdout)!;
  expect(listed.split(/,\s*/).sort()).toEqual(names.map((name) => `"${name}"`).sort());
});
