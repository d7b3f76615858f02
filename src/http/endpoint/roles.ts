/** The system roles, which declarations name as `access`. A custom role grants an operation by its permission. */
export const Role = { Worker: 'Worker', Agent: 'Agent', Administrator: 'Administrator' } as const;
export type RoleName = keyof typeof Role;
export const roleNames: readonly RoleName[] = Object.values(Role);
