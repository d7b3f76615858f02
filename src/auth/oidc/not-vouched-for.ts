import { Forbidden } from '../../errors/errors.js';
import type { FailureReason } from '../security-log.service.js';

/** 403: the provider has said who it is, and that is nobody who may sign in here. */
export class NotVouchedFor extends Forbidden {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super(message);
  }
}
