import { Caller, type Principal } from '../../../auth/accounts/principal.js';
import { authenticated, Endpoint, Input, Reader, Resource } from '../../../http/endpoint/endpoint.js';
import { NotFound, Conflict } from '../../../errors/errors.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import { GanttService } from './gantt.service.js';
import { GanttLink, GanttTask } from './gantt.entity.js';
import { WebixGanttMove, WebixGanttTask, WebixGanttTasks, WebixGanttLink, WebixGanttLinks } from './gantt.records.js';
import { GanttLinksService } from './gantt-links.service.js';

const byId = '/v1/webix/gantt/tasks/{id}';

const linksPath = '/v1/webix/gantt/links';
const linkById = '/v1/webix/gantt/links/{id}';
const positionPath = '/v1/webix/gantt/tasks/{id}/position';
const task = { delegable: true, request: WebixGanttTask, response: WebixGanttTask } as const;
const taggedTask = { ...task, etag: GanttTask } as const;
const link = { delegable: true, request: WebixGanttLink, response: WebixGanttLink } as const;
const taggedLink = { ...link, etag: GanttLink } as const;

@Resource({ name: 'Gantt', title: 'Gantt tasks and links', order: 2, access: authenticated })
export class GanttController {
  constructor(
    private readonly gantt: GanttService,
    private readonly links: GanttLinksService,
  ) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/webix/gantt/tasks',
    response: WebixGanttTasks,
    summary: 'List all Gantt tasks',
    description: 'Lists the tasks by parent and position.',
  })
  listGanttTasks() {
    return { tasks: this.gantt.list() };
  }

  @Endpoint({
    verb: 'POST',
    path: '/v1/webix/gantt/tasks',
    ...taggedTask,
    summary: 'Add a Gantt task',
    description:
      'The id that you send is temporary; the response has the assigned id. A task without a position becomes the ' +
      'last child of its parent.',
    example: { text: 'Visit schools', start_date: '2026-03-02 00:00:00', duration: 3, parent: '0' },
  })
  addGanttTask(@Input() request: Bound<WebixGanttTask>, @Caller() caller: Principal) {
    return this.gantt.create(request, caller);
  }

  @Endpoint({
    verb: 'PUT',
    path: byId,
    ...taggedTask,
    summary: 'Change or move a Gantt task',
    description: 'Changes only the fields that you send; another parent or position moves the task.',
    errors: [NotFound],
    example: { progress: 40 },
  })
  changeGanttTask(@Input() request: BoundWith<WebixGanttTask, 'id'>) {
    return this.gantt.change(request.id, request);
  }

  @Endpoint({
    verb: 'PUT',
    path: positionPath,
    ...taggedTask,
    request: WebixGanttMove,
    summary: 'Move a Gantt task',
    errors: [NotFound],
    example: { mode: 'first', parent: '0' },
  })
  moveGanttTask(@Input() request: BoundWith<WebixGanttMove, 'id'>) {
    return this.gantt.place(request.id, request);
  }

  @Endpoint({
    verb: 'DELETE',
    path: byId,
    ...task,
    summary: 'Remove a Gantt task',
    description: 'Removes the task, every task below it and all their links.',
    errors: [NotFound],
  })
  removeGanttTask(@Input() { id }: BoundWith<WebixGanttTask, 'id'>) {
    return this.gantt.remove(id);
  }

  @Reader({ path: byId, also: { path: positionPath }, ...task })
  readGanttTask(@Input() { id }: BoundWith<WebixGanttTask, 'id'>) {
    return this.gantt.locked(id);
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: linksPath,
    response: WebixGanttLinks,
    summary: 'List all Gantt links',
  })
  listGanttLinks() {
    return { links: this.links.list() };
  }

  @Endpoint({
    verb: 'POST',
    path: linksPath,
    ...taggedLink,
    summary: 'Link two Gantt tasks',
    description: 'The id that you send is temporary; the response has the assigned id.',
    errors: [Conflict],
    example: { source: '1', target: '2', type: 0 },
  })
  addGanttLink(@Input() request: Bound<WebixGanttLink>) {
    return this.links.create(request);
  }

  @Endpoint({
    verb: 'PUT',
    path: linkById,
    ...taggedLink,
    summary: 'Change a Gantt link',
    errors: [NotFound, Conflict],
    example: { type: 1 },
  })
  changeGanttLink(@Input() request: BoundWith<WebixGanttLink, 'id'>) {
    return this.links.change(request.id, request);
  }

  @Endpoint({
    verb: 'DELETE',
    path: linkById,
    ...link,
    summary: 'Remove a Gantt link',
    errors: [NotFound],
  })
  removeGanttLink(@Input() { id }: BoundWith<WebixGanttLink, 'id'>) {
    return this.links.remove(id);
  }

  @Reader({ path: linkById, ...link })
  readGanttLink(@Input() { id }: BoundWith<WebixGanttLink, 'id'>) {
    return this.links.locked(id);
  }
}
