import { Controller, Header, Req } from '@nestjs/common';
import type { Request } from 'express';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Config } from '../../config/config.js';
import { projectFolder, version } from '../../config/project.js';
import { NotFound } from '../../errors/errors.js';
import { Health } from '../../observability/health.js';
import { Page } from '../endpoint/endpoint.js';
import { OpenApi } from '../openapi/openapi.js';
import { boardsPage } from './boards-page.js';
import { dataPage } from './data-page.js';
import { deskPage } from './desk-page.js';
import { DemoUsersService, type DemoSignIn } from '../../demo/demo-users.service.js';
import { boardsPath, dataPath, deskPath, importsPath } from './page-layout.js';
import { favicon, homePage, type HomeState } from './home-page.js';
import { importsPage } from './imports-page.js';
import { swaggerPage } from './swagger-page.js';

/** The service's own pages and the documents that they load. They are not operations of the interface. */
@Controller()
export class PagesController {
  constructor(
    private readonly openApi: OpenApi,
    private readonly health: Health,
    private readonly demo: DemoUsersService,
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
    return swaggerPage(this.config);
  }

  @Page(dataPath)
  @Header('Content-Type', 'text/html; charset=utf-8')
  data(): string {
    return dataPage(this.config);
  }

  @Page(boardsPath)
  @Header('Content-Type', 'text/html; charset=utf-8')
  boards(): string {
    return boardsPage(this.config);
  }

  @Page(deskPath)
  @Header('Content-Type', 'text/html; charset=utf-8')
  desk(): string {
    return deskPage(this.config);
  }

  @Page(importsPath)
  @Header('Content-Type', 'text/html; charset=utf-8')
  imports(): string {
    return importsPage(this.config);
  }

  /** The description of the lists, which /data needs also where /openapi.json is off. */
  @Page(`${dataPath}/openapi.json`, { signedIn: true })
  @Header('Content-Type', 'application/json; charset=utf-8')
  lists(): Buffer {
    return this.openApi.bytes();
  }

  @Page('/demo-users.json')
  demoUsers(): Promise<DemoSignIn> {
    return this.demo.all();
  }

  /** Throws NotFound if Swagger UI is off, so that nothing describes the interface to attackers. */
  private mustDocument(): void {
    if (!this.config.swagger) throw new NotFound('This path does not exist.');
  }

  @Page('/')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async home(@Req() request: Request): Promise<string> {
    return homePage(await this.state(), `${request.protocol}://${request.get('host') ?? ''}`);
  }

  @Page('/favicon.svg')
  @Header('Content-Type', 'image/svg+xml; charset=utf-8')
  icon(): string {
    return favicon;
  }

  /** If Swagger UI is off, the home page shows nothing of use to attackers. */
  private async state(): Promise<HomeState> {
    const ready = await this.health.ready().then(
      () => true,
      () => false,
    );
    const { users, password } = ready ? await this.demo.all() : { users: [], password: null };
    const user = users.find(({ Roles }) => Roles === 'Agent')?.UserName;
    return {
      ready,
      settings: this.config,
      ...(this.config.swagger && {
        version,
        database: this.config.database.kind === 'sqlite' ? 'SQLite' : 'MySQL or MariaDB',
      }),
      ...(user !== undefined && password !== null && { demo: { user, password } }),
    };
  }
}
