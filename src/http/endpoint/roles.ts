/** The roles that endpoints name; customers' own roles only group permissions for people to read. */
export const Role = { Worker: 'Worker', Agent: 'Agent', Administrator: 'Administrator' } as const;
export type RoleName = keyof typeof Role;
export const roleNames: readonly RoleName[] = Object.values(Role);
