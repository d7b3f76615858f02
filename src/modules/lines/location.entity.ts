import { Table } from '../../database/schema/table.js';
import { Flag, Guid, Name, Int32, ListOf, Text } from '../../record/fields.js';
import { guid } from '../../record/field-types.js';
import { Hours } from './hours.js';

/** An office or store where customers check in. */
@Table('locations', { noun: 'location', order: ['Name'], indexes: [['NameKey', 'LocationId']] })
export class Location {
  @Guid({ key: true, example: 'a18d631ca3244bdb8e871c425bd24982' }) LocationId!: Guid;
  @Name(200, { required: true, example: 'Main Street' }) Name!: string;
  @Flag({ default: true, description: 'Customers can check in at this location.' }) Active!: boolean;
  @ListOf(() => Hours, { maxItems: 100, description: 'Empty: closed to bookings. See special days.' })
  OpeningHours!: readonly Hours[];
  @Int32({
    min: 0,
    example: 0,
    description: 'Customers who can be booked at one time on all lines together; 0: no limit but those of the lines.',
  })
  BookingPlaces!: number;
  @Text(500, {
    computed: true,
    example: 'http://127.0.0.1:3000/book/a18d631ca3244bdb8e871c425bd24982',
    description: 'The page on which customers book times.',
  })
  BookUrl!: string;
  @Text(500, {
    computed: true,
    example: 'http://127.0.0.1:3000/arrive/a18d631ca3244bdb8e871c425bd24982',
    description: 'The page on which booked customers say that they are here. Below it, /poster prints its QR code.',
  })
  ArriveUrl!: string;
}

/** An agent works at a location. The location's visits are then in the scope of the agent and the agent's upline. */
@Table('agent_locations', { set: 'agent-locations' })
export class AgentLocation {
  @Int32({ key: true, references: 'Agent.AgentId', onDelete: 'CASCADE' }) AgentId!: number;
  @Guid({ key: true, references: 'Location.LocationId', onDelete: 'CASCADE' }) LocationId!: Guid;
}

/** A user, with or without an agent, works at a location. The location's visits are then in the user's scope. */
@Table('user_locations', { set: 'user-locations' })
export class UserLocation {
  @Guid({ key: true, references: 'User.UserId', onDelete: 'CASCADE' }) UserId!: Guid;
  @Guid({ key: true, references: 'Location.LocationId', onDelete: 'CASCADE' }) LocationId!: Guid;
}

/** A desk at a location where customers are served. */
@Table('stations', {
  noun: 'station',
  order: ['LocationId', 'Name'],
  indexes: [['LocationId', 'NameKey', 'StationId']],
})
export class Station {
  @Guid({ key: true, example: 'b5d6f1a0c3e24f7a9d8b6c5e4f3a2b1c' }) StationId!: Guid;
  @Guid({ required: true, references: 'Location.LocationId' }) LocationId!: Guid;
  @Name(200, { required: true, example: 'Desk 2' }) Name!: string;
  @Flag({ description: 'The station is staffed, so customers can be called to it.' }) Open!: boolean;
  @ListOf(guid, { description: 'The lines that this station serves.' }) LineIds!: Guid[];
  @Flag({ default: true, description: 'false: the station is no longer in use.' }) Active!: boolean;
}
