import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HistoryModule } from '../history/history.module.js';
import { GanttLink, GanttTreeLock, GanttTask, JobType } from './gantt/gantt.entity.js';
import { GanttController } from './gantt/gantt.controller.js';
import { GanttLinksService } from './gantt/gantt-links.service.js';
import { GanttLinksRecordSet, GanttTasksRecordSet } from './gantt/gantt.record-set.js';
import { GanttTreeService } from './gantt/gantt-tree.service.js';
import { GanttService } from './gantt/gantt.service.js';
import { Project } from './project.entity.js';
import { ProjectTeamMember } from './team/project-team-member.entity.js';
import { ProjectsController, ProjectHistoryController } from './projects.controller.js';
import { ProjectsRecordSet } from './projects.record-set.js';
import { ProjectsService } from './projects.service.js';
import { ProjectTeamController, ProjectTeamMemberHistoryController } from './team/project-team.controller.js';
import { ProjectTeamService } from './team/project-team.service.js';

@Module({
  imports: [Tables.forFeature(GanttLink, GanttTask, GanttTreeLock, JobType, Project, ProjectTeamMember), HistoryModule],
  controllers: [
    ProjectsController,
    ProjectTeamController,
    GanttController,
    ProjectHistoryController,
    ProjectTeamMemberHistoryController,
  ],
  providers: [
    GanttTasksRecordSet,
    GanttLinksRecordSet,
    ProjectsRecordSet,
    ProjectsService,
    ProjectTeamService,
    GanttService,
    GanttTreeService,
    GanttLinksService,
  ],
})
export class ProjectsModule {}
