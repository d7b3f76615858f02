import { Module } from '@nestjs/common';
import { SmartsheetsController } from './smartsheets.controller.js';
import { SmartsheetsService } from './smartsheets.service.js';
import './smartsheet-line.set.js';

@Module({ controllers: [SmartsheetsController], providers: [SmartsheetsService] })
export class SmartsheetsModule {}
