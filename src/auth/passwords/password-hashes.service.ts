import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { Semaphore } from 'async-mutex';
import { Metrics } from '../../observability/metrics.js';
import { newSecret } from '../accounts/secrets.js';

/** argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
export const passwordCost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const hashesAtOnce = 2;

/** Hashes few passwords at the same time, because each hash takes a thread and 19 MiB. */
@Injectable()
export class PasswordHashesService implements OnModuleInit {
  private readonly slots = new Semaphore(hashesAtOnce);
  private present = 0;
  private decoy = '';

  constructor(metrics: Metrics) {
    metrics.gauge('password_hashes_waiting', 'Passwords that wait to be hashed.', () =>
      Math.max(0, this.present - hashesAtOnce),
    );
  }

  async onModuleInit(): Promise<void> {
    this.decoy = await this.make(newSecret());
  }

  /** Returns the hash of the password in PHC form. */
  make(password: string): Promise<string> {
    return this.inTurn(() => hash(password.normalize('NFKC'), passwordCost));
  }

  /** Whether `hashed` is the hash of the password. If there is no hash, does the same work and returns false. */
  async verify(hashed: string | null | undefined, password: string): Promise<boolean> {
    const right = await this.inTurn(() => verify(hashed || this.decoy, password.normalize('NFKC')));
    return right && Boolean(hashed);
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.present++;
    try {
      return await this.slots.runExclusive(work);
    } finally {
      this.present--;
    }
  }
}
