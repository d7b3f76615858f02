import type { DynamicModule } from '@nestjs/common';
import { DiscoveryService, ModulesContainer, NestFactory } from '@nestjs/core';
import { Schema } from '../schema/schema.js';

/**
 * The tables that a module and its imports declare, for code that needs them before it connects to a database. Nest's
 * preview scans the modules and creates none of their providers.
 */
export async function schemaOf(module: DynamicModule): Promise<Schema> {
  const preview = await NestFactory.createApplicationContext(module, { preview: true, logger: false });
  return Schema.of(new DiscoveryService(preview.get(ModulesContainer)));
}
