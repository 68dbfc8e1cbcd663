import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLEAN_ENVIRONMENT } from '../tests/support/server/clean-environment.ts';
import { deskPortOf, parseEnvironment } from './env.ts';

test('no variable is required', () => {
  expect(parseEnvironment({})).toEqual({
    PORT: 4321,
    SITE_URL: 'http://localhost:4321',
    DATA_DIR: resolve('.data'),
    DESK_HOST: '127.0.0.1',
    MAIL_TO: 'leads@gable-and-wynd.example',
    MAIL_FROM: 'Website <website@gable-and-wynd.example>',
    RETENTION_LEAD_DAYS: 365,
    RETENTION_SUSPECT_DAYS: 30,
    RETENTION_DELIVERY_DAYS: 30,
    BACKUP_KEEP: 14,
    PAPERS_MAX_GB: 50,
    METRICS_HOST: '127.0.0.1',
    TRUST_PROXY: [],
    LEADS_PER_ADDRESS: [
      { count: 3, seconds: 10 },
      { count: 10, seconds: 600 },
    ],
    CALLS_PER_ADDRESS: [
      { count: 6, seconds: 10 },
      { count: 20, seconds: 600 },
    ],
    LOG_LEVEL: 'info',
  });
});

test('an empty variable counts as unset, because a copied .env.example has empty ones', () => {
  expect(parseEnvironment(CLEAN_ENVIRONMENT)).toEqual(parseEnvironment({}));
});

test('a variable that is set replaces the default', () => {
  const variables = {
    HOST: '127.0.0.1',
    SITE_URL: 'https://house-buyer.example',
    DATABASE_URL: 'postgresql://user:password@localhost:5432/leads',
    SMTP_URL: 'smtps://user:password@mail.example.com:465',
    MAIL_TO: 'firm@example.com',
    MAIL_FROM: 'Site <site@example.com>',
    PUBLIC_SUPABASE_KEY: 'sb_publishable_other',
    METRICS_HOST: '10.0.0.1',
    LOG_LEVEL: 'silent',
  };
  const retention = { RETENTION_LEAD_DAYS: '90', RETENTION_SUSPECT_DAYS: '7', RETENTION_DELIVERY_DAYS: '0' };
  expect(parseEnvironment({ ...variables, ...retention, PORT: '0', DATA_DIR: 'elsewhere' })).toEqual({
    ...parseEnvironment({}),
    ...variables,
    RETENTION_LEAD_DAYS: 90,
    RETENTION_SUSPECT_DAYS: 7,
    RETENTION_DELIVERY_DAYS: 0,
    PORT: 0,
    DATA_DIR: resolve('elsewhere'),
  });
});

test('without SITE_URL, the site is on this machine, at PORT', () => {
  expect(parseEnvironment({ PORT: '5000', SITE_URL: '' }).SITE_URL).toBe('http://localhost:5000');
});

test('lists of limits and proxies are parsed', () => {
  expect(
    parseEnvironment({
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1,loopback',
      LEADS_PER_ADDRESS: '5/1m',
      CALLS_PER_ADDRESS: 'off',
      LEADS_PER_MINUTE: '1000',
      LEADS_PER_DAY: '50000',
      PAGE_CALLS_PER_MINUTE: '90',
    }),
  ).toMatchObject({
    TRUST_PROXY: ['127.0.0.1', '10.0.0.0/8', '::1', 'loopback'],
    LEADS_PER_ADDRESS: [{ count: 5, seconds: 60 }],
    CALLS_PER_ADDRESS: [],
    LEADS_PER_MINUTE: 1000,
    LEADS_PER_DAY: 50_000,
    PAGE_CALLS_PER_MINUTE: 90,
  });
  expect(parseEnvironment({ LEADS_PER_MINUTE: 'off' }).LEADS_PER_MINUTE).toBe('off');
});

describe('the port of the desk (the staff’s app)', () => {
  const SITE_URL = 'https://house-buyer.example';
  const DESK_URL = 'https://desk.firm.example';
  test.each<[string, Record<string, string>, number | undefined]>([
    ['is PORT + 1 on localhost', {}, 4322],
    ['is 0 when PORT is 0', { PORT: '0' }, 0],
    ['is undefined for a public site', { SITE_URL }, undefined],
    ['is undefined when DESK_PORT is off', { DESK_PORT: 'off' }, undefined],
    ['is DESK_PORT for a public site with DESK_URL', { DESK_PORT: '5000', SITE_URL, DESK_URL }, 5000],
    [
      'is DESK_PORT when DESK_HOST lets other machines connect and DESK_URL is set',
      { DESK_PORT: '5000', DESK_HOST: '0.0.0.0', DESK_URL },
      5000,
    ],
  ])('%s', (_name, variables, port) => {
    expect(deskPortOf(parseEnvironment(variables))).toBe(port);
  });

  test.each<Record<string, string>>([{ DESK_PORT: '5000', SITE_URL }, { DESK_HOST: '0.0.0.0' }])(
    'a desk that other machines can reach requires DESK_URL: %o',
    (variables) => {
      expect(() => deskPortOf(parseEnvironment(variables))).toThrow(/^Set DESK_URL/);
    },
  );
});

describe('an invalid value is reported with its variable’s name', () => {
  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '4321.5'],
    ['RETENTION_LEAD_DAYS', '-1'],
    ['RETENTION_LEAD_DAYS', 'a year'],
    ['DATABASE_URL', 'mysql://root@localhost/leads'],
    ['DATABASE_URL', 'localhost:5432'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['SITE_URL', 'house-buyer.example'],
    ['LOG_LEVEL', 'verbose'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '*'],
    ['TRUST_PROXY', '127.0.0.1,'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['LEADS_PER_ADDRESS', '3'],
    ['LEADS_PER_ADDRESS', '0/10s'],
    ['LEADS_PER_ADDRESS', '3/10h'],
    ['LEADS_PER_ADDRESS', '3/10s 10/10m'],
    ['CALLS_PER_ADDRESS', 'none'],
    ['LEADS_PER_MINUTE', '0'],
    ['LEADS_PER_MINUTE', '-5'],
    ['LEADS_PER_DAY', '0'],
    ['DESK_PORT', 'on'],
    ['DESK_URL', 'desk.firm.example'],
    ['DESK_URL', 'http://desk.firm.example'],
    ['DESK_URL', 'https://firm.example/desk'],
  ])('%s=%s', (name, value) => {
    expect(() => parseEnvironment({ [name]: value })).toThrow(new RegExp(`cannot be used.*at ${name}`, 's'));
  });

  test('all invalid values are reported at once', () => {
    expect(() => parseEnvironment({ PORT: 'x', LOG_LEVEL: 'x' })).toThrow(/at PORT.*at LOG_LEVEL/s);
  });

  test.each(['DATABASE_URL', 'SMTP_URL'])('the error does not repeat the password in %s', (name) => {
    const parse = () => parseEnvironment({ [name]: 'ftp://user:hunter2@example.com' });
    expect(parse).toThrow(name);
    expect(parse).not.toThrow(/hunter2/);
  });
});
