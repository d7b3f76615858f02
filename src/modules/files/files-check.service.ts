import { Injectable } from '@nestjs/common';
import { fail, ok, type Finding } from '../../database/driver/finding.js';
import { FileScanService } from './file-scan.service.js';
import { StoreMarkService } from './store-mark.service.js';
import { FileStore } from './store/file-store.js';

/** Tries what an upload needs: a write to the store of files, and FILE_SCAN_COMMAND. */
@Injectable()
export class FilesCheckService {
  constructor(
    private readonly store: FileStore,
    private readonly scan: FileScanService,
    private readonly mark: StoreMarkService,
  ) {}

  async findings(): Promise<Finding[]> {
    return [...(await this.storeWorks()), ...(await this.scanWorks())];
  }

  private async storeWorks(): Promise<Finding[]> {
    try {
      await this.store.check();
      await this.mark.require();
      return [];
    } catch (error) {
      const { cause, message } = error as Error;
      const why = cause instanceof Error ? cause.message : message;
      const todo = 'Check FILES_URL, its rights, and whether its share is mounted.';
      return [fail(`The store of files (${this.store.shown}) does not work: ${why}.`, todo)];
    }
  }

  /** Tries FILE_SCAN_COMMAND alone. */
  async scanWorks(): Promise<Finding[]> {
    const problem = await this.scan.problem();
    if (problem === undefined) return [];
    return problem === ''
      ? [ok('FILE_SCAN_COMMAND runs.')]
      : [fail(`FILE_SCAN_COMMAND does not work: ${problem}.`, 'Correct it: until then, every upload gets 503.')];
  }
}
