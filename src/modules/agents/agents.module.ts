import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AgentDirectory } from '../../auth/accounts/agent-directory.js';
import { Tables } from '../../database/tables.module.js';
import { HistoryModule } from '../history/history.module.js';
import { Agent } from './agent.entity.js';
import { AgentLevel } from './hierarchy/agent-level.entity.js';
import { AgentLevels, AgentLevelsRecordSet } from './hierarchy/agent-levels.service.js';
import { AgentsController, AgentHistoryController } from './agents.controller.js';
import { AgentsRecordSet } from './agents.record-set.js';
import { AgentsService } from './agents.service.js';
import { AgentChanges } from './agent-changes.service.js';
import { AgentSignIns } from './agent-sign-ins.service.js';
import { Downline } from './leaving/downline.holding.js';
import { LeavingController } from './leaving/leaving.controller.js';
import { LeavingAgents } from './leaving/leaving.service.js';
import { HandoversService } from './handovers.service.js';
import { OwnAgents } from './own-agents.service.js';
import { ScopeService } from './scope.service.js';
import { SealedFields } from './sealed-fields.service.js';
import { Uplines } from './hierarchy/uplines.service.js';

@Module({
  imports: [Tables.forFeature(Agent, AgentLevel), DiscoveryModule, HistoryModule],
  controllers: [AgentsController, LeavingController, AgentHistoryController],
  providers: [
    AgentChanges,
    AgentLevels,
    AgentLevelsRecordSet,
    AgentSignIns,
    AgentsRecordSet,
    AgentsService,
    Downline,
    HandoversService,
    LeavingAgents,
    ScopeService,
    SealedFields,
    OwnAgents,
    Uplines,
    { provide: AgentDirectory, useExisting: OwnAgents },
  ],
  exports: [AgentChanges, HandoversService, ScopeService, SealedFields, AgentDirectory],
})
export class AgentsModule {}
