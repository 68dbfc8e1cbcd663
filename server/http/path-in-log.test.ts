import { expect, test } from 'vitest';
import { shortPath } from './path-in-log.ts';

const KEY = `aZ09-_${'k'.repeat(37)}`;

test.each([
  ['/glasgow/unknown', '/glasgow/unknown'],
  [`/${'long/'.repeat(40)}`, `/${'long/'.repeat(40).slice(0, 99)}…`],
  [`/your-enquiry%23k=${KEY}`, '/your-enquiry…'],
  [`/your-enquiry%2523k%253D${KEY}`, '/your-enquiry…'],
  [`/your-enquiry#k=${KEY.slice(0, 20)}\n${KEY.slice(20)}`, '/your-enquiry…'],
  [`/your-enquiry/${KEY}.`, '/your-enquiry/….'],
  [`/desk/%23/link/${KEY}`, '/desk/…'],
])('the path %s is in the log as %s', (path, shown) => {
  expect(shortPath(path)).toBe(shown);
});
