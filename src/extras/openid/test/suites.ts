import { administrators } from '../../../../test/contract/group.js';
import type { OfExtra } from '../../../../test/support/suites/of-extras.js';

export const routes: OfExtra['routes'] = {
  '/v1/Auth/OpenId': ['GET'],
  '/v1/Auth/OpenId/Start': ['GET'],
  '/v1/Auth/OpenId/Token': ['POST'],
};

const unlink = '/v1/Users/{UserId}/Unlink';

export const groups: OfExtra['groups'] = {
  'C4 Links': {
    title: 'Links of users to the sign-in provider',
    routes: { [unlink]: ['POST'] },
    access: administrators,
    request: { UserId: 'GUID', OwnPassword: 'string' },
    response: { ResponseStatus: 'ResponseStatus', Users: 'list<User>' },
    list: 'Users',
  },
};

export const credentials: OfExtra['credentials'] = { unlinkUser: unlink };

export const open: OfExtra['open'] = Object.keys(routes);

export const secret: OfExtra['secret'] = ['exchangeOpenIdCode'];

// A demo has no OpenID Connect provider.
export const examples: OfExtra['examples'] = { startOpenId: 404, exchangeOpenIdCode: 404 };
