import type { KnipConfig } from 'knip'

/**
 * Dead code. Runs twice: as it is, and with `--production`, which looks at the patterns that end in `!` and finds what
 * tests alone use. An export that its own file uses may be there for a test.
 */
const config: KnipConfig = ({ production = false }) => ({
  ignoreExportsUsedInFile: production ? true : { interface: true, type: true },
  exclude: ['duplicates'],
  ignoreBinaries: ['useradd', 'nginx', 'xz'],
  workspaces: {
    '.': {
      entry: [
        'scripts/*.mjs!',
        'scripts/lib/{slowest-reporter,longest-first}.mjs!',
        'e2e/**/*.e2e.test.ts',
        'e2e/screens/take-screens.ts!',
        'bench/*.ts!',
        'bench/lib/{segment-load,segment-server,relay-server,download-server,changing-station,shop-server}.ts!',
        'bench/lib/{fanout-load,fanout-station,match-station,notice-load,collection-source}.ts!',
        'bench/spa/main.tsx!',
      ],
      project: ['scripts/**/*.mjs!', 'e2e/**/*.ts', 'bench/**/*.{ts,tsx}!', '!**/*.test.{ts,mjs}!', '!**/*.setup.mjs!'],
      ignoreDependencies: [
        'axe-core',
        'dependency-cruiser',
        'oxfmt',
        'oxlint',
        'oxlint-tsgolint',
        'kysely',
        'fastify',
        'sharp',
        'zod',
        'react-dom',
        'react-router',
        // Of a benchmark; without `--production` it is found as a peer dependency of Vitest.
        ...(production ? ['vite'] : []),
      ],
    },
    'apps/server': {
      entry: [
        'src/main.ts!',
        'src/recorder-main.ts!',
        'src/domains/recorder/ingest/ingest-main.ts!',
        'src/cli/main.ts!',
        'src/tools/*.ts!',
        'migrations/*.ts!',
        'src/**/*.fixture.ts',
        'src/**/*.setup.ts',
      ],
      project: ['src/**/*.ts!', 'migrations/*.ts!', '!src/**/*.{test,fixture,setup}.ts!', '!src/testing/**!'],
    },
    'apps/web': {
      entry: [
        'app/entry.*.tsx!',
        'app/server.ts!',
        'app/pages/**/*-route.tsx!',
        'app/layouts/*-layout.tsx!',
        // Pages of the operator will use it; the requirement E06 asks for it.
        'app/ui/allowed.tsx!',
        'worker/service-worker.ts!',
        'vite/*.ts!',
      ],
      project: ['app/**/*.{ts,tsx}!', 'vite/**/*.ts!', 'worker/*.ts!', '!**/*.{test,fixture}.{ts,tsx}!'],
    },
    'packages/demo': {
      entry: ['src/tools/*.ts!', 'src/films/render-worker.ts!'],
      project: ['src/**/*.ts!', '!src/**/*.{test,fixture}.ts!'],
    },
    'packages/*': {
      project: ['src/**/*.ts!', '!src/**/*.{test,fixture}.ts!'],
    },
  },
})

export default config
