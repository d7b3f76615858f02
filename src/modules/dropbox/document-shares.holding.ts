import { Injectable } from '@nestjs/common';
import { Relations } from '../agents/leaving/holding.js';
import { DocumentShare } from './document.entity.js';

/** Documents of others that are shared with the agent. */
@Injectable()
export class SharedDocuments extends Relations<DocumentShare> {
  readonly kind = 'DocumentShares';
  protected readonly entity = DocumentShare;
  protected readonly other = 'Id';
}
