import { asDemoUser, startDemo } from '../app/demo-app.js';
import type { TestApp } from '../app/app.js';

export type Auth = Record<'Authorization', string>;

export interface LoggedLine {
  Line: number;
  Action: string;
  Key: string;
  Field: string;
  From: string;
  To: string;
  ErrorCode: string;
  Message: string;
}

export interface ShownImport {
  ImportId: string;
  State: string;
  Columns: { Column: string; Field: string; Example: string; Asks: string }[];
  Options: Record<string, unknown>;
  [count: string]: unknown;
}

/** The calls of a suite about imports, on a demo of its own. */
export interface ImportSuite {
  readonly app: TestApp;
  readonly admin: Auth;
  /** agent@demo.test, whose agent is `agentId`. */
  readonly agent: Auth;
  readonly agentId: number;
  /** An agent out of the scope of agent@demo.test. */
  readonly other: Auth;
  readonly otherId: number;
  /** Uploads a file, or rows of cells. */
  readonly send: (content: string | Buffer | Cells, options?: Sending) => ReturnType<TestApp['http']['post']>;
  readonly upload: (content: string | Buffer | Cells, options?: Sending) => Promise<ShownImport>;
  readonly rowsOf: (shown: Pick<ShownImport, 'ImportId'>, as?: Auth) => Promise<LoggedLine[]>;
  readonly run: (shown: Pick<ShownImport, 'ImportId'>, body?: object, as?: Auth) => ReturnType<TestApp['http']['post']>;
  readonly undo: (
    shown: Pick<ShownImport, 'ImportId'>,
    body?: object,
    as?: Auth,
  ) => ReturnType<TestApp['http']['post']>;
  /** Changes the options, and returns the import with its new preview. */
  readonly change: (shown: Pick<ShownImport, 'ImportId'>, Options: object, as?: Auth) => Promise<ShownImport>;
  /** Uploads and runs a file, and returns its import. */
  readonly done: (content: string | Buffer | Cells, options?: Sending) => Promise<ShownImport>;
  readonly contact: (id: number) => Promise<Record<string, unknown>>;
  readonly found: (search: string) => Promise<Record<string, unknown>[]>;
  /** Adds a contact of agent@demo.test or of `as`, and returns its id. */
  readonly added: (fields: object, as?: Auth) => Promise<number>;
}

type Cells = readonly (readonly (string | number)[])[];
interface Sending {
  as?: Auth;
  query?: string;
  name?: string;
  type?: string;
}

export async function startImports(settings: Record<string, string> = {}): Promise<ImportSuite> {
  const app = await startDemo(60, settings);
  const { http } = app;
  const users = ['admin', 'agent', 'other'].map((name) => asDemoUser(app, `${name}@demo.test`));
  const [admin, agent, other] = await Promise.all(users);
  const agentOf = async (as: Auth): Promise<number> =>
    (await http.get('/v1/Auth/Me').set(as).expect(200)).body.AgentId as number;
  const at = ({ ImportId }: Pick<ShownImport, 'ImportId'>): string => `/v1/Imports/${ImportId}`;
  const suite: ImportSuite = {
    ...{ app, admin, agent, other, agentId: await agentOf(agent), otherId: await agentOf(other) },
    send: (content, { as = admin, query = '', name = 'contacts.csv', type = 'text/csv' } = {}) => {
      const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : csv(content);
      const file = { filename: name, contentType: type };
      return http.post(`/v1/Imports${query}`).set(as).attach('file', Buffer.from(text), file);
    },
    upload: async (content, options) => (await suite.send(content, options).expect(200)).body.Imports[0] as ShownImport,
    rowsOf: async (shown, as = admin) =>
      (
        await http
          .get(`${at(shown)}/Rows?take=10000`)
          .set(as)
          .expect(200)
      ).body.Rows as LoggedLine[],
    run: (shown, body = {}, as = admin) =>
      http
        .post(`${at(shown)}/Run`)
        .set(as)
        .send(body),
    undo: (shown, body = {}, as = admin) =>
      http
        .post(`${at(shown)}/Undo`)
        .set(as)
        .send(body),
    change: async (shown, Options, as = admin) =>
      (await http.put(at(shown)).set(as).send({ Options }).expect(200)).body.Imports[0] as ShownImport,
    done: async (content, options = {}) => {
      const shown = await suite.upload(content, options);
      return (await suite.run(shown, {}, options.as).expect(200)).body.Imports[0] as ShownImport;
    },
    contact: async (id) => (await http.get(`/v1/Contacts/${id}`).set(admin).expect(200)).body.Contacts[0] as never,
    found: async (Search) =>
      (await http.get('/v1/Contacts').query({ Search }).set(admin).expect(200)).body.Contacts as never,
    added: async (fields, as = agent) =>
      (await http.post('/v1/Contacts').set(as).send(fields).expect(200)).body.Contacts[0].ContactId as number,
  };
  return suite;
}

/** Rows of cells as CSV. */
export function csv(rows: Cells): string {
  return rows.map((cells) => cells.join(',')).join('\r\n');
}
