import { Module } from '@nestjs/common';
import './county.entity.js';
import './district.entity.js';
import './school.entity.js';
import './state.entity.js';

/** Where contacts and agents are: tables that other modules read by SQL. */
@Module({})
export class PlacesModule {}
