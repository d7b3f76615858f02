import { Table } from '../../database/schema/table.js';
import { DateTime, Double, Flag, Guid, Int32, ListOf, Text } from '../../record/fields.js';
import { LineImage } from './line-image.entity.js';

/** A service that customers of a location queue for. */
@Table('service_lines', { set: 'lines' })
export class Line {
  @Guid({ key: true, example: '4f472ca38340406e850da4d5bc31ef9b' }) Id!: Guid;
  @Guid({ required: true, references: 'Location.LocationId' }) LocationId!: Guid;
  @Text(200, { computed: true }) LocationName!: string;
  @Text(200, { required: true, example: 'Retirement review' }) Name!: string;
  @Text(4000) Description!: string;
  @Int32({ min: 0, example: 20 }) ServiceDurationMinutes!: number;
  @Int32({ computed: true, description: 'Minutes until the visit is expected to be served here.' }) WaitTime!: number;
  @Double({ min: 0, example: 25 }) Cost!: number;
  @Int32() UpperThreshold!: number;
  @Int32() LowerThreshold!: number;
  @Flag({ default: true, description: 'Customers can check in to it.' }) Active!: boolean;
  @DateTime() EntDate!: DateTime | null;
  @DateTime() ModDate!: DateTime | null;
  @Flag() SendQuestionnaire!: boolean;
  @Flag() RequireUpload!: boolean;
  @Text(4000) UploadMessage!: string;
  @ListOf(() => LineImage, { computed: true }) LineImages!: LineImage[];
}
