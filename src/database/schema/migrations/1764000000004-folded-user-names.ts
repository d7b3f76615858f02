import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The key of a user name has `ss` for ẞ, as for ß. Where another user has this key, the name stays without it: its user
 * can sign in after an Administrator has renamed one of both.
 */
export class FoldedUserNames1764000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [key, folded] of await this.keys(runner)) {
      const [taken] = (await runner.query('SELECT UserId FROM users WHERE UserNameKey = ?', [folded])) as unknown[];
      if (taken === undefined)
        await runner.query('UPDATE users SET UserNameKey = ? WHERE UserNameKey = ?', [folded, key]);
    }
  }

  async down(): Promise<void> {
    // The former keys found no more names than the present ones.
  }

  private async keys(runner: QueryRunner): Promise<[string, string][]> {
    const sql = "SELECT UserNameKey FROM users WHERE UserNameKey LIKE '%ß%' ORDER BY UserId";
    const rows = (await runner.query(sql)) as { readonly UserNameKey: string }[];
    return rows.map(({ UserNameKey }) => [UserNameKey, UserNameKey.replaceAll('ß', 'ss')]);
  }
}
