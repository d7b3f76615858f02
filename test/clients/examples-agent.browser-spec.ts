import { Role } from '../../src/http/endpoint/roles.js';
import { itPressesExecute } from './press-execute.js';

itPressesExecute(Role.Agent);
