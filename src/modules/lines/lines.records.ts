import { Flag, Guid, Int32, ListOf, Text } from '../../record/fields.js';
import { responseOf } from '../../record/response-status.js';
import { Line } from './line.entity.js';
import { Location, Station } from './location.entity.js';

/** A question of a line (`CustomerCheckInId` unset), or a question and the answer of one visit to it. */
export class LineQuestion {
  @Int32({ example: 12 }) Id!: number;
  @Guid({ description: 'The visit to which the answer belongs; unset in a question.' }) CustomerCheckInId!: Guid | null;
  @Guid() LineId!: Guid;
  @Text(1000, { required: 'or set', example: 'Did you bring your last statement?' }) Question!: string;
  @Text(4000) Answer!: string;
  @Flag({ default: true, description: 'false: the question is retired. It keeps its answers.' }) Active!: boolean;
}

export class LineQuestionsRequest {
  @Int32({ example: 12 }) Id!: number;
  @Guid({ example: '4f472ca38340406e850da4d5bc31ef9b' }) LineId!: Guid;
  @Guid({ example: 'd0000000000f4b1c9a7e6d5c4b3a2910' }) CustomerCheckInId!: Guid;
  @Flag({ example: false, description: 'true: read-only, with the saved answers. false: the questions to answer.' })
  RO!: boolean;
  @ListOf(() => LineQuestion) LineQuestions!: LineQuestion[];
}

export class LineQuestionsResponse extends responseOf('LineQuestions', LineQuestion) {}

export class LocationsResponse extends responseOf('Locations', Location) {}

export class LinesResponse extends responseOf('Lines', Line) {}

export class StationsResponse extends responseOf('Stations', Station) {}
