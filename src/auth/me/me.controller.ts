import { authenticated, Endpoint, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import { Caller, type Principal } from '../accounts/principal.js';
import { MeResponse } from './me.records.js';
import { MeService } from './me.service.js';

@Resource({ ...groups.auth, access: authenticated })
export class MeController {
  constructor(private readonly me: MeService) {}

  @Endpoint({
    verb: 'GET',
    path: '/v1/Auth/Me',
    response: MeResponse,
    summary: 'Read the caller',
    description: 'Also lists the operations that the caller may call, and the settings that clients need.',
  })
  readMe(@Caller() caller: Principal) {
    return this.me.read(caller);
  }
}
