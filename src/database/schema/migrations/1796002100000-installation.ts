import { randomUUID } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addRow } from './table-definition.js';

const installation = 'installation';
const lastAppointment = 'last appointment of 1.0.0';

/** Makes the id of this installation, and stores which appointments have UIDs of version 1.0.0, without such an id. */
export class Installation1796002100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [{ last }] = (await runner.query('SELECT MAX(a.AppointmentId) AS last FROM appointments a')) as [
      { last: number | string | null },
    ];
    if (last !== null) await addRow(runner, 'service_meta', { Name: lastAppointment, Value: String(last) });
    await addRow(runner, 'service_meta', { Name: installation, Value: randomUUID() });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM service_meta WHERE Name IN (?, ?)', [installation, lastAppointment]);
  }
}
