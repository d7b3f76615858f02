import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { SystemClock } from '../../context/system-clock.js';
import { Db } from '../../database/db.js';
import { FieldCipher } from '../../database/encryption/field-cipher.js';
import { encryptionPlace } from '../../database/schema/table.js';
import { WebhookSecret } from './webhook.entity.js';

/** Milliseconds for which a replaced secret still signs deliveries, in addition to the new one. */
const overlap = 24 * 3600 * 1000;

/** The secrets that sign deliveries, encrypted in the database. */
@Injectable()
export class WebhookSecretsService {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    private readonly time: SystemClock,
  ) {}

  async add(WebhookId: number): Promise<string> {
    const secret = newSecret();
    await this.db.insert(WebhookSecret, { WebhookId, Secret: this.encrypted('Secret', WebhookId, secret) });
    return secret;
  }

  /** Makes and stores a new secret. For 24 hours, the former secret signs deliveries in addition to it. */
  async renew(WebhookId: number): Promise<string> {
    const { Secret } = (await this.db.lockRow(WebhookSecret, { WebhookId }))!;
    const secret = newSecret();
    const Former = this.encrypted('Former', WebhookId, this.opened('Secret', WebhookId, Secret));
    const changes = { Secret: this.encrypted('Secret', WebhookId, secret), Former, FormerUntil: this.time.at(overlap) };
    await this.db.update(WebhookSecret, { WebhookId }, changes);
    return secret;
  }

  /** The secrets that currently sign deliveries, newest first. */
  signing({ WebhookId, Secret, Former, FormerUntil }: WebhookSecret): string[] {
    const present = this.opened('Secret', WebhookId, Secret);
    const isFormerValid = FormerUntil !== null && FormerUntil > this.time.at();
    return isFormerValid ? [present, this.opened('Former', WebhookId, Former)] : [present];
  }

  private encrypted(column: 'Secret' | 'Former', id: number, secret: string): string {
    return this.cipher.encrypt(secret, encryptionPlace(WebhookSecret, column, id));
  }

  private opened(column: 'Secret' | 'Former', id: number, stored: string): string {
    return this.cipher.decrypt(stored, encryptionPlace(WebhookSecret, column, id));
  }
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
