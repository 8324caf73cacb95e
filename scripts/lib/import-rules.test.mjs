import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './paths.mjs'
import { run } from './run.mjs'

/** Imports that each rule forbids: rule, file, source. @type {[string, string, string][]} */
const forbidden = [
  ['packages-stand-alone', 'packages/zh/src/a.ts', "export * from '../../contract/src/index.ts'"],
  ['packages-name-what-they-import', 'packages/zh/src/b.ts', "import { test } from 'vitest'"],
  ['packages-name-what-they-import', 'packages/zh/src/c.ts', "import Fastify from 'fastify'"],
  ['packages-name-what-they-import', 'packages/zh/src/f.ts', "import { x } from '@yunmu/urls'"],
  ['contract-runs-everywhere', 'packages/contract/src/b.ts', "import { x } from '@yunmu/zh'"],
  ['contract-runs-everywhere', 'packages/contract/src/a.ts', "import { readFileSync } from 'node:fs'"],
  ['packages-by-name', 'apps/server/src/a.ts', "import type { X } from '../../../packages/zh/src/index.ts'"],
  ['apps-have-no-name', 'apps/server/src/domains/catalog/g.ts', "import { x } from '@yunmu/server/src/config.ts'"],
  ['apps-have-no-name', 'apps/web/vite/a.ts', "import { x } from '@yunmu/server/src/config.ts'"],
  ['server-and-web-never-meet', 'apps/web/app/lib/a.ts', "const x = await import('../../../server/src/config.ts')"],
  ['server-and-web-never-meet', 'apps/server/src/b.ts', "import { x } from '../../web/app/lib/z.ts'"],
  ['pages-know-the-contract', 'apps/web/app/lib/b.ts', "import { toTraditional } from '@yunmu/zh'"],
  ['platform-knows-no-domain', 'apps/server/src/platform/a.ts', "import { x } from '../domains/catalog/index.ts'"],
  ['platform-knows-no-domain', 'apps/server/src/platform/deep/a.ts', "import type { Config } from '../../config.ts'"],
  [
    'domains-do-not-import-each-other',
    'apps/server/src/domains/catalog/a.ts',
    "import type { X } from '../media/z.ts'",
  ],
  ['domains-do-not-import-each-other', 'apps/web/app/domains/catalog/a.tsx', "export { x } from '../media/z.tsx'"],
  ['domains-do-not-import-the-app', 'apps/server/src/domains/catalog/calls/a.ts', "import '../../../app.ts'"],
  ['rules-are-pure', 'apps/server/src/domains/catalog/b-rules.ts', "import { x } from './title-store.ts'"],
  ['rules-are-pure', 'apps/server/src/domains/catalog/c-rules.ts', "import { c } from '../../platform/clock.ts'"],
  ['rules-are-pure', 'apps/server/src/domains/catalog/d-rules.ts', "import { sql } from 'kysely'"],
  ['rules-use-pure-modules-of-node', 'apps/server/src/domains/catalog/e-rules.ts', "import { x } from 'node:fs'"],
  ['sql-lives-in-stores', 'apps/server/src/domains/catalog/calls/b.ts', "import { sql } from 'kysely'"],
  ['web-layers-look-down', 'apps/web/app/lib/c.ts', "import { Button } from '../ui/z.tsx'"],
  ['web-layers-look-down', 'apps/web/app/ui/a.tsx', "const p = () => import('../player/z.ts')"],
  ['web-layers-look-down', 'apps/web/app/player/a.ts', "import { x } from '../domains/media/z.tsx'"],
  ['web-layers-look-down', 'apps/web/app/domains/catalog/b.ts', "import { x } from '../../pages/home/z.ts'"],
  ['web-layers-look-down', 'apps/web/app/pages/home/b.ts', "import { x } from '../../routes.ts'"],
  ['pages-do-not-import-each-other', 'apps/web/app/pages/home/a.ts', "import { x } from '../details/z.ts'"],
  ['tests-help-tests', 'apps/server/src/c.ts', "import { testApp } from './testing/test-app.ts'"],
  ['tests-help-tests', 'packages/zh/src/d.ts', "import { x } from './z.fixture.ts'"],
]

/** Imports that no rule forbids, by file. @type {Record<string, string>} */
const allowed = {
  'packages/zh/src/e.ts': "import { x } from 'opencc-js'; import { y } from './z.ts'",
  'packages/zh/src/e.test.ts': "import { test } from 'vitest'; import { y } from './z.fixture.ts'",
  'packages/contract/src/e.ts': "import * as z from 'zod/mini'",
  'apps/server/src/domains/catalog/f-rules.ts':
    "import { createHash } from 'node:crypto'; import type { Row } from './title-store.ts'; import { y } from './b-rules.ts'",
  'apps/server/src/domains/catalog/calls/c.ts': "import { x } from '../../../platform/clock.ts'; import './z.ts'",
  'apps/server/src/domains/catalog/e.test.ts': "import { x } from '../../testing/test-app.ts'",
  'apps/server/src/domains/catalog/index.ts': "import type { Kysely } from 'kysely'",
  'apps/server/src/domains/catalog/title-store.ts': "import { sql } from 'kysely'",
  'apps/server/src/d.ts': "import { x } from './domains/media/z.ts'; import { toTraditional } from '@yunmu/zh'",
  'apps/web/app/pages/home/c.tsx': "import '../../ui/z.tsx'; import './z.ts'; import '../../domains/media/z.tsx'",
  'apps/web/app/player/b.ts': "import '../ui/z.tsx'; import '../lib/z.ts'; import { z } from '@yunmu/contract'",
  'apps/web/app/lib/d.ts': "export * from '@yunmu/urls'",
  'apps/web/vite/texts-plugin.ts': "import { toTraditional } from '@yunmu/zh'",
}

/** What the imports lead to. */
const targets = [
  'packages/zh/src/z.ts',
  'packages/zh/src/z.fixture.ts',
  'apps/server/src/app.ts',
  'apps/server/src/config.ts',
  'apps/server/src/testing/test-app.ts',
  'apps/server/src/platform/clock.ts',
  'apps/server/src/domains/catalog/calls/z.ts',
  'apps/server/src/domains/media/z.ts',
  'apps/web/app/routes.ts',
  'apps/web/app/lib/z.ts',
  'apps/web/app/ui/z.tsx',
  'apps/web/app/player/z.ts',
  'apps/web/app/domains/media/z.tsx',
  'apps/web/app/pages/home/z.ts',
  'apps/web/app/pages/details/z.ts',
]

/** @param {string} tree @param {string} file @param {string} text */
function write(tree, file, text) {
  mkdirSync(path.join(tree, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(tree, file), `${text}\n`)
}

/** A project with our package names, in which `@yunmu` leads to its own packages. */
function makeTree() {
  const tree = mkdtempSync(path.join(tmpdir(), 'yunmu-imports-'))
  onTestFinished(() => rmSync(tree, { recursive: true }))
  const dependencies = { zh: { 'opencc-js': '1' }, contract: { zod: '4' }, urls: {} }
  write(tree, 'package.json', JSON.stringify({ name: 'tree', devDependencies: { vitest: '5', fastify: '5' } }))
  for (const [name, named] of Object.entries(dependencies)) {
    const manifest = { name: `@yunmu/${name}`, exports: './src/index.ts', dependencies: named }
    write(tree, `packages/${name}/package.json`, JSON.stringify(manifest))
    write(tree, `packages/${name}/src/index.ts`, 'export {}')
    mkdirSync(path.join(tree, 'node_modules/@yunmu'), { recursive: true })
    symlinkSync(path.join(tree, 'packages', name), path.join(tree, 'node_modules/@yunmu', name))
  }
  symlinkSync(path.join(tree, 'apps/server'), path.join(tree, 'node_modules/@yunmu/server'))
  for (const name of ['zod', 'vitest', 'fastify', 'kysely', 'opencc-js']) {
    symlinkSync(path.join(root, 'node_modules', name), path.join(tree, 'node_modules', name))
  }
  for (const file of targets) write(tree, file, 'export {}')
  for (const [, file, source] of forbidden) write(tree, file, source)
  for (const [file, source] of Object.entries(allowed)) write(tree, file, source)
  return tree
}

test('every rule forbids what it is for, and nothing else', { timeout: 60_000 }, async () => {
  const tree = makeTree()
  const depcruise = path.join(root, 'node_modules/.bin/depcruise')
  const config = path.join(root, '.dependency-cruiser.mjs')
  const args = [depcruise, '--config', config, '--output-type', 'json', 'packages', 'apps']
  const { output } = await run(process.execPath, args, { cwd: tree })
  /** @type {{ summary: { violations: { from: string, rule: { name: string } }[] } }} */
  const { summary } = JSON.parse(output.slice(output.indexOf('{')))
  const found = summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`)
  expect(found).toEqual(expect.arrayContaining(forbidden.map(([rule, file]) => `${rule}: ${file}`)))
  const planted = new Set(forbidden.map(([, file]) => file))
  expect(found.filter((text) => !planted.has(text.split(': ')[1] ?? ''))).toEqual([])
})
