import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { DistrictsController } from './districts.controller.js';
import { County, District, School, State } from './places.entity.js';
import { PlacesService } from './places.service.js';
import { StatesController } from './states.controller.js';

/** States, counties, districts and schools. Other modules read the tables of this module by SQL. */
@Module({
  imports: [Tables.forFeature(County, District, School, State)],
  controllers: [StatesController, DistrictsController],
  providers: [PlacesService],
})
export class PlacesModule {}
