import { Module } from '@nestjs/common';
import { Tables } from '../../database/tables.module.js';
import { HistoryModule } from '../history/history.module.js';
import { DistrictsController, DistrictHistoryController, SchoolHistoryController } from './districts.controller.js';
import { County, District, School, State } from './places.entity.js';
import { PlacesService } from './places.service.js';
import { StatesController, StateHistoryController, CountyHistoryController } from './states.controller.js';

/** States, counties, districts and schools. Other modules read the tables of this module by SQL. */
@Module({
  imports: [Tables.forFeature(County, District, School, State), HistoryModule],
  controllers: [
    StatesController,
    DistrictsController,
    DistrictHistoryController,
    SchoolHistoryController,
    StateHistoryController,
    CountyHistoryController,
  ],
  providers: [PlacesService],
})
export class PlacesModule {}
