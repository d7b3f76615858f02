/** The roles that endpoints name; roles of an agency's own open what their permissions name. */
export const Role = { Worker: 'Worker', Agent: 'Agent', Administrator: 'Administrator' } as const;
export type RoleName = keyof typeof Role;
export const roleNames: readonly RoleName[] = Object.values(Role);
