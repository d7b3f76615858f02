import { Table } from '../../database/schema/table.js';
import { Int32, Text } from '../../record/fields.js';

/** A list of questions whose answer earns a gift card. */
@Table('surveys', { set: 'surveys' })
export class Survey {
  @Int32({ key: 'generated', example: 1 }) SurveyId!: number;
  @Text(200, { required: true, example: 'How did we do?' }) Title!: string;
}
