import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AgentDirectory } from '../../auth/accounts/agent-directory.js';
import { Tables } from '../../database/tables.module.js';
import { HistoryModule } from '../history/history.module.js';
import { Agent } from './agent.entity.js';
import { AgentLevel } from './hierarchy/agent-level.entity.js';
import { AgentLevelsService, AgentLevelsRecordSet } from './hierarchy/agent-levels.service.js';
import { AgentsController, AgentHistoryController } from './agents.controller.js';
import { AgentsRecordSet } from './agents.record-set.js';
import { AgentsService } from './agents.service.js';
import { AgentChangesService } from './agent-changes.service.js';
import { AgentSignInsService } from './agent-sign-ins.service.js';
import { Downline } from './hand-over/downline.holding.js';
import { HandOverController } from './hand-over/hand-over.controller.js';
import { HandOverService } from './hand-over/hand-over.service.js';
import { TransferRulesService } from './transfer-rules.service.js';
import { OwnAgentsService } from './own-agents.service.js';
import { ScopeService } from './scope.service.js';
import { SsnModule } from '../ssn/ssn.module.js';
import { UplinesService } from './hierarchy/uplines.service.js';

@Module({
  imports: [Tables.forFeature(Agent, AgentLevel), DiscoveryModule, HistoryModule, SsnModule],
  controllers: [AgentsController, HandOverController, AgentHistoryController],
  providers: [
    AgentChangesService,
    AgentLevelsService,
    AgentLevelsRecordSet,
    AgentSignInsService,
    AgentsRecordSet,
    AgentsService,
    Downline,
    TransferRulesService,
    HandOverService,
    ScopeService,
    OwnAgentsService,
    UplinesService,
    { provide: AgentDirectory, useExisting: OwnAgentsService },
  ],
  exports: [AgentChangesService, TransferRulesService, ScopeService, AgentDirectory],
})
export class AgentsModule {}
