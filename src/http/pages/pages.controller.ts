import { Controller, Header, Req } from '@nestjs/common';
import type { Request } from 'express';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Config } from '../../config/config.js';
import { projectFolder, version } from '../../config/project.js';
import { NotFound } from '../../errors/errors.js';
import { Page } from '../endpoint/endpoint.js';
import { OpenApi } from '../openapi/openapi.js';
import { dataPage } from './data-page.js';
import { DemoUsers, type DemoSignIn } from './demo-users.service.js';
import { Health } from '../operations/health.js';
import { dataPath } from './frame.js';
import { favicon, homePage, homeScript, type HomeState } from './home-page.js';
import { swaggerPage } from './swagger-page.js';

/** What people see around the interface. */
@Controller()
export class PagesController {
  constructor(
    private readonly openApi: OpenApi,
    private readonly health: Health,
    private readonly demo: DemoUsers,
    private readonly config: Config,
  ) {}

  @Page('/openapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  openApiJson(): Buffer {
    this.mustDocument();
    return this.openApi.bytes();
  }

  @Page('/postman.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  async postmanJson(): Promise<string> {
    this.mustDocument();
    return readFile(join(projectFolder, 'postman/agency.postman_collection.json'), 'utf8');
  }

  @Page('/docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  swagger(): string {
    this.mustDocument();
    return swaggerPage;
  }

  @Page(dataPath)
  @Header('Content-Type', 'text/html; charset=utf-8')
  data(): string {
    this.mustDocument();
    return dataPage;
  }

  @Page('/docs/demo-users.json')
  demoUsers(): Promise<DemoSignIn> {
    this.mustDocument();
    return this.demo.all();
  }

  /** Where Swagger UI is off, nothing else tells what there is to attack. */
  private mustDocument(): void {
    if (!this.config.swagger) throw new NotFound('There is nothing at this path.');
  }

  @Page('/health/live')
  live(): { status: 'alive' } {
    return { status: 'alive' };
  }

  @Page('/health/ready')
  ready(): Promise<object> {
    return this.health.ready();
  }

  @Page('/')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async home(@Req() request: Request): Promise<string> {
    return homePage(await this.state(), `${request.protocol}://${request.get('host') ?? ''}`);
  }

  @Page('/home.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return homeScript;
  }

  @Page('/favicon.svg')
  @Header('Content-Type', 'image/svg+xml; charset=utf-8')
  icon(): string {
    return favicon;
  }

  /** Where Swagger UI is off, only whether calls can be served. */
  private async state(): Promise<HomeState> {
    const ready = await this.health.ready().then(
      () => true,
      () => false,
    );
    if (!this.config.swagger) return { ready, documented: false };
    const { users, password } = ready ? await this.demo.all() : { users: [], password: null };
    return {
      ready,
      documented: true,
      version,
      database: this.config.database.kind === 'sqlite' ? 'SQLite' : 'MySQL or MariaDB',
      ...(password !== null && { demo: { users, password } }),
    };
  }
}
