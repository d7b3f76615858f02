import { makeValidator, type CleanedEnv } from 'envalid';
import { isLoopback, isSafe, refuse } from './validators.js';

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/**
 * `from` and `until` are minutes since midnight. If `from` is later than `until`, the quiet hours last over midnight.
 * If both are equal, there are no quiet hours.
 */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

const smtpUrl = makeValidator<URL>((text) => {
  const url = URL.parse(text);
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
    ? url
    : refuse('smtp://user:password@host:587 or smtps://user:password@host:465');
});

function safeUrl(text: string): URL {
  const url = URL.parse(text);
  return url && !url.username && !url.password && isSafe(url)
    ? url
    : refuse('an https URL without a user name, or an http one on loopback');
}

const gatewayUrl = makeValidator<URL>(safeUrl);

const surveyUrl = makeValidator<string>((text) => {
  safeUrl(text);
  return text;
});

const bearer = makeValidator<string>((text) =>
  /^[\x21-\x7e]{1,2000}$/.test(text) ? text : refuse('visible ASCII characters without spaces'),
);

const address = makeValidator<string>((text) =>
  /^(?:[^<>\p{Cc}]{1,200} <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/u.test(text)
    ? text
    : refuse('an e-mail address, alone or as in Agency <office@example.com>'),
);

const line = makeValidator<string>((text) =>
  /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]{0,98}[^\p{C}\p{Z}])?$/u.test(text)
    ? text
    : refuse('one line of at most 100 characters'),
);

const language = makeValidator<Language>(
  (text) => languages.find((known) => known === text) ?? refuse(`one of ${languages.join(', ')}`),
);

/** The value of QUIET_HOURS that means that there are no quiet hours. */
const never = 'none';

const quietHours = makeValidator<QuietHours>((text) => {
  if (text === never) return { from: 0, until: 0 };
  const found = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  const [from, until] = found ? [minutesOf(found[1], found[2]), minutesOf(found[3], found[4])] : [0, 0];
  return from === until ? refuse(`two times of day such as 21:00-08:00, or ${never}`) : { from, until };
});

function minutesOf(hour: string, minute: string): number {
  return Number(hour) * 60 + Number(minute);
}

/** The settings of messages. Without SMTP_URL and SMS_URL, messages are stored but not sent. */
export const messageEnvironment = {
  SMTP_URL: smtpUrl({
    default: undefined,
    desc:
      'Mail server that sends messages: `smtp://user:password@host:587` (STARTTLS is required, unless the host is ' +
      'this machine or the URL has `?ignoreTLS=true`) or `smtps://user:password@host:465`. Unset: no mail is sent.',
  }),
  MAIL_FROM: address({
    default: undefined,
    desc: 'Sender of mails, such as `Agency <office@example.com>`. Required with SMTP_URL.',
  }),
  ORGANISATION: line({
    default: '',
    desc:
      'Name of your organisation: the sender that customers see on pages and at the end of mails, and in the From ' +
      'field if MAIL_FROM has no name. Unset: none is shown.',
  }),
  SMS_URL: gatewayUrl({
    default: undefined,
    desc: 'HTTP gateway that sends text messages. Unset: no text message is sent.',
  }),
  SMS_TOKEN: bearer({ default: undefined, desc: 'Bearer token for the gateway of SMS_URL.' }),
  SURVEY_URL: surveyUrl({
    default: undefined,
    desc:
      'URL of your own survey page, such as `https://portal.example.com/survey/`. The service appends the SurveyGuid ' +
      'to it. Unset: the page `/s/` of this service.',
  }),
  MESSAGE_LANGUAGE: language({ default: 'en', desc: `Language of messages: one of ${languages.join(', ')}.` }),
  QUIET_HOURS: quietHours({
    default: { from: 21 * 60, until: 8 * 60 },
    desc:
      'Time of day, in TIME_ZONE, in which customers get no messages except about a visit of today. With `none`, ' +
      'customers get messages at any time.',
  }),
};

type Environment = CleanedEnv<typeof messageEnvironment> & { readonly PUBLIC_URL?: URL };

export function checkMessages(env: Environment, production: boolean, problems: string[]): void {
  const { SMTP_URL: smtp, SMS_URL: sms, MAIL_FROM: from, PUBLIC_URL: publicUrl } = env;
  if (smtp && from === undefined) problems.push('MAIL_FROM is required with SMTP_URL');
  if (env.SMS_TOKEN !== undefined && !sms) problems.push('SMS_URL is required with SMS_TOKEN');
  if (production && (smtp ?? sms) && !publicUrl)
    problems.push('PUBLIC_URL is required with SMTP_URL and SMS_URL in production');
}

/** Whether the service may send messages to the mail server without encryption. */
export function mayBePlain(url: URL): boolean {
  return isLoopback(url) || url.searchParams.get('ignoreTLS') === 'true';
}
