import { Global, Module } from '@nestjs/common';
import { AgentDirectory } from '../../auth/agent-directory.js';
import { AgentsController } from './agents.controller.js';
import { AgentsService } from './agents.service.js';
import { OwnAgents } from './own-agents.service.js';
import { ScopeService } from './scope.service.js';

/** Global: signing in asks for the user's agent, and every domain for what is in scope. */
@Global()
@Module({
  controllers: [AgentsController],
  providers: [AgentsService, ScopeService, OwnAgents, { provide: AgentDirectory, useExisting: OwnAgents }],
  exports: [AgentsService, ScopeService, AgentDirectory],
})
export class AgentsModule {}
