import { setTimeout as sleep } from 'node:timers/promises';
import { branchOfAgent } from '../src/cli/demo/agents.js';
import { execute, select } from './data.js';
import { load, type Load, type Measured } from './load.js';
import type { Server } from './servers.js';

interface Write {
  work: string;
  path: string;
  user: 'admin' | 'agent';
  connections: number;
  sent: NonNullable<Load['sent']>;
}

/**
 * The measured writes, and the statements that undo them, so that each round starts with the same tables.
 */
interface WritePlan {
  writes: readonly Write[];
  undo: readonly string[];
}

interface Visible {
  ContactId: number;
  ContactGUID: string;
}

const [many, lines] = [100, 100];
/** The first ids that the demo does not use. */
const [firstLine, firstProject] = [1_000_000, 1_000_000];
/** The number of projects to write to. */
const projects = 50;
const owners = [2, 7] as const;

export async function planWrites(url: string): Promise<WritePlan> {
  const began = `${new Date().toISOString().slice(0, -1)}0000`;
  const contacts = await select<Visible>(
    url,
    `SELECT ContactId, ContactGUID FROM contacts WHERE Deleted = 0 AND AgentId IN (${branchOfAgent.join(', ')})
      AND Locked = 0 AND DoNotContact = 0
      AND ContactGUID NOT IN (SELECT CustomerId FROM checkins WHERE OpenKey IS NOT NULL)
      ORDER BY ContactId`,
  );
  const [place] = await select<{ Id: string; LocationId: string }>(
    url,
    'SELECT Id, LocationId FROM service_lines WHERE Active = 1 ORDER BY Id LIMIT 1',
  );
  const values = Array.from({ length: lines }, (_, at) => `(${firstLine + at}, 'Bench', '', '', '', '', ${owners[0]})`);
  const named = Array.from({ length: projects }, (_, at) => `(${firstProject + at}, 'Bench', '')`);
  await execute(url, [
    `DELETE FROM project_team_members WHERE ProjectID >= ${firstProject}`,
    `DELETE FROM projects WHERE ProjectID >= ${firstProject}`,
    `INSERT INTO projects (ProjectID, ProjectName, Description) VALUES ${named.join(', ')}`,
    `DELETE FROM smartsheet_lines WHERE TableName = 'Bench'`,
    `INSERT INTO smartsheet_lines (ID, TableName, ClientName, PolicyNumber, TransactionId, type, AgentId)
      VALUES ${values.join(', ')}`,
  ]);
  const contactAt = (call: number): Visible => contacts[call % contacts.length];
  const members = (call: number, count: number): object => ({
    ProjectTeamMembers: Array.from({ length: count }, (_, at) => ({
      ProjectID: firstProject + (Math.floor((call * count + at) / contacts.length) % projects),
      ContactID: contactAt(call * count + at).ContactId,
      MemberRole: '1',
    })),
  });
  const team = { path: '/v1/ProjectTeamMembers', user: 'agent' } as const;
  return {
    writes: [
      { ...team, work: 'E12 POST of 1', connections: 16, sent: (call) => ({ body: members(call, 1) }) },
      {
        ...team,
        work: 'E12 POST of 1 with an Idempotency-Key',
        connections: 16,
        sent: (call) => ({ body: members(call, 1), headers: { 'Idempotency-Key': `${performance.now()}.${call}` } }),
      },
      { ...team, work: `E12 POST of ${many}`, connections: 1, sent: (call) => ({ body: members(call, many) }) },
      {
        work: 'E3 POST',
        path: '/v1/CustomerCheckins',
        user: 'admin',
        connections: 16,
        sent: (call) => ({
          body: { CustomerId: contactAt(call).ContactGUID, LocationId: place.LocationId, LineId: place.Id },
        }),
      },
      {
        work: 'E4 Log',
        path: '/v1/ActivityTracker',
        user: 'agent',
        connections: 16,
        sent: (call) => ({ body: { Contact: { ContactId: contactAt(call).ContactId }, EventTypeId: 1 } }),
      },
      {
        work: `E1 of ${lines} lines`,
        path: '/v1/Smartsheets/TransferLines',
        user: 'admin',
        connections: 1,
        sent: (call) => ({
          body: {
            agent: { AgentId: owners[(call + 1) % owners.length] },
            lines: Array.from({ length: lines }, (_, at) => ({ ID: firstLine + at, TableName: 'Bench' })),
          },
        }),
      },
    ],
    undo: [
      `DELETE FROM project_team_members WHERE ProjectID >= ${firstProject}`,
      `DELETE FROM checkin_lines WHERE CheckinId IN (SELECT Id FROM checkins WHERE SignInTime >= '${began}')`,
      `DELETE FROM checkins WHERE SignInTime >= '${began}'`,
      `DELETE FROM activities WHERE StartDate >= '${began}'`,
      `DELETE FROM smartsheet_transfers WHERE TableName = 'Bench'`,
      `UPDATE smartsheet_lines SET AgentId = ${owners[0]} WHERE TableName = 'Bench'`,
      `DELETE FROM idempotency_keys WHERE CreatedAt >= '${began}'`,
    ],
  };
}

/** Resets the tables, and then writes for some seconds. */
export async function written(
  url: string,
  { undo }: WritePlan,
  { path, connections, sent }: Write,
  { server, headers, seconds }: { server: Server; headers: Record<string, string>; seconds: number },
): Promise<Measured> {
  // Calls that the previous load has cut off need up to a second to end.
  await sleep(1000);
  await execute(url, [...undo]);
  return load({ url: server.url + path, headers, connections, seconds, sent });
}
