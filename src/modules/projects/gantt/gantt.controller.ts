import { Caller } from '../../../auth/guards/caller.js';
import type { Principal } from '../../../auth/guards/principal.js';
import { authenticated, Endpoint, Input, Resource } from '../../../http/endpoint/endpoint.js';
import { NotFound } from '../../../errors/errors.js';
import type { Bound, BoundWith } from '../../../record/bind.js';
import { GanttService } from './gantt.service.js';
import { WebixGanttMove, WebixGanttTask, WebixGanttTasks } from './gantt.records.js';

const byId = '/v1/webix/gantt/tasks/{id}';

@Resource({ name: 'Gantt', title: 'Gantt tasks and links', order: 2, access: authenticated })
export class GanttController {
  constructor(private readonly gantt: GanttService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/webix/gantt/tasks',
    response: WebixGanttTasks,
    bare: true,
    summary: 'List all Gantt tasks',
    description: 'By parent and position.',
  })
  listGanttTasks() {
    return { tasks: this.gantt.list() };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/webix/gantt/tasks',
    request: WebixGanttTask,
    response: WebixGanttTask,
    summary: 'Add a Gantt task',
    description:
      "The id sent is the client's temporary one; the answer has the id given. Without a position it comes last " +
      'under its parent.',
    example: { text: 'Visit schools', start_date: '2026-03-02 00:00:00', duration: 3, parent: '0' },
  })
  addGanttTask(@Input() request: Bound<WebixGanttTask>, @Caller() caller: Principal) {
    return this.gantt.create(request, caller);
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path: byId,
    request: WebixGanttTask,
    response: WebixGanttTask,
    summary: 'Change or move a Gantt task',
    description: 'Only the fields that are sent change; another parent or position moves the task.',
    errors: [NotFound],
    example: { progress: 40 },
  })
  changeGanttTask(@Input() request: BoundWith<WebixGanttTask, 'id'>) {
    return this.gantt.change(request.id, request);
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path: '/v1/webix/gantt/tasks/{id}/position',
    request: WebixGanttMove,
    response: WebixGanttTask,
    summary: 'Move a Gantt task',
    errors: [NotFound],
    example: { mode: 'first', parent: '0' },
  })
  moveGanttTask(@Input() request: BoundWith<WebixGanttMove, 'id'>) {
    return this.gantt.place(request.id, request);
  }

  @Endpoint({
    verb: 'DELETE',
    delegable: true,
    path: byId,
    request: WebixGanttTask,
    response: WebixGanttTask,
    summary: 'Remove a Gantt task',
    description: 'With every task below it and all their links.',
    errors: [NotFound],
  })
  removeGanttTask(@Input() { id }: BoundWith<WebixGanttTask, 'id'>) {
    return this.gantt.remove(id);
  }
}
