import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';
import { liveFiles, readLiveFiles, writeLiveFiles, type Live } from './live-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIVE: Live = {
  domain: 'bothy.test',
  deskDomain: 'desk.bothy.test',
  proxy: 'caddy',
  user: 'bothy',
  dataDir: '/var/lib/bothy-data',
  backupDir: '/srv/bothy-backups',
  port: '5001',
  deskPort: '5002',
};

let folder: string;
beforeEach(() => {
  folder = createTemporaryFolder();
});

const hasProgram = (name: string) => spawnSync('which', [name]).status === 0;

test.each([
  ['caddy', ['Caddyfile', 'desk.caddy', 'house-buyer-site.service']],
  ['nginx', ['nginx.conf', 'desk.nginx.conf', 'house-buyer-site.service']],
] as const)('the files for %s are those in deploy/, with this installation’s names', (proxy, names) => {
  const files = liveFiles({ ...LIVE, proxy }, '/srv/site');
  expect(Object.keys(files)).toEqual(names);
  for (const [name, text] of Object.entries(files)) {
    expect(text).not.toMatch(/house-buyer\.example|127\.0\.0\.1:432[12]|\/opt\/|\/var\/backups/);
    const source = text
      .replaceAll('bothy.test', 'house-buyer.example')
      .replace('127.0.0.1:5001', '127.0.0.1:4321')
      .replace('127.0.0.1:5002', '127.0.0.1:4322')
      .replaceAll('/srv/site', '/opt/house-buyer-site')
      .replace('/srv/bothy-backups', '/var/backups/house-buyer-site')
      .replace('User=bothy\n', 'User=house-buyer-site\n')
      .replace('StateDirectory=bothy-data\n', 'StateDirectory=house-buyer-site\n');
    expect(source, name).toBe(readFileSync(join(ROOT, 'deploy', name), 'utf8'));
  }
});

test('a site at www redirects from the name without it', () => {
  const { Caddyfile } = liveFiles({ ...LIVE, domain: 'www.bothy.test', deskDomain: undefined }, '/srv/site');
  expect(Caddyfile).toContain('\nbothy.test {\n\tredir https://www.bothy.test{uri} permanent');
});

test('the service may write to a data folder outside /var/lib', () => {
  const { 'house-buyer-site.service': service } = liveFiles({ ...LIVE, dataDir: '/srv/data' }, '/srv/site');
  expect(service).toContain('\nReadWritePaths=/srv/data\n');
  expect(service).not.toContain('StateDirectory');
});

test('a later run finds the proxy and the user of an earlier one, and leaves no file of another proxy', () => {
  expect(readLiveFiles(join(folder, 'none'))).toEqual({});
  writeLiveFiles(folder, liveFiles({ ...LIVE, proxy: 'nginx' }, '/srv/site'));
  expect(readLiveFiles(folder)).toEqual({ proxy: 'nginx', user: 'bothy' });
  writeLiveFiles(folder, liveFiles(LIVE, '/srv/site'));
  expect(readLiveFiles(folder)).toEqual({ proxy: 'caddy', user: 'bothy' });
  writeLiveFiles(folder, liveFiles({ ...LIVE, proxy: 'none' }, '/srv/site'));
  expect(readLiveFiles(folder)).toEqual({ proxy: 'none' });
});

// Caddy, nginx and systemd are not part of this project. Where one is missing, its test is left out.
test.runIf(hasProgram('caddy'))('Caddy accepts its files', () => {
  writeLiveFiles(folder, liveFiles(LIVE, '/srv/site'));
  const { status, stderr } = spawnSync(
    'caddy',
    ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    { encoding: 'utf8', env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } },
  );
  expect(status, stderr).toBe(0);
});

test.runIf(hasProgram('nginx') && hasProgram('openssl'))('nginx accepts its files', () => {
  const files = liveFiles({ ...LIVE, proxy: 'nginx' }, '/srv/site');
  for (const name of ['bothy.test', 'desk.bothy.test']) {
    const certificates = join(folder, 'live', name);
    mkdirSync(certificates, { recursive: true });
    const [key, certificate] = [join(certificates, 'privkey.pem'), join(certificates, 'fullchain.pem')];
    const options = ['-x509', '-nodes', '-subj', `/CN=${name}`, '-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-newkey', 'rsa:2048', ...options], { stdio: 'ignore' });
  }
  const servers = `${files['nginx.conf']}\n${files['desk.nginx.conf']}`
    .replaceAll('/etc/letsencrypt', folder)
    .replaceAll('/var/log/nginx', folder);
  const main = join(folder, 'main.conf');
  writeFileSync(main, `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${servers}\n}\n`);
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', main], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

test.runIf(hasProgram('systemd-analyze'))('systemd accepts the service', () => {
  const service = 'house-buyer-site.service';
  writeLiveFiles(folder, liveFiles(LIVE, ROOT));
  const { stderr } = spawnSync('systemd-analyze', ['verify', join(folder, service)], { encoding: 'utf8' });
  expect(stderr).not.toContain(service);
});
