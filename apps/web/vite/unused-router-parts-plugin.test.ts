import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutUnusedParts } from './unused-router-parts-plugin.ts'

const router = join(import.meta.dirname, '../../../node_modules/react-router/dist/production/lib')
const source = (file: string): string => readFileSync(join(router, file), 'utf8')

test('the installed React Router still has the parts that are left out, where they are looked for', () => {
  const [links, core] = [source('dom/lib.js'), source('router/router.js')]
  expect(links).toMatch(/^Link\.displayName = /m)
  expect(withoutUnusedParts(links)).not.toMatch(/^\w+\.displayName = /m)
  const forwardRefCall = /= React\$1\.forwardRef\(/
  expect(links).toMatch(forwardRefCall)
  expect(withoutUnusedParts(links)).not.toMatch(forwardRefCall)
  expect(withoutUnusedParts(links)).toContain('= /* @__PURE__ */ React$1.forwardRef(')
  for (const option of ['instrumentations', 'patchRoutesOnNavigation']) {
    expect(core).toContain(`if (init.${option})`)
    expect(withoutUnusedParts(core)).not.toContain(`init.${option}`)
  }
  expect(core).toContain('opts && opts.submission')
  expect(withoutUnusedParts(core)).not.toContain('opts && opts.submission')
  const methods = [
    'fetch',
    'getFetcher',
    'resetFetcher',
    'deleteFetcher: \\w+',
    'getBlocker',
    'deleteBlocker',
    'patchRoutes',
  ]
  for (const method of [...methods, '_internalSetRoutes']) {
    const property = new RegExp(`^\\t\\t${method},$`, 'm')
    expect(core).toMatch(property)
    expect(withoutUnusedParts(core)).not.toMatch(property)
  }
})
