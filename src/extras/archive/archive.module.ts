import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AuditChainModule } from '../audit-chain/audit-chain.module.js';
import { Archive } from './archive.service.js';

@Module({ imports: [DiscoveryModule, AuditChainModule], providers: [Archive] })
export class ArchiveModule {}
