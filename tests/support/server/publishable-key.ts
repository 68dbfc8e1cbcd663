/** The publishable key in the built pages. All test servers use the same build, so they share this key. */
export const PUBLISHABLE_KEY = 'sb_publishable_of-the-tests';
