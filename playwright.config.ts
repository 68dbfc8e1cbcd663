import { defineConfig, devices } from '@playwright/test';
import { findChromium, launchOptions } from './scripts/ensure-chromium.ts';
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from './tests/support/runner/time-limits.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: ['./tests/support/site/build-site.ts', './tests/support/site/build-specimens.ts'],
  // The visual tests use the same reference pictures on all platforms. CONTRIBUTING.md says which browser draws them.
  snapshotPathTemplate: 'tests/visual/references/{arg}{ext}',
  expect: {
    timeout: WAIT_LIMIT_MS,
    toPass: { timeout: WAIT_LIMIT_MS },
    toHaveScreenshot: { maxDiffPixelRatio: 0.002 },
    toMatchAriaSnapshot: { pathTemplate: 'tests/e2e/accessibility-trees/{arg}{ext}' },
  },
  timeout: TEST_LIMIT_MS,
  testMatch: '*.spec.ts',
  outputDir: '.reports/e2e',
  fullyParallel: true,
  forbidOnly: true,
  // A retry would hide a failure.
  retries: 0,
  // One more than the cores of a two-core machine, because tests of failures spend time waiting.
  workers: 3,
  // One character per test, so that earlier failures do not scroll out of view.
  reporter: [['dot'], ['json', { outputFile: '.reports/playwright.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Requests of the desk's service worker pass by a test's own answers. Its own test allows it.
    serviceWorkers: 'block',
    actionTimeout: WAIT_LIMIT_MS,
    navigationTimeout: WAIT_LIMIT_MS,
    launchOptions: launchOptions(),
  },
  projects: [
    {
      name: 'phone',
      testIgnore: 'keyboard.spec.ts',
      use: { ...devices['iPhone 13'], defaultBrowserType: 'chromium' },
    },
    // Runs only tests whose outcome a wide screen can change.
    {
      name: 'desktop',
      testMatch: [
        'accessibility.spec.ts',
        'chat-widget.spec.ts',
        'first-paint.spec.ts',
        'keyboard.spec.ts',
        'layout-shift.spec.ts',
        'navigation.spec.ts',
        'text-editors.spec.ts',
        'valuation-form.spec.ts',
        'work-a-lead.spec.ts',
      ],
      grepInvert: /@phone-only/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'visual',
      testDir: 'tests/visual',
      use: {
        ...devices['Desktop Chrome'],
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: launchOptions(findChromium()),
      },
    },
  ],
});
