import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { BusinessClock } from '../../context/business-clock.js';
import { nameAt } from '../../http/endpoint/declaration.js';
import { Registry } from '../../http/endpoint/registry.js';
import type { Principal } from '../accounts/principal.js';
import { CallDecisionService } from '../guards/call-decision.service.js';
import { UserRolesService } from '../users/user-roles.service.js';
import type { MeResponse } from './me.records.js';

/** Tells clients what they need to know about the caller and the service. */
@Injectable()
export class MeService {
  constructor(
    private readonly registry: Registry,
    private readonly decision: CallDecisionService,
    private readonly roles: UserRolesService,
    private readonly clock: BusinessClock,
    private readonly config: Config,
  ) {}

  async read(caller: Principal): Promise<Omit<MeResponse, 'ResponseStatus'>> {
    const { UserId, UserName, DisplayName, AgentId, Roles, MfaActive } = caller;
    const operations = await this.decision.allowed(caller, this.registry.operations);
    return {
      ...{ UserId, UserName, DisplayName, AgentId, Roles, MfaActive },
      RoleNames: await this.roles.namesOf(Roles),
      Operations: operations.flatMap((operation) => operation.paths.map((path) => nameAt(path, operation).id)),
      TimeZone: this.config.timeZone,
      Today: this.clock.today(),
      LockHours: this.config.lockHours,
      Country: this.config.country,
    };
  }
}
