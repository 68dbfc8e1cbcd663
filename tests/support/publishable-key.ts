/** One build serves all test servers, each on data of its own: its pages and they share this key. */
export const PUBLISHABLE_KEY = 'sb_publishable_of-the-tests';
