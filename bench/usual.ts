import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  Injectable,
  Module,
  Param,
  ParseIntPipe,
  Query,
  Res,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Parser } from '@json2csv/plainjs';
import { join } from 'node:path';
import type { Response } from 'express';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { DataSource, In, IsNull, MoreThan, type ObjectLiteral } from 'typeorm';
import { Session } from '../src/auth/sessions/session.entity.js';
import { User } from '../src/auth/accounts/user.entity.js';
import { UserRole } from '../src/auth/accounts/user-role.entity.js';
import { branchOfAgent } from '../src/cli/demo/agents.js';
import { Agent } from '../src/modules/agents/agent.entity.js';
import { Contact } from '../src/modules/contacts/contact.entity.js';
import { EventType } from '../src/modules/eventtypes/event-type.entity.js';
import { County, District, School, State } from '../src/modules/lookups/places.entity.js';
import { Permission, Role, RolePermission } from '../src/modules/roles/role.entity.js';

/**
 * The reads of the service as the documentation of Nest and TypeORM would write them, on the tables of the service:
 * repositories, a guard of Passport, a validation pipe, the class serializer. Settings: DATABASE_URL; SESSION=1 also
 * reads the session of each call.
 */
const url = process.env.DATABASE_URL!;
const withSession = process.env.SESSION === '1';

interface Claims {
  sub: string;
  sid: string;
}

/** Checks the token, and with SESSION=1 also the session, which it reads with its user, roles and agent. */
@Injectable()
class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(private readonly source: DataSource) {
    super({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: process.env.JWT_SECRET! });
  }

  async validate({ sub, sid }: Claims): Promise<object | null> {
    if (!withSession) return { UserId: sub };
    const isOpen = { SessionId: sid, UserId: sub, EndedAt: IsNull(), ExpiresAt: MoreThan(new Date().toISOString()) };
    const session = await this.source.getRepository(Session).findOneBy(isOpen);
    const user = session && (await this.source.getRepository(User).findOneBy({ UserId: sub, Disabled: false }));
    if (!user) return null;
    const roles = await this.source.getRepository(UserRole).findBy({ UserId: sub });
    const agent = await this.source.getRepository(Agent).findOneBy({ UserId: sub });
    return { ...user, roles, agent };
  }
}

@Controller('v1')
@UseGuards(AuthGuard('jwt'))
class UsualController {
  constructor(private readonly source: DataSource) {}

  @Get('EventType')
  async eventTypes() {
    const order = { EventCategory: 'ASC', EventTypeName: 'ASC', EventTypeId: 'ASC' } as const;
    const found = await this.source.getRepository(EventType).find({ where: { IsActive: true }, order });
    return { ResponseStatus: null, EventType: found };
  }

  @Get('Roles/:id')
  async role(@Param('id', ParseIntPipe) RoleId: number) {
    const role = await this.source.getRepository(Role).findOneByOrFail({ RoleId });
    const given = await this.source.getRepository(RolePermission).findBy({ RoleId });
    role.Permissions = await this.source.getRepository(Permission).find({
      where: { PermissionId: In(given.map(({ PermissionId }) => PermissionId)) },
      order: { SortOrder: 'ASC', PermissionId: 'ASC' },
    });
    return role;
  }

  @Get('ActivityTracker/All.csv')
  async csv(@Res() response: Response) {
    const found = await this.source.getRepository(Contact).find({
      where: { Deleted: false },
      order: { LastContact: 'DESC', ContactId: 'DESC' },
    });
    response.type('text/csv').send(new Parser().parse(await this.named(found)));
  }

  @Get('ActivityTracker/All')
  async contacts(@Query('take', ParseIntPipe) take: number) {
    const found = await this.source.getRepository(Contact).find({
      where: { AgentId: In([...branchOfAgent]), Deleted: false },
      order: { LastContact: 'DESC', ContactId: 'DESC' },
      take,
    });
    return { ResponseStatus: null, Contact: await this.named(found) };
  }

  private async named(contacts: Contact[]): Promise<Contact[]> {
    const districts = await this.byKey(District, 'DistrictID', contacts, 'DistrictID');
    const schools = await this.byKey(School, 'SchoolID', contacts, 'SchoolID');
    const states = await this.byKey(State, 'StateID', contacts, 'StateID');
    const counties = await this.byKey(County, 'CountyID', contacts, 'CountyID');
    const agents = await this.byKey(Agent, 'AgentId', contacts, 'WritingAgentId');
    for (const contact of contacts)
      Object.assign(contact, {
        District: districts.get(String(contact.DistrictID))?.DistrictName ?? null,
        School: schools.get(String(contact.SchoolID))?.SchoolName ?? null,
        State: states.get(String(contact.StateID))?.State ?? null,
        StateName: states.get(String(contact.StateID))?.StateName ?? null,
        County: counties.get(String(contact.CountyID))?.County ?? null,
        WritingAgentName: agents.get(String(contact.WritingAgentId))?.AgentName ?? null,
      });
    return contacts;
  }

  private async byKey<E extends ObjectLiteral>(
    entity: new () => E,
    key: string,
    contacts: Contact[],
    from: keyof Contact,
  ): Promise<Map<string, E>> {
    const ids = [...new Set(contacts.map((contact) => contact[from]))].filter((id) => id !== null);
    const rows = await this.source.getRepository(entity).findBy({ [key]: In(ids) } as never);
    return new Map(rows.map((row) => [String((row as Record<string, unknown>)[key]), row]));
  }
}

const database = url.startsWith('sqlite:')
  ? ({ type: 'better-sqlite3', database: url.slice('sqlite:'.length) } as const)
  : ({ type: 'mysql', url, poolSize: 16, supportBigNumbers: true } as const);

@Module({
  controllers: [UsualController],
  providers: [
    JwtStrategy,
    {
      provide: DataSource,
      useFactory: () => {
        const source = new DataSource({ ...database, entities: [join(__dirname, '../src/**/*.entity.js')] });
        source.driver.supportedDataTypes.push('mediumtext');
        return source.initialize();
      },
    },
    { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor },
  ],
})
class UsualModule {}

async function main(): Promise<void> {
  const app = await NestFactory.create(UsualModule, { logger: false });
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
  await app.listen(0, '127.0.0.1');
  process.stdout.write(`{"url":"${await app.getUrl()}"}\n`);
}

void main();
