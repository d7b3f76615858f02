import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Row {
  readonly UserId: string;
  readonly UserName: string;
  readonly UserNameKey: string;
}

const ignored = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/gu;
const longest = 400;

/** The key of a user name since this migration: without invisible characters, and with folded letter case. */
function keyOf(userName: string): string {
  const bare = userName.normalize('NFKC').replaceAll(ignored, '').trim();
  return bare.toUpperCase().toLowerCase().normalize('NFKC');
}

/**
 * Stores the new keys of user names. If several users have the same new key, the oldest keeps it; the others can sign
 * in again after an Administrator has given them another name.
 */
export class UserNameKeys1796001100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const users = (await runner.query(
      'SELECT UserId, UserName, UserNameKey FROM users ORDER BY CreatedAt, UserId',
    )) as Row[];
    const taken = new Set<string>();
    const changes = users.flatMap(({ UserId, UserName, UserNameKey }) => {
      const key = keyOf(UserName);
      const free = key === '' || taken.has(key) ? `${[...key].slice(0, 200).join('')} ${UserId}` : key;
      taken.add(free);
      return free === UserNameKey ? [] : [{ UserId, key: [...free].slice(0, longest).join('') }];
    });
    // Give up all keys that change first: a new key may be the old one of another user.
    for (const { UserId } of changes)
      await runner.query('UPDATE users SET UserNameKey = ? WHERE UserId = ?', [`:${UserId}`, UserId]);
    for (const { UserId, key } of changes)
      await runner.query('UPDATE users SET UserNameKey = ? WHERE UserId = ?', [key, UserId]);
  }

  /** The old keys of these users would let several users have the same name: they stay as they are. */
  async down(): Promise<void> {}
}
