import argon2 from '@node-rs/argon2';
import type { Metrics } from '../../observability/metrics.js';
import { PasswordHashesService } from './password-hashes.service.js';
import { effortOf } from '../../../test/support/time/time-of.js';
import { checkPassword } from './password.policy.js';

describe('password hashes', () => {
  const cost = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
  const hashes = new PasswordHashesService({ gauge: jest.fn() } as unknown as Metrics);

  it('hashes with argon2id: 19 MiB, two passes, one lane', async () => {
    const hashed = await hashes.make('a pass phrase');
    expect(hashed).toMatch(cost);
    expect(await hashes.verify(hashed, 'a pass phrase')).toBe(true);
    expect(await hashes.verify(hashed, 'another phrase')).toBe(false);
  });

  it('verifies a dummy hash of the same cost for an unknown user', async () => {
    await hashes.onModuleInit();
    const verify = jest.spyOn(argon2, 'verify');
    for (const none of [undefined, null, '']) {
      expect(await hashes.verify(none, 'a pass phrase')).toBe(false);
      expect(verify.mock.lastCall?.[0]).toMatch(cost);
    }
    expect(verify).toHaveBeenCalledTimes(3);
    verify.mockRestore();
  });

  it('hashes two passwords at once, and the others after them', async () => {
    let running = 0;
    let most = 0;
    const hash = jest.spyOn(argon2, 'hash').mockImplementation(async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return 'hashed';
    });
    expect(await Promise.all(Array.from({ length: 6 }, () => hashes.make('a pass phrase')))).toHaveLength(6);
    expect([most, hash.mock.calls.length]).toEqual([2, 6]);
    hash.mockRestore();
  });
});

describe('password policy', () => {
  const check = (
    password: string,
    { userName = 'ada.lovelace@acme-insurance.test', displayName = 'Countess Augusta', mfa = false } = {},
  ) => {
    try {
      checkPassword(password, { field: 'NewPassword', userName, displayName, mfa });
      return 'taken';
    } catch (error) {
      return (error as { errors: { ErrorCode: string }[] }).errors[0].ErrorCode;
    }
  };

  describe('password policy', () => {
    it('requires 15 to 256 characters, or 8 with multi-factor authentication', () => {
      expect(check('k3$Wq9!zhT4#pL')).toBe('Length');
      expect(check('k3$Wq9!zhT4#pLm')).toBe('taken');
      expect(check('k3$Wq9!', { mfa: true })).toBe('Length');
      expect(check('k3$Wq9!z', { mfa: true })).toBe('taken');
      const long = 'nine of ten larches stand aslant, '.repeat(9);
      expect(check(`${long.slice(0, 255)}!`)).toBe('taken');
      expect(check(`${long.slice(0, 256)}!`)).toBe('Length');
    });

    it('counts characters instead of bytes, and allows any character', () => {
      expect(check('Ünïcödé 🙂 päss')).toBe('Length');
      expect(check('Ünïcödé 🙂 pässwört')).toBe('taken');
      expect(check('                 x y z')).toBe('taken');
      expect(check('7 4829 1047 5538 x')).toBe('taken');
      expect(check('!@#%^&*()_+{}|:"<')).toBe('taken');
      expect(check('🐎🔋🧷🙂🐙🦔🌍🚲🎷🥨🧭🪁🪐🛟🧲')).toBe('taken');
      expect(check('only lower case letters')).toBe('taken');
      expect(check('demo agency pass phrase')).toBe('taken');
      expect(check('a pass phrase for tests')).toBe('taken');
    });

    it.each([
      'passwordpassword',
      'Password12345678',
      'P@ssw0rdP@ssw0rd',
      '123456789012345',
      '987654321098765',
      'aaaaaaaaaaaaaaaa',
      'abcabcabcabcabc',
      'abcdefghijklmnop',
      'qwertyuiopasdfgh',
      'administrator123',
      'letmeinletmein!!!',
      'iloveyou-iloveyou',
      'correcthorsebatterystaple',
      'Correct Horse Battery Staple',
      'ada.lovelace@acme-insurance.test',
      'ada.lovelace2026!',
      '................',
      'a a a a a a a a a a',
    ])('refuses %s', (password) => {
      expect(check(password)).toBe('Invalid');
    });

    it.each([
      'Summer2026Summer2026',
      'Summer2026Winter2027',
      '2026-January-2026-February',
      'MondayTuesdayWednesday1',
      'Password2026!Summer2027!',
      'P@ssw0rdWinter2026',
      'qwertyasdfgh2026',
      'qwerty123456asdfgh',
      '1qaz2wsx!Spring2026',
      'aaaabbbbccccdddd',
      'Lovelace-Acme-2026',
      'AugustaAugusta2026x',
      'Insurance2026Winter!',
      'acmeacmeacme20262027',
    ])('rejects %s, because attackers try its parts first', (password) => {
      expect(check(password)).toBe('Invalid');
    });

    it.each([
      'Summer 2026 was wet in Skåne',
      'monday larch quarry otter',
      'password otter lighthouse',
      'acme k3Wq9zhT4pLm',
    ])('accepts %s, because it has more than guessable parts', (password) => {
      expect(check(password)).toBe('taken');
    });

    it('checks the longest passwords quickly', () => {
      const longest = 'qwert12summer!'.repeat(19).slice(0, 255) + 'x';
      expect(Math.min(...[1, 2, 3].map(() => effortOf(() => check(longest))))).toBeLessThan(500);
    });

    it.each(['password', 'Passw0rd!', '12345678', 'qwertyui', 'football1', 'bigdaddy', 'Br0nc0s-2026'])(
      'rejects %s even if 8 characters are enough',
      (password) => {
        expect(check(password, { mfa: true })).toBe('Invalid');
      },
    );

    it('never repeats the password in its error', () => {
      expect.assertions(1);
      try {
        checkPassword('short-secret', { field: 'NewPassword', userName: 'a', displayName: 'a', mfa: false });
      } catch (error) {
        expect(JSON.stringify(error) + String(error)).not.toContain('short-secret');
      }
    });
  });
});
