/** Custom roles grant operations by their permissions. */
export const Role = { Worker: 'Worker', Agent: 'Agent', Administrator: 'Administrator' } as const;
export type RoleName = keyof typeof Role;
export const roleNames: readonly RoleName[] = Object.values(Role);
