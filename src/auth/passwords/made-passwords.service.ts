import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PasswordHashesService } from './password-hashes.service.js';
import { readableGroups } from '../accounts/secrets.js';

export interface MadePassword {
  password: string;
  PasswordHash: string;
}

/**
 * Generates and hashes each password in advance. Hashing it within a transaction would take long, and a transaction on
 * SQLite blocks all other writers.
 */
@Injectable()
export class MadePasswordsService implements OnModuleInit {
  private ready?: MadePassword;

  constructor(private readonly hashes: PasswordHashesService) {}

  onModuleInit(): void {
    this.prepare();
  }

  async take(): Promise<MadePassword> {
    const taken = this.ready ?? (await this.make());
    this.ready = undefined;
    this.prepare();
    return taken;
  }

  /** Makes the next password in the background. If this fails, `take` makes one itself. */
  private prepare(): void {
    void this.make().then(
      (made) => (this.ready = made),
      () => undefined,
    );
  }

  private async make(): Promise<MadePassword> {
    // The password has 125 random bits, and people can copy it easily.
    const password = readableGroups();
    return { password, PasswordHash: await this.hashes.make(password) };
  }
}
