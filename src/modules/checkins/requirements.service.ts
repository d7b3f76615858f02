import { Injectable } from '@nestjs/common';
import { isTurnOver, nextTurn } from '../../context/turns.js';
import type { CustomerCheckinObject, CheckinInformation } from './checkins.records.js';
import { LinesService } from '../lines/lines.service.js';
import { LocationsService } from '../lines/locations.service.js';
import { QueueService } from './queue/queue.service.js';
import { QuestionnairesService } from './questionnaires/questionnaires.service.js';
import { totalCost } from './visit.rules.js';

@Injectable()
export class RequirementsService {
  constructor(
    private readonly lines: LinesService,
    private readonly locations: LocationsService,
    private readonly questionnaires: QuestionnairesService,
    private readonly queue: QueueService,
  ) {}

  /**
   * The requirements of a visit: its lines in the order of LineIds, the active questions of these lines, and totals.
   */
  async of(visit: CustomerCheckinObject): Promise<CheckinInformation> {
    const lines = await this.lines.byIds(visit.LineIds);
    const waits = await this.queue.waitsOf(visit, lines);
    if (isTurnOver()) await nextTurn();
    const Questions = await this.questionnaires.active(visit);
    const there = lines.find(({ LocationId }) => LocationId === visit.LocationId);
    return {
      Id: visit.Id,
      LocationId: visit.LocationId,
      LocationName: there?.LocationName ?? (await this.locations.nameOf(visit.LocationId)),
      CustomerId: visit.CustomerId,
      QuestionnaireSubmitted: visit.QuestionnaireSubmitted,
      Name: lines.map(({ Name }) => Name).join(', '),
      Description: lines.flatMap(({ Description }) => Description || []).join(', '),
      TotalServiceDurationMinutes: lines.reduce((sum, line) => sum + line.ServiceDurationMinutes, 0),
      TotalCost: totalCost(lines.map(({ Cost }) => Cost)),
      SendQuestionnaire: lines.some(({ SendQuestionnaire }) => SendQuestionnaire),
      RequireUpload: lines.some(({ RequireUpload }) => RequireUpload),
      Questions,
      Lines: lines.map((line) => ({ ...line, WaitTime: waits.get(line.Id) ?? 0 })),
    };
  }
}
