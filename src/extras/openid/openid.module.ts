import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HttpModule } from '../../http/http.module.js';
import { ObservabilityModule } from '../../observability/observability.module.js';
import { OpenIdIdentitiesController } from './openid-identities.controller.js';
import { OpenIdProviderService } from './openid-provider.service.js';
import { OpenIdStateService } from './openid-state.service.js';
import { OpenIdSignInsService } from './openid-sign-ins.service.js';
import { OpenIdUsersService } from './openid-users.service.js';
import { OpenIdController } from './openid.controller.js';
import { UserIdentity } from './user-identity.entity.js';

@Module({
  imports: [Tables.forFeature(UserIdentity), HttpModule, ObservabilityModule],
  controllers: [OpenIdController, OpenIdIdentitiesController],
  providers: [OpenIdProviderService, OpenIdStateService, OpenIdSignInsService, OpenIdUsersService],
})
export class OpenIdModule {}
