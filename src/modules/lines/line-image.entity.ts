import { Table } from '../../database/schema/table.js';
import { DateTime, Guid, Text } from '../../record/fields.js';

/** A picture that goes with a line. */
@Table('line_images', { set: 'line-images' })
export class LineImage {
  @Guid({ key: true }) ImageId!: Guid;
  @Guid({ required: true, references: 'Line.Id', onDelete: 'CASCADE' }) LineId!: Guid;
  @Text(200, { example: 'What to bring' }) ImageTitle!: string;
  @DateTime() UploadDate!: DateTime | null;
  @Text(100, { example: 'image/png' }) MimeType!: string;
  @Text(255, { example: 'what-to-bring.png' }) FileName!: string;
}
