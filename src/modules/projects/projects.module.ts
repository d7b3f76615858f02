import { Module } from '@nestjs/common';
import { GanttLinksController } from './gantt/gantt-links.controller.js';
import { GanttLinksService } from './gantt/gantt-links.service.js';
import './gantt/gantt-task.set.js';
import { GanttTreeService } from './gantt/gantt-tree.service.js';
import { GanttController } from './gantt/gantt.controller.js';
import { GanttService } from './gantt/gantt.service.js';
import { ProjectTeamService } from './team/project-team.service.js';
import { ProjectsController } from './team/project-team.controller.js';
import './project.entity.js';
import './gantt/gantt-lock.entity.js';

@Module({
  controllers: [ProjectsController, GanttController, GanttLinksController],
  providers: [ProjectTeamService, GanttService, GanttTreeService, GanttLinksService],
})
export class ProjectsModule {}
