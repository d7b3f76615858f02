import { Controller, Get, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { ResponseRecord } from '../../record/response-status.js';
import { Endpoint } from './endpoint.js';
import { Registry } from './registry.js';

@Controller('toys')
class PlainController {
  @Get()
  listToys() {
    return [];
  }
}

@Controller()
class GrouplessController {
  @Endpoint({ verb: 'GET', path: '/v1/Toys', response: ResponseRecord, summary: 'List toys' })
  listToys() {
    return {};
  }
}

async function start(controller: Type): Promise<unknown> {
  const testing = await Test.createTestingModule({
    imports: [DiscoveryModule],
    controllers: [controller],
    providers: [Registry],
  }).compile();
  return testing.init();
}

it('refuses to start with a route of Nest that declares no access', async () => {
  await expect(start(PlainController)).rejects.toThrow(
    'PlainController.listToys is a route without a declared access: use @Endpoint instead of @Get, @Post and so on',
  );
});

it('refuses to start with an operation of no group', async () => {
  await expect(start(GrouplessController)).rejects.toThrow('GrouplessController.listToys belongs to no group');
});
