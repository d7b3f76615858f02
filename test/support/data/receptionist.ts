import { UserLocation } from '../../../src/modules/lines/location.entity.js';
import { roleTemplates } from '../../../src/modules/roles/role-templates.js';
import { RecordSetsService } from '../../../src/sets/record-sets.service.js';
import { password, signedIn, type TestApp } from '../app/app.js';

interface Receptionist {
  UserId: string;
  credentials: { Authorization: string };
}

/** Gives the role of receptionists exactly these permissions; without names, those of the template. */
export async function grantAtDesk(app: TestApp, names?: readonly string[]): Promise<void> {
  const template = roleTemplates.get('front-desk')!;
  const role = { ...template, RoleId: 70, Permissions: [...(names ?? template.Permissions)] };
  await app.db.tx(() => app.get(RecordSetsService).named('roles')!.save!([role]));
}

/** A signed-in user without an agent who works at these locations. Grant the role first. */
export async function receptionistAt(app: TestApp, ...locations: string[]): Promise<Receptionist> {
  const UserName = `desk-${locations.map((id) => id.slice(-3)).join('-')}@example.test`;
  const { UserId } = await app.users.create(UserName, { displayName: 'Rosa Delgado', roles: ['FrontDesk'], password });
  await app.db.tx(() =>
    app.db.insertAll(
      UserLocation,
      locations.map((LocationId) => ({ UserId, LocationId })),
    ),
  );
  return { UserId, credentials: await signedIn(app, UserName) };
}
