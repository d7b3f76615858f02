import { Module } from '@nestjs/common';
import { Tables } from '../../database/schema/tables.module.js';
import { County } from './county.entity.js';
import { District } from './district.entity.js';
import { School } from './school.entity.js';
import { State } from './state.entity.js';

/** Where contacts and agents are: tables that other modules read by SQL. */
@Module({ imports: [Tables.of(County, District, School, State)] })
export class PlacesModule {}
