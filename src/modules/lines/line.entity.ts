import { Table } from '../../database/schema/table.js';
import { DateTime, Double, Flag, Guid, Int32, ListOf, Name, Text } from '../../record/fields.js';

@Table('line_images', { set: 'line-images' })
export class LineImage {
  @Guid({ key: true }) ImageId!: Guid;
  @Guid({ required: true, references: 'Line.Id', onDelete: 'CASCADE' }) LineId!: Guid;
  @Text(200, { example: 'What to bring' }) ImageTitle!: string;
  @DateTime() UploadDate!: DateTime | null;
  @Text(100, { example: 'image/png' }) MimeType!: string;
  @Text(255, { example: 'what-to-bring.png' }) FileName!: string;
}

/** A service for which customers queue at a location. */
@Table('service_lines', { noun: 'line', order: ['LocationId', 'Name'], indexes: [['LocationId', 'NameKey', 'Id']] })
export class Line {
  @Guid({ key: true, example: '4f472ca38340406e850da4d5bc31ef9b' }) Id!: Guid;
  @Guid({ required: true, references: 'Location.LocationId' }) LocationId!: Guid;
  @Name(200, { computed: true }) LocationName!: string;
  @Name(200, { required: true, example: 'Retirement review' }) Name!: string;
  @Text(4000) Description!: string;
  @Int32({ min: 0, example: 20 }) ServiceDurationMinutes!: number;
  @Int32({ title: 'Wait minutes', computed: true, description: 'Expected minutes until the customer is called.' })
  WaitTime!: number;
  @Double({ min: 0, example: 25 }) Cost!: number;
  @Int32() UpperThreshold!: number;
  @Int32() LowerThreshold!: number;
  @Flag({ default: true, description: 'Customers can check in to this line.' }) Active!: boolean;
  @DateTime() EntDate!: DateTime | null;
  @DateTime({ stamp: true }) ModDate!: DateTime | null;
  @Flag() SendQuestionnaire!: boolean;
  @Flag() RequireUpload!: boolean;
  @Text(4000) UploadMessage!: string;
  @ListOf(() => LineImage, { computed: true }) LineImages!: LineImage[];
}

/** A question to the customers of a line. When a question with answers is removed, it only becomes inactive. */
@Table('line_questions')
export class Question {
  @Int32({ key: 'generated' }) Id!: number;
  @Guid({ required: true, references: 'Line.Id' }) LineId!: Guid;
  @Text(1000, { required: true }) Question!: string;
  @Flag({ default: true }) Active!: boolean;
}
