import { expect, test } from 'vitest'
import { findBreaches } from './import-rules.mjs'

const manifests = {
  'packages/contract': new Set(['zod']),
  'packages/zh': new Set(['opencc-js']),
  '.': new Set(['vitest']),
}
/** @param {string} file @param {string} source */
const rulesBrokenBy = (file, source) => findBreaches({ [file]: source }, manifests).map(({ rule }) => rule)

/** Planted violations of each rule, in each of the ways to import. @type {[string, string, string][]} */
const planted = [
  ['packages-stand-alone', 'packages/zh/src/a.ts', "import x from 'left-pad'"],
  ['packages-stand-alone', 'packages/zh/src/a.ts', "export * from '../../contract/src/index.ts'"],
  ['packages-stand-alone', 'packages/zh/src/a.ts', "import { test } from 'vitest'"],
  ['contract-runs-everywhere', 'packages/contract/src/a.ts', "import { readFileSync } from 'node:fs'"],
  ['packages-by-name', 'apps/server/src/a.ts', "import type { X } from '../../../packages/zh/src/index.ts'"],
  ['server-and-web-never-meet', 'apps/web/app/lib/a.ts', "const x = await import('../../../server/src/config.ts')"],
  ['server-and-web-never-meet', 'apps/server/src/a.ts', "import { x } from '../../web/app/lib/a.ts'"],
  ['pages-know-the-contract', 'apps/web/app/lib/a.ts', "import { toTraditional } from '@yunmu/zh'"],
  ['platform-knows-no-domain', 'apps/server/src/platform/a.ts', "import { x } from '../domains/catalog/index.ts'"],
  ['platform-knows-no-domain', 'apps/server/src/platform/deep/a.ts', "import type { Config } from '../../config.ts'"],
  [
    'domains-do-not-import-each-other',
    'apps/server/src/domains/catalog/a.ts',
    "import type { X } from '../media/b.ts'",
  ],
  ['domains-do-not-import-each-other', 'apps/web/app/domains/catalog/a.tsx', "export { x } from '../media/b.tsx'"],
  ['domains-do-not-import-the-app', 'apps/server/src/domains/catalog/calls/a.ts', "import '../../../app.ts'"],
  ['rules-are-pure', 'apps/server/src/domains/catalog/hits-rules.ts', "import { readFileSync } from 'node:fs'"],
  ['rules-are-pure', 'apps/server/src/domains/catalog/hits-rules.ts', "import { createStore } from './title-store.ts'"],
  ['rules-are-pure', 'apps/server/src/domains/catalog/hits-rules.ts', "import { c } from '../../platform/clock.ts'"],
  ['sql-lives-in-stores', 'apps/server/src/domains/catalog/calls/a.ts', "import { sql } from 'kysely'"],
  ['web-layers-look-down', 'apps/web/app/lib/a.ts', "import { Button } from '../ui/button.tsx'"],
  ['web-layers-look-down', 'apps/web/app/ui/a.tsx', "const p = () => import('../player/player.ts')"],
  ['web-layers-look-down', 'apps/web/app/player/a.ts', "import { x } from '../domains/catalog/x.ts'"],
  ['web-layers-look-down', 'apps/web/app/domains/catalog/a.ts', "import { x } from '../../pages/home/x.ts'"],
  ['pages-do-not-import-each-other', 'apps/web/app/pages/home/a.ts', "import { x } from '../details/x.ts'"],
  ['tests-help-tests', 'apps/server/src/app.ts', "import { testApp } from './testing/test-app.ts'"],
]

for (const [rule, file, source] of planted) {
  test(`${rule} bites: ${file} with ${source}`, () => expect(rulesBrokenBy(file, source)).toContain(rule))
}

test('what the rules allow is left alone', () => {
  const allowed = {
    'packages/zh/src/a.ts': "import { x } from 'opencc-js/core'; import { y } from './b.ts'",
    'packages/zh/src/a.test.ts': "import { test } from 'vitest'; import { y } from './b.ts'",
    'packages/contract/src/a.ts': "import * as z from 'zod/mini'",
    'apps/server/src/domains/catalog/hits-rules.ts':
      "import { createHash } from 'node:crypto'; import type { Row } from './title-store.ts'; import { y } from './z-rules.ts'",
    'apps/server/src/domains/catalog/calls/a.ts': "import { x } from '../../../platform/y.ts'; import './b.ts'",
    'apps/server/src/domains/catalog/a.test.ts': "import { x } from '../../testing/test-app.ts'",
    'apps/server/src/domains/catalog/title-store.ts': "import { sql } from 'kysely'",
    'apps/server/src/domains/catalog/index.ts': "import type { Kysely } from 'kysely'",
    'apps/server/src/app.ts': "import { x } from './domains/media/index.ts'; import { y } from './platform/y.ts'",
    'apps/web/app/pages/home/a.tsx': "import '../../ui/x.tsx'; import './b.ts'; import '../../domains/catalog/c.ts'",
    'apps/web/app/player/a.ts': "import '../ui/x.tsx'; import '../lib/y.ts'; import { z } from '@yunmu/contract'",
    'apps/web/app/lib/urls.ts': "export * from '@yunmu/urls'",
    'apps/web/vite/texts-plugin.ts': "import { toTraditional } from '@yunmu/zh'",
  }
  expect(findBreaches(allowed, manifests)).toEqual([])
})

test('a breach names the file, the line and the reason', () => {
  const source = "import { a } from './a.ts'\nimport { b } from '../ui/b.tsx'\n"
  expect(findBreaches({ 'apps/web/app/lib/x.ts': source }, manifests)).toEqual([
    expect.objectContaining({ file: 'apps/web/app/lib/x.ts', line: 2, reason: expect.stringContaining('../ui/b.tsx') }),
  ])
})
