import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/lib/longest-first.mjs'

/** Limits of tests in real browsers: generous, so that a busy machine does not fail them. */
const browserLimits = { testTimeout: 300_000, hookTimeout: 600_000, expect: { poll: { timeout: 40_000 } } }

const generated = ['**/node_modules/**', '**/build/**', '**/.runtime/**', '**/.react-router/**', 'data/**']

const propertySeed = 'scripts/lib/property-seed.setup.mjs'

/** Limits of the other tests, for the same reason. */
const waits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 40_000 } } }

const serverOptions = {
  environment: 'node',
  setupFiles: [propertySeed, 'apps/server/src/testing/file-end.setup.ts'],
  ...waits,
}

/** Test what a process reports only once, so they need a process of their own. */
const isolated = ['apps/server/src/platform/events/link-bus.test.ts']

export default defineConfig({
  test: {
    // More workers than cores: tests wait about as long as they compute.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Of the whole run: all projects share one database server and its films.
    globalSetup: ['apps/server/src/testing/test-server.setup.ts'],
    projects: [
      {
        test: {
          name: 'node',
          include: ['packages/**/*.test.ts', 'apps/server/**/*.test.ts', 'scripts/**/*.test.mjs', 'bench/**/*.test.ts'],
          exclude: [...generated, ...isolated],
          // Files share the modules of their worker: importing the whole server takes longer than most tests.
          isolate: false,
          ...serverOptions,
        },
      },
      { test: { name: 'node-alone', include: isolated, exclude: generated, ...serverOptions } },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: generated,
          // Files share the modules of their worker: importing them takes longer than the tests.
          isolate: false,
          environment: 'node',
          setupFiles: [propertySeed],
          ...waits,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.test.ts'],
          exclude: generated,
          environment: 'node',
          globalSetup: ['scripts/lib/fresh-web-build.setup.mjs'],
          setupFiles: ['apps/server/src/testing/file-end.setup.ts'],
          // Each file opens a station of its own and shares the imported modules with the next file.
          isolate: false,
          ...browserLimits,
        },
      },
    ],
  },
})
