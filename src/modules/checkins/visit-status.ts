/** The numbers of a visit's Status. */
export const status = { waiting: 0, called: 1, serving: 2, completed: 3, noShow: 4, cancelled: 5 } as const;
