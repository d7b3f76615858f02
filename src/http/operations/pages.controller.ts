import { Controller, Header } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Config } from '../../config/config.js';
import { Page } from '../endpoint/endpoint.js';
import { NotFound } from '../../errors/errors.js';
import { Health } from './health.js';
import { OpenApi } from '../openapi/openapi.js';

/** What people see around the interface. */
@Controller()
export class PagesController {
  constructor(
    private readonly openApi: OpenApi,
    private readonly health: Health,
    private readonly config: Config,
  ) {}

  @Page('/openapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  openApiJson(): string {
    this.mustDocument();
    return JSON.stringify(this.openApi.document(), null, 2);
  }

  @Page('/postman.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  async postmanJson(): Promise<string> {
    this.mustDocument();
    const collection = join(projectFolder(), 'postman/agency.postman_collection.json');
    if (!existsSync(collection)) throw new NotFound('This installation has no Postman collection.');
    return readFile(collection, 'utf8');
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
  home(): string {
    const links = [
      ...(this.config.swagger ? documents : []),
      ['/health/live', 'Is the process alive?'],
      ['/health/ready', 'Can it serve calls?'],
      ['/metrics', 'What Prometheus reads'],
    ];
    return page(links.map(([path, text]) => `<li><a href="${path}">${path}</a> ${text}</li>`).join('\n      '));
  }
}

const documents = [
  ['/docs', 'Swagger UI: read about every operation and try it'],
  ['/openapi.json', 'The OpenAPI document'],
  ['/postman.json', 'The Postman collection'],
];

/** The folder of package.json: the code runs from src/ and from dist/src/. */
function projectFolder(folder = __dirname): string {
  const parent = dirname(folder);
  return existsSync(join(folder, 'package.json')) || parent === folder ? folder : projectFolder(parent);
}

function page(links: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Agency Operations Service</title>
    <style>
      body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; color: #1a2733; background: #fff; }
      code { background: #eef2f5; padding: 0.1em 0.3em; border-radius: 3px; }
      a { color: #0b5cad; }
    </style>
  </head>
  <body>
    <h1>Agency Operations Service</h1>
    <p>The HTTP backend of an agency and customer-management platform. Sign in with <code>POST /v1/Auth/Login</code>, then call
      the operations below <code>/v1</code> with the bearer token. Answers are JSON or CSV.</p>
    <ul>
      ${links}
    </ul>
  </body>
</html>
`;
}
