import { Module } from '@nestjs/common';
import { AgentDirectory } from '../../auth/users/agent-directory.js';
import { Tables } from '../../database/schema/tables.module.js';
import { Agent } from './agent.entity.js';
import { AgentsController } from './agents.controller.js';
import { AgentsRecordSet } from './agents.record-set.js';
import { AgentsService } from './agents.service.js';
import { AgentChanges } from './branches/agent-changes.service.js';
import { BranchesController } from './branches/branches.controller.js';
import { BranchesService } from './branches/branches.service.js';
import { HandoversService } from './handovers.service.js';
import { OwnAgents } from './own-agents.service.js';
import { ScopeService } from './scope.service.js';
import { SsnService } from './ssn.service.js';

/** Agents, and what of everything else is in an agent's scope. */
@Module({
  imports: [Tables.of(Agent)],
  controllers: [AgentsController, BranchesController],
  providers: [
    AgentChanges,
    AgentsRecordSet,
    AgentsService,
    BranchesService,
    HandoversService,
    ScopeService,
    SsnService,
    OwnAgents,
    { provide: AgentDirectory, useExisting: OwnAgents },
  ],
  exports: [AgentsService, HandoversService, ScopeService, SsnService, AgentDirectory],
})
export class AgentsModule {}
