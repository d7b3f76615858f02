import sql from 'sql-template-tag';
import type { Db } from '../../database/db.js';
import { ok, warn, type Finding } from '../../database/driver/finding.js';
import { phoneCountry, type ServiceMeta } from '../../database/schema/service-meta.entity.js';
import { readPhone } from '../../record/values/phone.js';
import { writtenNumber } from './contact-phones.service.js';
import { present } from './contacts.service.js';

/** Number of contacts that one query reads. */
const batch = 1000;

/** Checks the telephone numbers of contacts. Changes nothing. */
export async function inspectPhones(db: Db): Promise<Finding[]> {
  const mark = await db.one<ServiceMeta>(
    sql`SELECT m.Value AS Value FROM service_meta m WHERE m.Name = ${phoneCountry}`,
  );
  const stale = warn(
    `The telephone numbers were read for another COUNTRY than ${db.country}.`,
    'Run `agency reindex`.',
  );
  const untextable = await withoutTexts(db);
  return [
    ...(mark?.Value === db.country ? [] : [stale]),
    untextable === 0
      ? ok('Every contact with SMSOptIn has a telephone number that can get text messages.')
      : warn(
          `${untextable} contacts with SMSOptIn have no telephone number that can get text messages.`,
          'Correct the numbers. Until then the messages are NotSent, or go by mail.',
        ),
  ];
}

async function withoutTexts(db: Db): Promise<number> {
  let count = 0;
  for (let after = 0; ;) {
    const rows = await db.all<{ ContactId: number; Number: string }>(sql`SELECT c.ContactId AS ContactId,
        ${writtenNumber} AS Number FROM contacts c WHERE c.ContactId > ${after} AND c.SMSOptIn = 1 AND ${present}
      ORDER BY c.ContactId LIMIT ${batch}`);
    count += rows.filter(({ Number: number }) => readPhone(number, db.country).untextable !== undefined).length;
    if (rows.length < batch) return count;
    after = rows[rows.length - 1].ContactId;
  }
}
