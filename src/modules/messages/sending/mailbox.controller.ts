import { Controller, Header } from '@nestjs/common';
import Mustache from 'mustache';
import { Config } from '../../../config/config.js';
import { Db } from '../../../database/db.js';
import { isDemo } from '../../../demo/demo-mark.js';
import { NotFound } from '../../../errors/errors.js';
import { Page } from '../../../http/endpoint/endpoint.js';
import { bar, frame, mailboxPath } from '../../../http/pages/page-layout.js';
import { asSent } from '../../../record/values/datetime.js';
import { MailboxService } from './mailbox.service.js';

const content = `<main id="content"><h1>Mailbox</h1>
<p>The messages that this demo has sent since its start, newest first. Nothing leaves this machine.</p>
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
  ) {}

  @Page(mailboxPath)
  @Header('Content-Type', 'text/html; charset=utf-8')
  async show(): Promise<string> {
    if (!(await isDemo(this.db))) throw new NotFound('This path does not exist.');
    const messages = this.mailbox.messages.map(({ channel, to, at, content: { subject, text, short }, calendar }) => ({
      channel,
      to,
      at: asSent(at).slice(0, 19),
      calendar: calendar !== undefined,
      subject: channel === 'Mail' ? subject : 'Text message',
      lines: (channel === 'Mail' ? text : short).split('\n').filter(Boolean).map(lineOf),
    }));
    const body = bar(mailboxPath, this.config) + Mustache.render(content, { messages });
    return frame({ title: 'Mailbox', styles: ['home.css'], scripts: ['home.js'], body });
  }
}

/** Splits a line of a message into its text and the URL at its end ('' if there is none), which becomes a link. */
function lineOf(line: string) {
  const [, text = line, link = ''] = /^(.*?)(https?:\/\/\S+)$/.exec(line) ?? [];
  return { text, link };
}
