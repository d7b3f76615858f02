/** The password of all users of the demo data. Examples of operations use it too, so that they succeed on a demo. */
export const demoPassword = 'demo agency pass phrase';
