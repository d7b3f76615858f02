import { Controller, Header } from '@nestjs/common';
import Mustache from 'mustache';
import sql from 'sql-template-tag';
import { Config } from '../../../config/config.js';
import { SystemClock } from '../../../context/system-clock.js';
import { Db } from '../../../database/db.js';
import { isDemo } from '../../../demo/demo-mark.js';
import { NotFound } from '../../../errors/errors.js';
import { Page } from '../../../http/endpoint/endpoint.js';
import { bar, frame, mailboxPath } from '../../../http/pages/page-layout.js';
import type { DateTime } from '../../../record/fields.js';
import { toDate } from '../../../record/values/datetime.js';
import type { Kind } from '../message-kinds.js';
import { MailboxService, most } from './mailbox.service.js';

const content = `<main id="content"><h1>Mailbox</h1>
<p>The messages that this demo has sent since its start, newest first. Nothing leaves this machine. Times are in the
zone <code>{{timeZone}}</code>.</p>
{{#held.length}}<section><h2>Waiting for the end of the quiet hours</h2>
<ul>{{#held}}<li>{{Kind}} to {{Recipient}}, until <time>{{until}}</time></li>
{{/held}}</ul></section>
{{/held.length}}
{{^messages}}<p>No messages yet. Check a customer in, call the customer, or make an appointment.</p>{{/messages}}
{{#messages}}<article><h2>{{subject}}</h2>
<p><strong>{{channel}}</strong> to {{to}}, <time>{{at}}</time>{{#calendar}}, with a calendar entry{{/calendar}}</p>
{{#lines}}<p>{{text}}{{#link}}<a href="{{link}}">{{link}}</a>{{/link}}</p>{{/lines}}</article>
{{/messages}}</main>`;

@Controller()
export class MailboxController {
  constructor(
    private readonly mailbox: MailboxService,
    private readonly db: Db,
    private readonly config: Config,
    private readonly time: SystemClock,
  ) {}

  @Page(mailboxPath)
  @Header('Content-Type', 'text/html; charset=utf-8')
  async show(): Promise<string> {
    if (!(await isDemo(this.db))) throw new NotFound('This path does not exist.');
    const messages = this.mailbox.messages.map(({ channel, to, at, content: { subject, text, short }, calendar }) => ({
      channel,
      to,
      at: this.timeOf(at),
      calendar: calendar !== undefined,
      subject: channel === 'Mail' ? subject : 'Text message',
      lines: (channel === 'Mail' ? text : short).split('\n').filter(Boolean).map(lineOf),
    }));
    const held = (await this.held()).map((message) => ({ ...message, until: this.timeOf(message.NextTryAt) }));
    const { timeZone } = this.config;
    const body = bar(mailboxPath, this.config) + Mustache.render(content, { messages, held, timeZone });
    return frame({ settings: this.config, title: 'Mailbox', styles: ['home.css'], scripts: ['home.js'], body });
  }

  /** The messages that wait for the end of the quiet hours, and were not tried yet. The next one comes first. */
  private held(): Promise<{ Kind: Kind; Recipient: string; NextTryAt: DateTime }[]> {
    const now = this.time.at();
    return this.db.all(sql`SELECT m.Kind AS Kind, m.Recipient AS Recipient, m.NextTryAt AS NextTryAt FROM messages m
      WHERE m.State = 'Pending' AND m.Tries = 0 AND m.NextTryAt > ${now}
      ORDER BY m.NextTryAt, m.MessageId LIMIT ${most}`);
  }

  /** A moment as date and time in TIME_ZONE, such as `Mar 10, 2026, 2:05 AM`. */
  private timeOf(moment: DateTime): string {
    const form = { timeZone: this.config.timeZone, dateStyle: 'medium', timeStyle: 'medium' } as const;
    return new Intl.DateTimeFormat('en-US', form).format(toDate(moment));
  }
}

/** Splits a line of a message into its text and the URL at its end ('' if there is none), which becomes a link. */
function lineOf(line: string) {
  const [, text = line, link = ''] = /^(.*?)(https?:\/\/\S+)$/.exec(line) ?? [];
  return { text, link };
}
