import { authenticated, Endpoint, Input, Resource } from '../../../../http/endpoint/endpoint.js';
import { NotFound } from '../../../../errors/errors.js';
import type { Bound, BoundWith } from '../../../../record/bind.js';
import { GanttLinksService } from './gantt-links.service.js';
import { WebixGanttLink, WebixGanttLinks } from '../gantt.records.js';

const path = '/v1/webix/gantt/links';
const byId = '/v1/webix/gantt/links/{id}';

@Resource({ name: 'Gantt', title: 'Gantt tasks and links', order: 2, access: authenticated })
export class GanttLinksController {
  constructor(private readonly links: GanttLinksService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path,
    response: WebixGanttLinks,
    bare: true,
    summary: 'List all Gantt links',
  })
  listGanttLinks() {
    return { links: this.links.list() };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path,
    request: WebixGanttLink,
    response: WebixGanttLink,
    summary: 'Link two Gantt tasks',
    description: "The id sent is the client's temporary one; the answer has the id given.",
    example: { source: '1', target: '2', type: 0 },
  })
  addGanttLink(@Input() request: Bound<WebixGanttLink>) {
    return this.links.create(request);
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path: byId,
    request: WebixGanttLink,
    response: WebixGanttLink,
    summary: 'Change a Gantt link',
    errors: [NotFound],
    example: { type: 1 },
  })
  changeGanttLink(@Input() request: BoundWith<WebixGanttLink, 'id'>) {
    return this.links.change(request.id, request);
  }

  @Endpoint({
    verb: 'DELETE',
    delegable: true,
    path: byId,
    request: WebixGanttLink,
    response: WebixGanttLink,
    summary: 'Remove a Gantt link',
    errors: [NotFound],
  })
  removeGanttLink(@Input() { id }: BoundWith<WebixGanttLink, 'id'>) {
    return this.links.remove(id);
  }
}
