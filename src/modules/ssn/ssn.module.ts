import { Module } from '@nestjs/common';
import { SsnService } from './ssn.service.js';

/** The social security numbers of agents and contacts. */
@Module({ providers: [SsnService], exports: [SsnService] })
export class SsnModule {}
