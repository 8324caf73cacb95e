import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/lib/longest-first.mjs'

/**
 * What must become so does on a busy machine as well. A journey through real browsers that failed is made once more, and
 * the report names it: what fails now and then is worth a look, and not a day's work of everybody.
 */
const patience = { retry: 1, testTimeout: 300_000, hookTimeout: 600_000, expect: { poll: { timeout: 20_000 } } }

const generated = ['**/node_modules/**', '**/build/**', '**/.runtime/**', '**/.react-router/**', 'data/**']

const onServer = {
  environment: 'node',
  globalSetup: ['apps/server/src/testing/test-server.setup.ts'],
  setupFiles: ['apps/server/src/testing/file-end.setup.ts'],
  testTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  hookTimeout: 60_000,
}

/** Watch for what a process says once in its life, and so need one of their own. */
const alone = ['apps/server/src/platform/events/link-bus.test.ts']

export default defineConfig({
  test: {
    // More than the machine is asked for has cores: tests wait as long as they work.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'node',
          include: ['packages/**/*.test.ts', 'apps/server/**/*.test.ts', 'scripts/**/*.test.mjs', 'bench/**/*.test.ts'],
          exclude: [...generated, ...alone],
          // Files share the modules of their worker: to read a whole server costs more than most tests of it.
          isolate: false,
          ...onServer,
        },
      },
      { test: { name: 'node-alone', include: alone, exclude: generated, ...onServer } },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: generated,
          // Files share the modules of their worker: to read them costs more than the tests.
          isolate: false,
          environment: 'node',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.test.ts'],
          exclude: generated,
          environment: 'node',
          globalSetup: ['apps/server/src/testing/test-server.setup.ts'],
          setupFiles: ['apps/server/src/testing/file-end.setup.ts'],
          // Each file opens a station of its own; what a process has read and compiled for one serves the next.
          isolate: false,
          sequence: { groupOrder: 1 },
          ...patience,
        },
      },
    ],
  },
})
