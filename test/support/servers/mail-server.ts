import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string;
  /** Headers by name in lower case, unfolded. */
  headers: ReadonlyMap<string, string>;
  /** The whole mail, its quoted-printable parts decoded. */
  text: string;
}

/**
 * How the server treats a mail. take: accepts it. die: closes the connection after it has received the mail. hang:
 * never answers. Otherwise it refuses the mail with that SMTP code and text.
 */
type Treatment = { code: number; text: string } | 'hang' | 'die' | 'take';

/** A real SMTP server on loopback. */
export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Mails that the server received but did not confirm. */
  readonly unconfirmed: ReceivedMail[];
  /** The largest number of mails that the server received at the same time. */
  most: number;
  treat: Treatment;
  /** Milliseconds before a mail is confirmed. */
  delay: number;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  let open = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo(_address, _session, done) {
      const { treat } = mails;
      done(typeof treat === 'object' ? Object.assign(new Error(treat.text), { responseCode: treat.code }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      mails.most = Math.max(mails.most, ++open);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const mail = mailOf(session.envelope.rcptTo[0].address, Buffer.concat(chunks).toString());
        setTimeout(() => {
          open--;
          if (mails.treat === 'hang') return void mails.unconfirmed.push(mail);
          if (mails.treat === 'die') {
            mails.unconfirmed.push(mail);
            for (const connection of server.connections) connection.close();
            return;
          }
          mails.received.push(mail);
          done(null);
        }, mails.delay);
      });
    },
  });
  server.on('error', () => undefined);
  const mails: MailServer = {
    url: '',
    received: [],
    unconfirmed: [],
    most: 0,
    treat: 'take',
    delay: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(mails, { url: `smtp://127.0.0.1:${port}` });
}

function mailOf(to: string, raw: string): ReceivedMail {
  const text = raw.replaceAll(/=\r?\n/g, '').replaceAll(/((?:=[0-9A-F]{2})+)/g, (bytes) => {
    return Buffer.from(bytes.replaceAll('=', ''), 'hex').toString();
  });
  const [head] = raw.split(/\r?\n\r?\n/, 1);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { to, headers, text };
}

/** A gateway for text messages on loopback. */
export interface TextGateway {
  readonly url: string;
  readonly received: { id: string; to: string; text: string; authorization?: string; key?: string }[];
  /** How the gateway treats a message: an HTTP status, 'hang', or 'die' after it has received the message. */
  treat: number | 'hang' | 'die';
  close(): Promise<void>;
}

export async function startTextGateway(): Promise<TextGateway> {
  const received: TextGateway['received'] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization, 'idempotency-key': key } = request.headers;
      const message = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; to: string; text: string };
      received.push({ ...message, authorization, key: String(key) });
      if (gateway.treat === 'hang') return;
      if (gateway.treat === 'die') return void request.socket.destroy();
      response.writeHead(gateway.treat).end();
    });
  });
  const gateway: TextGateway = {
    url: '',
    received,
    treat: 202,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(gateway, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages` });
}
