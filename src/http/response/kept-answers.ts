import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { PersonalCopies, type CopiedPerson, type FoundCopies } from '../../database/personal-copies.js';
import { quoted } from '../../database/sql/quoted.js';
import type { Guid } from '../../record/fields.js';
import { answerPlace } from './idempotency.js';
import { erasedAnswer, IdempotencyKey } from './idempotency-key.entity.js';

/** Finds the responses about a person that are kept for calls with an Idempotency-Key. */
@Injectable()
export class KeptAnswers extends PersonalCopies {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
  ) {
    super();
  }

  async find(person: CopiedPerson): Promise<FoundCopies> {
    const isAbout = matcher(person);
    const rows: { UserId: Guid; Key: string; CreatedAt: string }[] = [];
    const stored = this.db
      .rows<IdempotencyKey>(sql`SELECT k.UserId AS UserId, ${quoted('Key', 'k')} AS ${quoted('Key')},
      k.Answer AS Answer, k.CreatedAt AS CreatedAt FROM idempotency_keys k WHERE k.AnswerSize > 0`);
    for await (const { Answer, UserId, Key, CreatedAt } of stored) {
      if (isTurnOver()) await nextTurn();
      const text = this.cipher.open(Answer, answerPlace({ UserId, Key }));
      // A response that no key decrypts is never sent again.
      if (text !== undefined && isAbout(text)) rows.push({ UserId, Key, CreatedAt: CreatedAt });
    }
    return {
      ...{ set: 'idempotency-keys', entity: IdempotencyKey, rows },
      keeps: 'that a call with the Idempotency-Key was made; a repeated call gets 410',
      erase: async () => {
        for (const { UserId, Key } of rows)
          await this.db.execute(sql`UPDATE idempotency_keys SET AnswerSize = ${erasedAnswer}, Answer = ''
            WHERE UserId = ${UserId} AND ${quoted('Key')} = ${Key}`);
      },
    };
  }
}

/** Whether the text of a response names the person. */
function matcher({ emails, phones, names, ids }: CopiedPerson): (text: string) => boolean {
  const full = names.flatMap(({ first, last, full: name }) => [name, first && last ? `${first} ${last}` : '']);
  const texts = [...emails, ...phones, ...full, ...(ids.get('Contact.ContactGUID') ?? [])]
    .filter((text) => text !== '')
    .map((text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1).toLowerCase());
  const named = [...(ids.get('Contact.ContactId') ?? [])].map((id) => new RegExp(`contactid\\\\?":\\s?${id}\\b`));
  return (text) => {
    const lower = text.toLowerCase();
    return texts.some((one) => lower.includes(one)) || named.some((one) => one.test(lower));
  };
}
