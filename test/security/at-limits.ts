import { request } from 'node:http';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { currentCall } from '../../src/context/call-context.js';
import { turnLength } from '../../src/context/turns.js';
import { SlowQueries } from '../../src/database/driver/slow-queries.js';
import { columnsOf, storedFields } from '../../src/database/schema/columns.js';
import { Schema } from '../../src/database/schema/schema.js';
import { tableOf } from '../../src/database/schema/table.js';
import { quoted } from '../../src/database/sql/quoted.js';
import { mostItems } from '../../src/record/rules.js';
import { Role } from '../../src/http/endpoint/roles.js';
import { demoUsers } from '../clients/examples.js';
import type { TestApp } from '../support/app/app.js';
import { asDemoUser, startDemo } from '../support/app/demo-app.js';
import { longestTurnOf } from './longest-turn.js';

/** Number of rows that one parent has in each table of `fill`, unless a suite needs fewer. */
export const mostRows = 10_000;

export const today = new Date().toISOString().slice(0, 10);
/** The first characters of the GUIDs of copied rows. The row number in eight digits follows. */
const guidStart = 'f'.repeat(24);
export const guidOf = (at: number): string => guidStart + String(at).padStart(8, '0');
/** The AgentId of the first copied agent. */
export const firstAgent = 100_000;
const firstContact = 50_000;
/** The ContactId of the first contact that is there to be merged. */
export const firstMerged = 60_000;

/** The parents that have many rows, by the names of their keys in paths and bodies. */
export interface Parents {
  readonly ContactId: number;
  readonly AgentId: number;
  readonly ProjectID: number;
  readonly SurveyId: number;
  readonly LocationId: string;
  readonly LineId: string;
  readonly WebhookId: number;
  readonly UserId: string;
}

/** The service on a demo whose parents have `rows` rows. */
export class ServiceAtLimits {
  /** Contacts of the parent agent, of which `parents.ContactId` is one. */
  readonly contacts = Array.from({ length: mostItems }, (_, at) => firstContact + at);
  parents!: Parents;
  credentials!: { Authorization: string };
  /** Milliseconds of processor time of the longest turn of each call, and the call. */
  private readonly longest: [number, string][] = [];

  private constructor(
    readonly app: TestApp,
    private readonly rows: number,
  ) {}

  static async start(rows: number): Promise<ServiceAtLimits> {
    const service = new ServiceAtLimits(
      await startDemo(300, { REQUESTS_PER_USER: '0', REQUESTS_PER_ADDRESS: '0', FORMS_PER_ADDRESS: '0' }),
      rows,
    );
    service.credentials = await asDemoUser(service.app, demoUsers[Role.Administrator]);
    await service.fill();
    return service;
  }

  /** Prints the longest turn of each call, and stops the service. */
  async close(): Promise<void> {
    await this.app.close();
    const sorted = this.longest.sort(([a], [b]) => b - a);
    const printed = sorted.map(([milliseconds, name]) => `${milliseconds.toFixed(1)} ${name}`);
    process.stderr.write(`Milliseconds of the longest turn of each call:\n${printed.join('\n')}\n`);
  }

  /** Notes the longest turn of a call, in milliseconds of processor time. */
  note(longest: number, call: string): void {
    this.longest.push([longest, call]);
  }

  private async first(column: string, from: Sql): Promise<never> {
    const rows = await this.app.db.all<{ Found: never }>(sql`SELECT ${raw(column)} AS Found FROM ${from} LIMIT 1`);
    if (rows.length === 0) throw new Error(`The demo has no ${column} of ${from.sql}.`);
    return rows[0].Found;
  }

  private async fill(): Promise<void> {
    const AgentId = await this.first('AgentId', sql`agents WHERE AgentStatus = 'Active' ORDER BY AgentId`);
    const ContactId = this.contacts[400];
    const LineId = await this.first('LineId', sql`checkins WHERE Status = 0`);
    // An administrator may not change the own account at these paths.
    const admins = sql`SELECT u.UserId FROM users u WHERE u.UserName = ${demoUsers[Role.Administrator]}`;
    const others = sql`sessions WHERE EndedAt IS NULL AND UserId NOT IN (${admins})`;
    const parents: Parents = {
      ContactId,
      AgentId,
      ProjectID: await this.first('ProjectID', sql`project_team_members`),
      SurveyId: await this.first(
        'SurveyId',
        sql`survey_invitations WHERE SurveyGuid IN (SELECT SurveyGuid FROM survey_answers)`,
      ),
      LineId,
      LocationId: await this.first('LocationId', sql`service_lines WHERE Id = ${LineId}`),
      WebhookId: await this.first('WebhookId', sql`webhook_deliveries`),
      UserId: await this.first('UserId', others),
    };
    this.parents = parents;
    const guid = sql`CONCAT(${guidStart}, SUBSTR(CONCAT('0000000', n.N), -8))`;
    const set = (values: object): Record<string, Sql> =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sql`${value}`]));
    const { copy, rows } = this;
    await copy('Contact', sql`t.AgentId = ${AgentId}`, mostItems, {
      ...set({ AgentId, Phone: '(305) 555-0142', Deleted: false, Locked: false }),
      ContactId: sql`${firstContact} + n.N`,
      ContactGUID: guid,
      Name: sql`CONCAT('Many ', n.N)`,
    });
    await copy('Contact', sql`t.AgentId = ${AgentId} AND t.ContactId < ${firstContact}`, mostItems, {
      ...set({ AgentId, Deleted: false, Locked: false, ContactGUID: null }),
      ContactId: sql`${firstMerged} + n.N`,
      Name: sql`CONCAT('Same ', n.N)`,
    });
    const time = sql`CONCAT(${today}, 'T03:04:05.', SUBSTR(CONCAT('000000', n.N), -7))`;
    const times = { StartDate: time, EndDate: time };
    await copy('Activity', empty, rows, { ...set({ ContactId, AgentId }), ...times });
    await copy('Appointment', sql`t.Status = 'Planned'`, rows, {
      ...set({ AgentId }),
      ...times,
      ContactId: sql`${ContactId} + n.N % 10`,
    });
    await copy('Document', empty, rows, set({ TableName: 'Contact', RecordId: ContactId }));
    await copy('Document', empty, rows, set({ TableName: 'Agent', RecordId: AgentId }));
    await copy('Question', empty, rows, set({ LineId }));
    await copy('Checkin', sql`t.Status = 0`, rows, {
      ...set({ ...parents, CustomerId: guidOf(400), Ticket: null }),
      Id: guid,
    });
    await copy('ProjectTeamMember', empty, mostItems, { ...set(parents), ContactID: sql`${firstContact} + n.N` });
    await copy('SurveyInvitation', sql`t.SurveyId = ${parents.SurveyId}`, rows, {
      ...set({ AgentId, ContactId }),
      SurveyGuid: guid,
    });
    await copy('SurveyAnswer', empty, rows, { SurveyGuid: guid });
    await copy('WebhookDelivery', empty, rows, set(parents));
    await copy('Session', sql`t.EndedAt IS NULL`, rows, { ...set(parents), SessionId: guid });
    await copy('Message', empty, rows, set({ AgentId, ContactId, OnceKey: null }));
    const change = {
      Record: 'Contact',
      Id: String(ContactId),
      Action: 'Update',
      Before: { Tags: 'a' },
      After: { Tags: 'b' },
    };
    await copy('AuditEntry', empty, rows, {
      ...set({ Record: 'Contact', RecordId: String(ContactId), Changes: JSON.stringify([change]) }),
      At: time,
    });
    const open = sql`imports WHERE State = 'Previewed' AND LogId IS NOT NULL`;
    await copy('ImportRow', sql`t.LogId = ${await this.first('LogId', open)}`, rows, {});
    await copy('Agent', sql`t.AgentId = ${AgentId}`, rows, {
      ...set({ UserId: null, Upline1: AgentId, CalendarId: null }),
      AgentId: sql`${firstAgent} + n.N`,
    });
    await copy('Location', empty, mostItems, { LocationId: guid });
    await copy('SmartsheetLine', empty, mostItems, { ...set({ TableName: 'Many', AgentId }), ID: sql`n.N + 1` });
    await copy('SecuritiesListing', empty, rows, { ...set({ AgentId }), ListingDate: time });
  }

  /**
   * Copies a row of the table that meets the condition. The copies have new keys, the values of `changes` as far as the
   * table has such columns, and no encrypted values, because those belong to one record.
   */
  private readonly copy = async (
    entity: string,
    condition: Sql,
    count: number,
    changes: Record<string, Sql>,
  ): Promise<void> => {
    const table = this.app.get(Schema).named(entity)!;
    const columns = columnsOf(table, 't') as Record<string, Sql>;
    const values: Record<string, Sql> = {};
    for (const { name, options } of storedFields(table)) {
      if (name in changes) values[name] = changes[name];
      else if (options.key !== 'generated') values[name] = options.encrypted ? sql`''` : columns[name];
    }
    if (entity === 'Checkin') values.BusinessDay = sql`t.BusinessDay`;
    const from = raw(tableOf(table).name);
    const template = sql`SELECT t.* FROM ${from} t ${condition.sql ? sql`WHERE ${condition}` : empty} LIMIT 1`;
    await this.app.db.tx(() =>
      this.app.db.execute(
        sql`INSERT INTO ${from} (${join(Object.keys(values).map((name) => quoted(name)))})
          SELECT ${join(Object.values(values))}
          FROM (${template}) t CROSS JOIN (${numbers}) n WHERE n.N < ${count}`,
      ),
    );
  };

  call(method: string, path: string, body?: string): Promise<{ status: number; length: number; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...this.credentials,
        ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
      };
      request(`${this.app.url}${path}`, { method, headers })
        .on('response', (answer) => {
          const parts: Buffer[] = [];
          let length = 0;
          answer
            .on('data', (part: Buffer) => {
              length += part.length;
              if (length < 1_000_000) parts.push(part);
            })
            .once('end', () => resolve({ status: answer.statusCode!, length, text: Buffer.concat(parts).toString() }));
        })
        .once('error', reject)
        .end(body);
    });
  }

  /**
   * Sends a call while each look at the clock finds that `step` milliseconds have passed, so that the number of turns
   * does not depend on the machine. The longest turn is then the longest part of the call that the service does not
   * divide. `together` is the largest number of statements of the call in one turn.
   */
  async turnsOf(
    operation: string,
    method: string,
    path: string,
    { body, step = turnLength + 1 }: { body?: object; step?: number } = {},
  ) {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += step));
    let turns = 0;
    let together = 0;
    let lastTurn = 0;
    let inThisTurn = 0;
    const slowQueries = this.app.get(SlowQueries);
    const time = slowQueries.time.bind(slowQueries);
    jest.spyOn(slowQueries, 'time').mockImplementation(async (text, step) => {
      const result = await time(text, step);
      if (currentCall()?.operationName === operation) {
        inThisTurn = turns === lastTurn ? inThisTurn + 1 : 1;
        lastTurn = turns;
        together = Math.max(together, inThisTurn);
      }
      return result;
    });
    let next: NodeJS.Immediate;
    const count = (): void => {
      turns++;
      next = setImmediate(count);
    };
    next = setImmediate(count);
    let answer = { status: 0, length: 0, text: '' };
    try {
      const text = body && JSON.stringify(body);
      const longest = await longestTurnOf(async () => (answer = await this.call(method, path, text)), Infinity, 1);
      this.note(longest, `${method} ${path}`);
      return { ...answer, turns, together };
    } finally {
      clearImmediate(next);
      jest.restoreAllMocks();
    }
  }
}

const digits = join(
  Array.from({ length: 10 }, (_, digit) => sql`SELECT ${raw(String(digit))} AS D`),
  ' UNION ALL ',
);
/** The numbers from 0 to 9,999. */
const numbers = sql`SELECT a.D + 10 * b.D + 100 * c.D + 1000 * d.D AS N
  FROM (${digits}) a CROSS JOIN (${digits}) b CROSS JOIN (${digits}) c CROSS JOIN (${digits}) d`;
