import type { MigrationInterface, QueryRunner } from 'typeorm';
import { datetime, flag, guid, int32, int64, text } from './column-kinds.js';
import { column, createTable, dropTable } from './table-definition.js';

const secret = column(text(255), { nullable: true });
const moment = column(datetime, { required: true });

/** Who can sign in, what is signed in, and what was tried. */
export class Users1764000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'users', {
      UserId: column(guid, { key: true }),
      UserName: text(200),
      UserNameKey: column(text(400), { unique: true }),
      DisplayName: text(200),
      Disabled: flag,
      RestrictToSingleSession: flag,
      RequireMFA: flag,
      MfaActive: flag,
      LastLogin: datetime,
      LastSessionId: guid,
      CreatedAt: moment,
      PasswordHash: secret,
      MfaSecret: secret,
      MfaOffered: secret,
      MfaUsedSteps: column(text(100), { nullable: true }),
    });
    await createTable(runner, 'user_roles', {
      UserId: column(guid, { key: true, references: 'users.UserId', onDelete: 'CASCADE' }),
      RoleCode: column(text(50), { key: true }),
    });
    await createTable(runner, 'sessions', {
      SessionId: column(guid, { key: true }),
      UserId: column(guid, { required: true, references: 'users.UserId', onDelete: 'CASCADE' }),
      Address: text(64),
      StartedAt: moment,
      ExpiresAt: moment,
      EndedAt: datetime,
    });
    await createTable(runner, 'refresh_tokens', {
      TokenHash: column(text(64), { key: true }),
      SessionId: column(guid, { required: true, references: 'sessions.SessionId', onDelete: 'CASCADE' }),
      IssuedAt: moment,
      UsedAt: datetime,
    });
    await createTable(
      runner,
      'api_keys',
      {
        KeyId: column(guid, { key: true }),
        UserId: column(guid, { required: true, references: 'users.UserId', onDelete: 'CASCADE' }),
        KeyHash: text(64),
        Prefix: text(12),
        CreatedAt: moment,
        RevokedAt: datetime,
      },
      { unique: [['KeyHash']] },
    );
    await createTable(
      runner,
      'sign_in_attempts',
      {
        AttemptId: column(int64, { key: 'generated' }),
        Account: text(64),
        Address: text(64),
        AttemptedAt: moment,
        Outcome: text(10),
      },
      {
        indexes: [
          ['Account', 'Address', 'AttemptId'],
          ['Account', 'AttemptedAt'],
          ['Address', 'AttemptedAt'],
        ],
      },
    );
    await createTable(runner, 'sign_in_gates', { Gate: column(int32, { key: true }), Turns: int64 });
    for (let gate = 0; gate < 64; gate++) {
      const known = (await runner.query(`SELECT Gate FROM sign_in_gates WHERE Gate = ${gate}`)) as unknown[];
      if (known.length === 0) await runner.query(`INSERT INTO sign_in_gates (Gate, Turns) VALUES (${gate}, 0)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [
      'sign_in_gates',
      'sign_in_attempts',
      'api_keys',
      'refresh_tokens',
      'sessions',
      'user_roles',
      'users',
    ];
    for (const table of tables) await dropTable(runner, table);
  }
}
