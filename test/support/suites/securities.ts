import sql from 'sql-template-tag';
import type { ListingSummary } from '../../../src/modules/securities/securities.records.js';
import { startApp, type TestApp } from '../app/app.js';
import { store } from '../data/rows.js';

type Caller = { Authorization: string };

/** The state of a suite of securities after `start`. agent: agent 1, whose downline is agent 2. */
export let app: TestApp;
export let agent: Caller;
export let admin: Caller;

export async function start(): Promise<void> {
  app = await startApp({ CLOCK: '2026-04-30T23:59:59.9999999' });
  await addAgents([
    { AgentId: 1, AgentName: 'Own' },
    { AgentId: 2, AgentName: 'Downline', Upline1: 1 },
    { AgentId: 3, AgentName: 'Other' },
    { AgentId: 4, AgentName: 'Idle' },
  ]);
  agent = await app.as('Agent', 1);
  admin = await app.as('Administrator');
}

/** Empties the ledgers and sets the levels 60, 65 and 70 before each test. */
export async function clear(): Promise<void> {
  await app.db.tx(async () => {
    for (const name of ['listings', 'adjustments', 'payments', 'levels']
      .map((ledger) => `securities_${ledger}`)
      .concat('agent_levels'))
      await app.db.execute(sql([`DELETE FROM ${name}`]));
  });
  const levels = { 60: 0, 65: 10_000, 70: 25_000 };
  const rows = Object.entries(levels).map(([level, points]) => ({
    Level: Number(level) * 100,
    RequiredPoints: points * 100,
  }));
  await store(app, 'SecuritiesLevel', rows);
}

export const addAgents = (rows: object[]) => store(app, 'Agent', rows);
export const insertAll = <E extends object>(entity: abstract new () => E, rows: Partial<E>[]) =>
  app.db.tx(() => app.db.insertAll(entity, rows));

export const get = (path: string, who = agent) => app.http.get(`/v1/SecuritiesSummary/DateRange/${path}`).set(who);

/** The only row of an answer. */
export async function summary(path: string, who = agent): Promise<ListingSummary> {
  const { body } = await get(path, who).expect(200);
  expect(body.ListingSummary).toHaveLength(1);
  return body.ListingSummary[0];
}
