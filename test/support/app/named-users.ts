import { AccountsService } from '../../../src/auth/accounts/accounts.service.js';
import { ApiKeysService, type KeyLimits } from '../../../src/auth/api-keys/api-keys.service.js';
import { UsersService } from '../../../src/auth/users/users.service.js';
import type { ListedUser } from '../../../src/auth/users/users.records.js';
import type { Bound } from '../../../src/record/bind.js';
import { noOptions } from '../../../src/record/lists/list-options.js';
import type { TestApp } from './app.js';

interface NewUser {
  displayName?: string;
  roles: readonly string[];
  /** The agent to link to the user; 0 or absent for no agent. */
  agentId?: number;
  /** If absent, the service generates a password. */
  password?: string;
}

/** The users of a service, by their names. */
export class NamedUsers {
  constructor(private readonly app: Pick<TestApp, 'get'>) {}

  create(UserName: string, { displayName: DisplayName, roles: Roles, agentId: AgentId, password }: NewUser) {
    const user = { UserName, DisplayName, Roles: [...Roles], AgentId, MustChangePassword: password === undefined };
    return this.app.get(UsersService).add(user, password);
  }

  async change(userName: string, changes: Omit<Bound<ListedUser>, 'UserId'>): Promise<void> {
    await this.app.get(UsersService).change(await this.idOf(userName), changes);
  }

  async setPassword(userName: string, password?: string): Promise<string> {
    return this.app.get(UsersService).setPassword(await this.idOf(userName), password, password === undefined);
  }

  /** Adds an API key. */
  async createKey(userName: string, limits: KeyLimits = {}) {
    return this.app.get(ApiKeysService).create(await this.idOf(userName), limits);
  }

  async list() {
    const listed = this.app.get(UsersService).list(noOptions);
    return Array.fromAsync(listed, (user) => ({ ...user, Roles: JSON.parse(String(user.Roles)) as string[] }));
  }

  idOf(userName: string): Promise<string> {
    return this.app.get(AccountsService).idOf(userName);
  }
}
