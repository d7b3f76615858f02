import { ListOf } from '../../record/fields.js';
import type { Rows } from '../../record/lists/list-options.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { SmartsheetLine } from './smartsheet-line.entity.js';
import { SmartsheetTransfer } from './smartsheet-transfer.entity.js';

export class SmartsheetLinesResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => SmartsheetLine) Lines!: Rows<SmartsheetLine>;
}

export class SmartsheetTransfersResponse {
  @Status() ResponseStatus!: ResponseStatus;
  @ListOf(() => SmartsheetTransfer) Transfers!: Rows<SmartsheetTransfer>;
}
