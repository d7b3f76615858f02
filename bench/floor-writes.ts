import { randomUUID } from 'node:crypto';
import { contactColumns, namesOfContact } from './queries.js';

export type Row = Record<string, string | number | null>;
export type Values = (string | number | null)[];

/** An open transaction of either database. */
export interface Work {
  rows(sql: string, values?: Values): Promise<Row[]>;
  /** Executes a statement, and returns the first key that the database has generated. */
  write(sql: string, values?: Values): Promise<number>;
  /** SQL at the end of a SELECT that locks its rows. */
  readonly lock: string;
}

type Handler = (work: Work, body: Record<string, unknown>) => Promise<object>;

const nobody = '0'.repeat(32);
const now = (): string => `${new Date().toISOString().slice(0, -1)}0000`;
const guid = (): string => randomUUID().replaceAll('-', '');
const marks = (rows: readonly unknown[], row: string): string => rows.map(() => row).join(', ');

async function audit(work: Work, operation: string, record: string, id: string, changes: object): Promise<void> {
  await work.write(
    `INSERT INTO audit (At, UserId, Operation, Record, RecordId, RequestId, Changes) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [now(), nobody, operation, record, id, guid(), JSON.stringify(changes)],
  );
}

/** The service's writes, hand-written, each with its audit row and only the checks that keep the data consistent. */
export const writes: Record<string, Handler> = {
  '/v1/ProjectTeamMembers': async (work, body) => {
    const members = body.ProjectTeamMembers as { ProjectID: number; ContactID: number; MemberRole: string }[];
    const contacts = members.map(({ ContactID }) => ContactID);
    await known(work, 'SELECT ProjectID FROM projects WHERE ProjectID = ?', [members[0].ProjectID], 1);
    const inList = marks(contacts, '?');
    await known(
      work,
      `SELECT ContactId FROM contacts WHERE Deleted = 0 AND ContactId IN (${inList})`,
      contacts,
      contacts.length,
    );
    const first = await work.write(
      `INSERT INTO project_team_members (ProjectID, ContactID, MemberRole) VALUES ${marks(members, '(?, ?, ?)')}`,
      members.flatMap(({ ProjectID, ContactID, MemberRole }) => [ProjectID, ContactID, MemberRole]),
    );
    const added = members.map((member, index) => ({ TeamMemberID: first + index, ...member }));
    await audit(work, 'addProjectTeamMembers', 'ProjectTeamMember', String(first), added);
    return { ResponseStatus: null, ProjectTeamMembers: added };
  },

  '/v1/ActivityTracker': async (work, { Contact, EventTypeId }) => {
    const { ContactId } = Contact as { ContactId: number };
    const when = now();
    await known(work, 'SELECT EventTypeId FROM event_types WHERE EventTypeId = ?', [EventTypeId as number], 1);
    await known(work, `SELECT * FROM contacts WHERE ContactId = ? AND Deleted = 0${work.lock}`, [ContactId], 1);
    const id = await work.write(
      'INSERT INTO activities (AgentId, ContactId, EventTypeId, StartDate, EndDate) VALUES (?, ?, ?, ?, NULL)',
      [2, ContactId, EventTypeId as number, when],
    );
    await work.write('UPDATE contacts SET LastContact = ? WHERE ContactId = ?', [when, ContactId]);
    const found = await work.rows(`SELECT ${contactColumns} FROM contacts c ${namesOfContact} WHERE c.ContactId = ?`, [
      ContactId,
    ]);
    await audit(work, 'trackActivity', 'Activity', String(id), { ContactId, EventTypeId, when });
    return { ResponseStatus: null, Contact: found };
  },

  '/v1/CustomerCheckins': async (work, { CustomerId, LocationId, LineId }) => {
    const [customer, location, line] = [CustomerId as string, LocationId as string, LineId as string];
    const [Id, when] = [guid(), now()];
    await known(work, 'SELECT LocationId FROM locations WHERE LocationId = ? AND Active = 1', [location], 1);
    await known(work, 'SELECT ContactId FROM contacts WHERE ContactGUID = ? AND Deleted = 0', [customer], 1);
    await known(work, 'SELECT Id FROM service_lines WHERE Id = ? AND LocationId = ?', [line, location], 1);
    await work.write(
      `INSERT INTO checkins (Id, LineId, CustomerId, LocationId, SignInTime, AdjustedSignInTime, SendReminders, Status,
        TaskTime, Completed, QuestionnaireSubmitted, LineIds, OpenKey, BusinessDay)
        VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, ?, ?, ?)`,
      [Id, line, customer, location, when, when, JSON.stringify([line]), guid(), when.slice(0, 10)],
    );
    await work.write('INSERT INTO checkin_lines (CheckinId, LineId) VALUES (?, ?)', [Id, line]);
    const lines = await work.rows('SELECT * FROM service_lines WHERE Id = ?', [line]);
    const images = await work.rows('SELECT * FROM line_images WHERE LineId = ?', [line]);
    const [{ Ahead }] = await work.rows(
      `SELECT COUNT(*) AS Ahead FROM checkins c JOIN checkin_lines l ON l.CheckinId = c.Id
        WHERE c.LocationId = ? AND l.LineId = ? AND c.Status IN (0, 1, 2) AND c.SignInTime < ?`,
      [location, line, when],
    );
    const stations = await work.rows('SELECT LineIds FROM stations WHERE LocationId = ? AND Open = 1', [location]);
    const questions = await work.rows('SELECT * FROM line_questions WHERE LineId = ? AND Active = 1', [line]);
    await audit(work, 'saveCheckins', 'Checkin', Id, { Id, customer, location, line, when });
    const WaitTime = Math.ceil((10 * Number(Ahead)) / Math.max(1, stations.length));
    return { ResponseStatus: null, CustomerCheckins: [{ Id, lines: [{ ...lines[0], images, WaitTime }], questions }] };
  },

  '/v1/Smartsheets/TransferLines': async (work, { agent, lines }) => {
    const { AgentId } = agent as { AgentId: number };
    const sent = lines as { ID: number; TableName: string }[];
    const keys = sent.flatMap(({ ID, TableName }) => [ID, TableName]);
    const theirs = sent.map(() => '(ID = ? AND TableName = ?)').join(' OR ');
    await known(work, 'SELECT AgentId FROM agents WHERE AgentId = ?', [AgentId], 1);
    const stored = await work.rows(`SELECT * FROM smartsheet_lines WHERE ${theirs} ORDER BY ID${work.lock}`, keys);
    const when = now();
    await work.write(
      `INSERT INTO smartsheet_transfers (TableName, ID, FromAgentId, ToAgentId, TransferredAt, TransferredBy)
        VALUES ${marks(stored, '(?, ?, ?, ?, ?, ?)')}`,
      stored.flatMap((line) => [line.TableName, line.ID, line.AgentId, AgentId, when, nobody]),
    );
    await work.write(`UPDATE smartsheet_lines SET AgentId = ? WHERE ${theirs}`, [AgentId, ...keys]);
    const after = stored.map((line) => ({ ...line, AgentId }));
    await audit(work, 'transferLines', 'SmartsheetLine', String(stored[0].ID), { stored, after });
    return { ResponseStatus: null, lines: after };
  },
};

async function known(work: Work, sql: string, values: Values, count: number): Promise<void> {
  const found = await work.rows(sql, values);
  if (found.length !== count) throw new Error(`${count - found.length} are unknown: ${sql}`);
}
