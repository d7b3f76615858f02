import { Global, Module } from '@nestjs/common';
import { AgentDirectory } from '../../auth/users/agent-directory.js';
import { defineUserSet } from '../../auth/users/users.set.js';
import { AgentsController } from './agents.controller.js';
import { AgentsService } from './agents.service.js';
import { OwnAgents } from './own-agents.service.js';
import { ScopeService } from './scope.service.js';

// A user is exported and imported with the own agent, whose link is written here.
defineUserSet((db, userId, agentId) => new OwnAgents(db).link(userId, agentId));

/** Global: signing in asks for the user's agent, and every domain for what is in scope. */
@Global()
@Module({
  controllers: [AgentsController],
  providers: [AgentsService, ScopeService, OwnAgents, { provide: AgentDirectory, useExisting: OwnAgents }],
  exports: [AgentsService, ScopeService, AgentDirectory],
})
export class AgentsModule {}
