import { Module } from '@nestjs/common';
import { GanttLinksController } from './gantt-links.controller.js';
import { GanttLinksService } from './gantt-links.service.js';
import './gantt-task.set.js';
import { GanttTreeService } from './gantt-tree.service.js';
import { GanttController } from './gantt.controller.js';
import { GanttService } from './gantt.service.js';
import { ProjectTeamService } from './project-team.service.js';
import { ProjectsController } from './projects.controller.js';
import './project.entity.js';
import './gantt-turn.entity.js';

@Module({
  controllers: [ProjectsController, GanttController, GanttLinksController],
  providers: [ProjectTeamService, GanttService, GanttTreeService, GanttLinksService],
})
export class ProjectsModule {}
