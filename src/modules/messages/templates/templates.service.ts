import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { languages, type Language } from '../../../config/settings/messages.js';
import { SystemClock } from '../../../context/system-clock.js';
import { Db } from '../../../database/db.js';
import { noSuch, refuse } from '../../../errors/errors.js';
import { missing, type Bound, type BoundWith } from '../../../record/bind.js';
import { fieldError, type FieldError } from '../../../record/field-error.js';
import { kindOf, type Kind, type Values } from '../message-kinds.js';
import { PreviewRequest, type Preview, type UsedTemplate } from '../messages.records.js';
import { MessageRecordsService } from '../message-records.service.js';
import { unsubscribeTexts, wordings, type Wording } from './default-templates.js';
import { MessageTemplate } from './message-template.entity.js';
import { namesIn, rendered, type Rendered } from './rendering.js';

const sampleLink = 'https://link.invalid/';
const parts = ['Subject', 'Body', 'Short'] as const;

@Injectable()
export class TemplatesService {
  constructor(
    private readonly db: Db,
    private readonly records: MessageRecordsService,
    private readonly config: Config,
    private readonly time: SystemClock,
  ) {}

  /** For each language, the wording in use for a kind of message. */
  async list(kind: Kind): Promise<UsedTemplate[]> {
    const used: UsedTemplate[] = [];
    for (const language of languages) used.push(await this.used(kind, language));
    return used;
  }

  /** Writes the agency's wording. An empty wording restores the default wording. Throws Invalid. */
  async change(sent: BoundWith<MessageTemplate, 'Kind'>): Promise<UsedTemplate[]> {
    const { Kind } = sent;
    const Language = sent.Language ?? this.config.messageLanguage;
    const { Subject, Body, Short } = { ...(await this.used(Kind, Language)), ...sentParts(sent) };
    refuse(errorsIn(Kind, { Subject, Body, Short }));
    const key = { Kind, Language };
    const isEmpty = Body === '' && Subject === '' && Short === '';
    if (isEmpty) await this.db.remove(MessageTemplate, key);
    else if (!(await this.db.update(MessageTemplate, key, { Subject, Body, Short })))
      await this.db.insert(MessageTemplate, { ...key, Subject, Body, Short });
    return [await this.used(Kind, Language)];
  }

  /** Fills the sent wording with the values of a record. Throws NotFound, Invalid. */
  async preview(sent: BoundWith<PreviewRequest, 'Kind'>): Promise<Preview> {
    const kind = sent.Kind;
    refuse(missing(PreviewRequest, sent));
    const language = sent.Language ?? this.config.messageLanguage;
    const wording = { ...(await this.used(kind, language)), ...sentParts(sent) };
    refuse(errorsIn(kind, wording));
    const found = await this.records.find(kindOf(kind).about, sent.RecordId!);
    if (!found) throw noSuch('record');
    const device = { Address: '192.0.2.1', Browser: 'Firefox, Windows' };
    const made = { Link: `${this.config.publicUrl}/…`, At: this.time.at(), ...device };
    const { subject, text, html, short } = this.fill(wording, { ...made, ...found.values }, language);
    return { Language: language, Subject: subject, Text: text, Html: html, Short: short };
  }

  /** Fills the wording in use with values, in MESSAGE_LANGUAGE. */
  async render(kind: Kind, values: Values, unsubscribeUrl?: string): Promise<Rendered> {
    const { messageLanguage } = this.config;
    return this.fill(await this.used(kind, messageLanguage), values, messageLanguage, unsubscribeUrl);
  }

  private fill(wording: Wording, values: Values, language: Language, url?: string): Rendered {
    const { timeZone, organisation: sender } = this.config;
    const unsubscribe = url === undefined ? undefined : { words: unsubscribeTexts[language], url };
    return rendered(wording, values, { language, timeZone, sender, unsubscribe });
  }

  private async used(Kind: Kind, Language: Language): Promise<UsedTemplate> {
    const stored = await this.db.read(MessageTemplate, { Kind, Language });
    // An imported wording may have errors, because imports do not check it.
    const own = stored && errorsIn(Kind, stored).length === 0 ? stored : undefined;
    const { Subject, Body, Short } = own ?? wordings[Language][Kind];
    return { Kind, Language, Subject, Body, Short, Fields: kindOf(Kind).fields, IsDefault: own === undefined };
  }
}

function sentParts(sent: Bound<Wording>): Partial<Wording> {
  return Object.fromEntries(parts.flatMap((part) => (sent[part] === undefined ? [] : [[part, sent[part]]])));
}

/** Errors of a wording. An empty wording has none. */
function errorsIn(kind: Kind, wording: Wording): FieldError[] {
  const { fields } = kindOf(kind);
  if (parts.every((part) => wording[part] === '')) return [];
  const Allowed = fields.map((name) => `[[${name}]]`).join(', ');
  return parts.flatMap((part) => {
    const names = namesIn(wording[part]);
    if (!names)
      return [
        fieldError('Invalid', part, 'must have matching tags, and only [[Name]], [[#Name]], [[^Name]], [[/Name]]'),
      ];
    if (!names.every((name) => fields.includes(name)))
      return [fieldError('Invalid', part, `can show only ${Allowed}`, { Allowed })];
    return kind !== 'PasswordLink' || isLinkApart(wording[part])
      ? []
      : [fieldError('Invalid', part, 'must have white space before [[Link]], or begin with it')];
  });
}

/**
 * Whether white space is before the link at each `[[Link]]`, whatever tags are around it. Otherwise a wording could put
 * the link, which opens an account, into an address of another site: `https://example.org/?[[Link]]`.
 */
function isLinkApart(wording: string): boolean {
  const look = { language: 'en', timeZone: 'UTC' } as const;
  return ['', 'Name'].every((Name) => {
    const { text } = rendered({ Subject: '', Body: wording, Short: '' }, { Name, Link: sampleLink }, look);
    return text.split(/\s+/).every((word) => !word.includes(sampleLink) || word.startsWith(sampleLink));
  });
}
