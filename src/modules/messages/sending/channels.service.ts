import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { Config } from '../../../config/config.js';
import { mayBePlain } from '../../../config/settings/messages.js';
import { Db } from '../../../database/db.js';
import { isDemo } from '../../../demo/demo-mark.js';
import type { Channel } from '../message-kinds.js';
import { MailboxService } from './mailbox.service.js';
import type { Outgoing } from './outgoing.js';

/** Timeout in milliseconds for each step of sending: connecting, the server's greeting, and each response. */
const step = 10_000;
/** Number of connections of one instance to the mail server. */
const mailsAtOnce = 4;
/** Milliseconds after which each try has succeeded or failed. */
export const longestTry = 45_000;

/** A message that the server or the gateway refuses permanently. */
export class Refused extends Error {}

/** The mail server or the gateway is unreachable or not configured, so other messages would fail too. */
export class Away extends Error {}

/** Sends one message to the mail server, to the gateway for text messages, or to the mailbox page of a demo. */
@Injectable()
export class ChannelsService implements OnModuleDestroy {
  private transport?: Promise<Transporter>;
  private demo?: boolean;

  constructor(
    private readonly config: Config,
    private readonly db: Db,
    private readonly mailbox: MailboxService,
  ) {}

  async onModuleDestroy(): Promise<void> {
    (await this.transport)?.close();
  }

  /**
   * Whether the channel is configured, or this is a demo, in which the messages of a channel that is not configured go
   * to the mailbox page.
   */
  async isReady(channel: Channel): Promise<boolean> {
    const { smtpUrl, smsUrl } = this.config;
    return (channel === 'Mail' ? smtpUrl : smsUrl) !== undefined || (await this.isDemo());
  }

  /** Throws Refused or Away, or another error if a later try of the same message may succeed. */
  async send(channel: Channel, message: Outgoing): Promise<void> {
    const { smtpUrl, smsUrl } = this.config;
    if (channel === 'Mail' && smtpUrl) await this.mail(message);
    else if (channel === 'Text' && smsUrl) await this.text(smsUrl, message);
    else if (await this.isDemo()) this.mailbox.add(channel, message);
    else throw new Away(channel === 'Mail' ? 'SMTP_URL is not set.' : 'SMS_URL is not set.');
  }

  private async isDemo(): Promise<boolean> {
    return (this.demo ??= await isDemo(this.db));
  }

  private async mail({ id, to, content, unsubscribeUrl, calendar }: Outgoing): Promise<void> {
    const { mailFrom = '', organisation } = this.config;
    const address = addressIn(mailFrom);
    const domain = address.split('@')[1];
    const mail: SendMailOptions = {
      from: address === mailFrom ? { name: organisation, address } : mailFrom,
      to: { name: '', address: to },
      subject: content.subject,
      text: content.text,
      html: content.html,
      messageId: `<${id}@${domain}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
      ...(calendar && { icalEvent: { ...calendar, filename: 'appointment.ics' } }),
      // A text that a customer wrote must not make nodemailer read a file or call a host.
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    this.transport ??= this.connected();
    const transport = await this.transport;
    try {
      await transport.sendMail(mail);
    } catch (error) {
      throw smtpError(error as SmtpError);
    }
  }

  /** Creates the connection pool. Loads nodemailer only now, when the first mail is sent. */
  private async connected(): Promise<Transporter> {
    const url = this.config.smtpUrl!;
    const { createTransport } = await import('nodemailer');
    return createTransport({
      // nodemailer must not retry, because SenderService does.
      pool: true,
      maxConnections: mailsAtOnce,
      maxRequeues: 0,
      idleTimeout: step,
      url: url.href,
      requireTLS: url.protocol === 'smtp:' && !mayBePlain(url),
      connectionTimeout: step,
      greetingTimeout: step,
      socketTimeout: step,
      dnsTimeout: step,
    });
  }

  private async text(url: URL, { id, to, content }: Outgoing): Promise<void> {
    const { smsToken } = this.config;
    let status: number;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(step),
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': id,
          ...(smsToken !== undefined && { Authorization: `Bearer ${smsToken}` }),
        },
        body: JSON.stringify({ id, to, text: content.short }),
      });
      status = answer.status;
      await answer.body?.cancel();
    } catch (error) {
      const cause = (error as { cause?: { code?: string } }).cause?.code;
      throw new Away(`The gateway of SMS_URL did not respond: ${cause ?? (error as Error).name}.`);
    }
    if (status >= 200 && status < 300) return;
    const failed = `The gateway of SMS_URL responded with ${status}.`;
    if ([400, 404, 410, 413, 422].includes(status)) throw new Refused(failed);
    throw [401, 403].includes(status) || status >= 500 ? new Away(failed) : new Error(failed);
  }
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

/**
 * Returns Refused (permanent) or Error (temporary) if the server rejected this one message, and Away for every other
 * failure.
 */
function smtpError({ code = '', responseCode = 0, response, command = '' }: SmtpError): Error {
  const isOfMessage = ['EENVELOPE', 'EMESSAGE'].includes(code) && /^(RCPT|DATA|MAIL)/.test(command);
  if (!isOfMessage || responseCode === 0)
    return new Away(`The mail server of SMTP_URL failed: ${[code, responseCode || ''].filter(Boolean).join(' ')}.`);
  const failed = `The mail server responded: ${response ?? String(responseCode)}`;
  return responseCode >= 500 ? new Refused(failed) : new Error(failed);
}

/** The mail address in `sender`: `office@example.com` for `Agency <office@example.com>`. */
export function addressIn(sender: string): string {
  return /<(.+)>$/.exec(sender)?.[1] ?? sender;
}
