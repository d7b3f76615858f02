import { execFileSync } from 'node:child_process';
import { agency } from '../../../test/support/processes/cli.js';

const script = async (shell: string): Promise<string> => (await agency(['completion', shell], {})).stdout;

describe('agency completion', () => {
  it('completes commands, options and values in bash', async () => {
    const text = await script('bash');
    const complete = (...words: string[]): string[] => {
      const line = `${text}
        COMP_WORDS=(${['agency', ...words].map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
        _agency; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', line], { encoding: 'utf8' }).split('\n').filter(Boolean);
    };
    expect(complete('ba')).toEqual(['backup']);
    expect(complete('user', '')).toEqual(expect.arrayContaining(['create', 'list', 'disable', 'enable', '--help']));
    expect(complete('user', 'create', 'a@b.test', '--ro')).toEqual(['--roles']);
    expect(complete('user', 'create', '--roles', 'A')).toEqual(['Agent', 'Administrator']);
    expect(complete('user', 'roles', 'a@b.test', 'W')).toEqual(['Worker']);
    expect(complete('export', 'event')).toEqual(['event-types']);
    expect(complete('export', 'contacts', '--format', '')).toEqual(['csv', 'ndjson']);
    expect(complete('import', 'contacts', '--dr')).toEqual(['--dry-run']);
    expect(complete('completion', 'b')).toEqual(['bash']);
  });

  it('writes a completion script for each shell in its help, and refuses other shells', async () => {
    expect(await script('zsh')).toBe(`autoload -U +X bashcompinit && bashcompinit\n${await script('bash')}`);
    expect(await script('fish')).toContain("complete -c agency -n '__agency_at '\\'' export'\\''' -f -a event-types");
    expect(await agency(['completion', 'csh'], {})).toMatchObject({ code: 2, stdout: '' });
  });
});
