export const key = 'sb_publishable_of-the-tests';
