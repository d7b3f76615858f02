import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PasswordHashes } from './password-hashes.service.js';
import { readableGroups } from './readable-groups.js';

/** A password that nobody has yet. */
export interface MadePassword {
  password: string;
  PasswordHash: string;
}

/**
 * Makes passwords, each hashed before it is asked for: who asks for one may hold a transaction open, and on SQLite the
 * one writer with it.
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

  /** Nobody waits for it: without one ready, the next is made when it is asked for. */
  private prepare(): void {
    void this.make().then(
      (made) => (this.ready = made),
      () => undefined,
    );
  }

  private async make(): Promise<MadePassword> {
    // About 120 random bits, easy to copy.
    const password = readableGroups(5, 5);
    return { password, PasswordHash: await this.hashes.make(password) };
  }
}
