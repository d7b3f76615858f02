import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { GanttLink } from './gantt/links/gantt-link.entity.js';
import { GanttLinksController } from './gantt/links/gantt-links.controller.js';
import { GanttLinksService } from './gantt/links/gantt-links.service.js';
import { GanttTreeLock } from './gantt/gantt-lock.entity.js';
import { GanttTask } from './gantt/gantt-task.entity.js';
import { GanttTasksRecordSet } from './gantt/gantt-tasks.record-set.js';
import { GanttTreeService } from './gantt/gantt-tree.service.js';
import { GanttController } from './gantt/gantt.controller.js';
import { GanttService } from './gantt/gantt.service.js';
import { JobType } from './gantt/job-type.entity.js';
import { Project } from './project.entity.js';
import { ProjectTeamMember } from './team/project-team-member.entity.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';
import { ProjectTeamController } from './team/project-team.controller.js';
import { ProjectTeamService } from './team/project-team.service.js';

@Module({
  imports: [Tables.of(GanttLink, GanttTask, GanttTreeLock, JobType, Project, ProjectTeamMember)],
  controllers: [ProjectsController, ProjectTeamController, GanttController, GanttLinksController],
  providers: [
    GanttTasksRecordSet,
    ProjectsService,
    ProjectTeamService,
    GanttService,
    GanttTreeService,
    GanttLinksService,
  ],
})
export class ProjectsModule {}
