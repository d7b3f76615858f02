import { randomUUID } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { activityTables } from './initial/activities.js';
import { agentTables } from './initial/agents.js';
import { bookingTables } from './initial/bookings.js';
import { contactTables } from './initial/contacts.js';
import { documentTables } from './initial/documents.js';
import { frontDeskTables } from './initial/front-desk.js';
import { geographyTables } from './initial/geography.js';
import { importTables } from './initial/imports.js';
import { messageTables } from './initial/messages.js';
import { projectTables } from './initial/projects.js';
import { securityTables } from './initial/securities.js';
import { serviceTables } from './initial/service.js';
import { smartsheetTables } from './initial/smartsheets.js';
import { surveyTables } from './initial/surveys.js';
import { userTables } from './initial/users.js';
import { visitTables } from './initial/visits.js';
import { webhookTables } from './initial/webhooks.js';
import { addRow, createTable, dropTable, setDefaultCollation } from './table-definition.js';

/** Each table comes after the tables that it refers to. */
const tables = [
  ...serviceTables,
  ...userTables,
  ...agentTables,
  ...geographyTables,
  ...contactTables,
  ...activityTables,
  ...frontDeskTables,
  ...bookingTables,
  ...visitTables,
  ...projectTables,
  ...smartsheetTables,
  ...securityTables,
  ...surveyTables,
  ...documentTables,
  ...messageTables,
  ...webhookTables,
  ...importTables,
];

const systemRoles = ['Worker', 'Agent', 'Administrator'];
const signInGates = 64;

export class Initial1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await setDefaultCollation(runner);
    for (const table of tables) await createTable(runner, table);
    // Add the roles without permissions: at each start, the service derives the permissions from its operations.
    for (const [at, Code] of systemRoles.entries())
      await addRow(runner, 'roles', {
        RoleId: at + 1,
        Code,
        Name: Code,
        NameKey: Code.toLowerCase(),
        Description: '',
        IsSystem: 1,
        IsActive: 1,
        CreatedUtc: '2026-01-01T00:00:00.0000000',
      });
    for (let Gate = 0; Gate < signInGates; Gate++) await addRow(runner, 'sign_in_gates', { Gate, Turns: 0 });
    await addRow(runner, 'gantt_turns', { Id: 1, Turns: 0 });
    const { country = 'US' } = runner.data as { country?: string };
    await addRow(runner, 'service_meta', { Name: 'phones', Value: country });
    await addRow(runner, 'service_meta', { Name: 'installation', Value: randomUUID() });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of tables.toReversed()) await dropTable(runner, name);
  }
}
