import sql from 'sql-template-tag';
import type { Config } from '../../config/config.js';
import type { Db } from '../../database/db.js';
import { ok, warn, type Finding } from '../../database/driver/finding.js';
import type { ServiceMeta } from '../../database/schema/service-meta.entity.js';
import { readPhone, type Country } from '../../record/values/phone.js';
import { writtenNumber } from './contact-phones.service.js';
import { present } from './contacts.service.js';

/** Name of the row of service_meta that has the COUNTRY for which the telephone numbers of all contacts were read. */
export const phoneCountry = 'phones';

/** Number of contacts that one query reads. */
const batch = 1000;

/** Checks the telephone numbers of contacts. Changes nothing. */
export async function inspectPhones(db: Db, { country }: Pick<Config, 'country'>): Promise<Finding[]> {
  const mark = await db.one<ServiceMeta>(
    sql`SELECT m.Value AS Value FROM service_meta m WHERE m.Name = ${phoneCountry}`,
  );
  const stale = warn(`The telephone numbers were read for another COUNTRY than ${country}.`, 'Run `agency reindex`.');
  const untextable = await withoutTexts(db, country);
  return [
    ...(mark?.Value === country ? [] : [stale]),
    untextable === 0
      ? ok('Every contact with SMSOptIn has a telephone number that can get text messages.')
      : warn(
          `${untextable} contacts with SMSOptIn have no telephone number that can get text messages.`,
          'Correct the numbers. Until then the messages are NotSent, or go by mail.',
        ),
  ];
}

async function withoutTexts(db: Db, country: Country): Promise<number> {
  let count = 0;
  for (let after = 0; ;) {
    const rows = await db.all<{ ContactId: number; Number: string }>(sql`SELECT c.ContactId AS ContactId,
        ${writtenNumber} AS Number FROM contacts c WHERE c.ContactId > ${after} AND c.SMSOptIn = 1 AND ${present}
      ORDER BY c.ContactId LIMIT ${batch}`);
    count += rows.filter(({ Number: number }) => readPhone(number, country).untextable !== undefined).length;
    if (rows.length < batch) return count;
    after = rows[rows.length - 1].ContactId;
  }
}
