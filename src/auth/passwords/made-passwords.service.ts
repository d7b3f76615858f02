import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PasswordHashes } from './password-hashes.service.js';
import { readableGroups } from '../accounts/secrets.js';

/** A new password and its hash. */
export interface MadePassword {
  password: string;
  PasswordHash: string;
}

/**
 * Makes passwords, and hashes each in advance: the caller may have a transaction open, and on SQLite with it the only
 * writer.
 */
@Injectable()
export class MadePasswords implements OnModuleInit {
  private ready?: MadePassword;

  constructor(private readonly hashes: PasswordHashes) {}

  onModuleInit(): void {
    this.prepare();
  }

  async take(): Promise<MadePassword> {
    const taken = this.ready ?? (await this.make());
    this.ready = undefined;
    this.prepare();
    return taken;
  }

  /** Runs in the background. If it fails, `take` makes the password. */
  private prepare(): void {
    void this.make().then(
      (made) => (this.ready = made),
      () => undefined,
    );
  }

  private async make(): Promise<MadePassword> {
    // About 120 random bits, easy to copy.
    const password = readableGroups();
    return { password, PasswordHash: await this.hashes.make(password) };
  }
}
