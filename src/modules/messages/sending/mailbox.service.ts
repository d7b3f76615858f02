import { Injectable } from '@nestjs/common';
import { SystemClock } from '../../../context/system-clock.js';
import type { Channel } from '../message-kinds.js';
import type { Outgoing } from './outgoing.js';

interface Delivered extends Outgoing {
  channel: Channel;
  at: string;
}

export const most = 200;

/** The messages that a demo has sent, newest first. They stay in memory: nothing leaves the machine. */
@Injectable()
export class MailboxService {
  readonly messages: Delivered[] = [];

  constructor(private readonly time: SystemClock) {}

  add(channel: Channel, message: Outgoing): void {
    this.messages.unshift({ ...message, channel, at: this.time.at() });
    this.messages.length = Math.min(this.messages.length, most);
  }
}
