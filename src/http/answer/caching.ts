/**
 * Answers are personal: nobody keeps them, but for those with an ETag, which the caller may keep and must ask about.
 */
export const cachedNowhere = 'no-store';
export const cachedByCaller = 'private, no-cache';
/** What an answer depends on beside its URL. */
export const vary = 'Accept, Authorization, X-Api-Key';
