import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

/**
 * Who may import what. Everything looks one way: contract ← platform ← domains ← app on the server, and
 * lib ← ui ← player ← domains ← pages in the browser. `docs/architecture.md` says why.
 *
 * @typedef {{ specifier: string, line: number, isType: boolean }} Import
 * @typedef {{ file: string, line: number, rule: string, reason: string }} Breach
 * @typedef {{ file: string, isTest: boolean, specifier: string, isType: boolean, target: string | undefined }} Asked one
 *   import of a file: `target` is the file that a relative import leads to, from the root
 * @typedef {Record<string, ReadonlySet<string>>} Manifests which packages the package.json of a folder names
 */

const testFile = /\.(test|e2e\.test|fixture|setup)\.(ts|tsx|mjs)$/

/** The packages that the contract stands on: it runs in the browser, on the server and in other people's programs. */
const contractMayImport = /^(zod|@noble\/(ciphers|hashes)|fflate)(\/|$)/

/** The layers of the web application from the ground up. @type {readonly (readonly [RegExp, number])[]} */
const webLayers = [
  [/^apps\/web\/app\/lib\//, 0],
  [/^apps\/web\/app\/ui\//, 1],
  [/^apps\/web\/app\/player\//, 2],
  [/^apps\/web\/app\/domains\//, 3],
  [/^apps\/web\/app\/(pages|layouts)\//, 4],
  [/^apps\/web\/app\/[^/]+$/, 5],
]

/** @param {string} file */
function webLayerOf(file) {
  return webLayers.find(([pattern]) => pattern.test(file))?.[1]
}

/** The folder of one domain or page, `apps/server/src/domains/catalog/`. @param {string} file */
function sliceOf(file) {
  return /^apps\/(server\/src|web\/app)\/(domains|pages)\/[^/]+\//.exec(file)?.[0]
}

/** @param {string} specifier */
function packageOf(specifier) {
  const [scope = '', name = ''] = specifier.split('/')
  return specifier.startsWith('@') ? `${scope}/${name}` : scope
}

/** @type {readonly { rule: string, reason: string, isBroken: (asked: Asked, manifests: Manifests) => boolean }[]} */
const rules = [
  {
    rule: 'packages-stand-alone',
    reason: 'a package imports its own files and what its package.json names',
    isBroken: ({ file, isTest, specifier, target }, manifests) => {
      const home = /^packages\/[^/]+\//.exec(file)?.[0]
      if (home === undefined) return false
      if (target !== undefined) return !target.startsWith(home)
      if (specifier.startsWith('node:')) return false
      const isNamed = (/** @type {string} */ folder) => manifests[folder]?.has(packageOf(specifier)) === true
      return !isNamed(home.slice(0, -1)) && !(isTest && isNamed('.'))
    },
  },
  {
    rule: 'contract-runs-everywhere',
    reason: 'the contract imports zod, noble and fflate alone, nothing of Node or of ours',
    isBroken: ({ file, isTest, specifier, target }) =>
      file.startsWith('packages/contract/src/') &&
      !isTest &&
      target === undefined &&
      !contractMayImport.test(specifier),
  },
  {
    rule: 'packages-by-name',
    reason: 'outside its folder a package is imported by its name',
    isBroken: ({ file, target }) => !file.startsWith('packages/') && target?.startsWith('packages/') === true,
  },
  {
    rule: 'server-and-web-never-meet',
    reason: 'the server and the pages share the contract, not each other',
    isBroken: ({ file, target }) => {
      const side = /^apps\/(server|web)\//.exec(file)?.[0]
      return side !== undefined && target?.startsWith('apps/') === true && !target.startsWith(side)
    },
  },
  {
    rule: 'pages-know-the-contract',
    reason:
      'of our packages the browser gets the contract, the addresses and danmaku; Chinese conversion is too heavy and happens at build time',
    isBroken: ({ file, isTest, specifier }) =>
      file.startsWith('apps/web/app/') && !isTest && /^@yunmu\/(?!(contract|urls|danmaku)(\/|$))/.test(specifier),
  },
  {
    rule: 'platform-knows-no-domain',
    reason: 'the platform is what domains stand on',
    isBroken: ({ file, isTest, target }) =>
      file.startsWith('apps/server/src/platform/') &&
      !isTest &&
      target?.startsWith('apps/server/') === true &&
      !target.startsWith('apps/server/src/platform/') &&
      !target.startsWith('apps/server/migrations/'),
  },
  {
    rule: 'domains-do-not-import-each-other',
    reason: 'a domain says what it needs in its -needs.ts, and the app connects',
    isBroken: ({ file, isTest, target }) => {
      const slice = sliceOf(file)
      return (
        slice?.includes('/domains/') === true &&
        !isTest &&
        target !== undefined &&
        sliceOf(target)?.includes('/domains/') === true &&
        !target.startsWith(slice)
      )
    },
  },
  {
    rule: 'domains-do-not-import-the-app',
    reason: 'the app knows the domains, not they the app',
    isBroken: ({ file, isTest, target }) =>
      file.startsWith('apps/server/src/domains/') &&
      !isTest &&
      target?.startsWith('apps/server/') === true &&
      !/^apps\/server\/src\/(domains|platform)\//.test(target),
  },
  {
    rule: 'rules-are-pure',
    reason: 'a -rules file computes: no platform, no store, no files, no network, no database; the time is passed in',
    isBroken: ({ file, specifier, isType, target }) =>
      /^apps\/server\/src\/domains\/.+-rules\.ts$/.test(file) &&
      !isType &&
      (/^(node:(?!crypto$|path$|util$|buffer$)|kysely$|pg$|fastify$|undici$)/.test(specifier) ||
        /^apps\/server\/src\/platform\/|-store\.ts$/.test(target ?? '')),
  },
  {
    rule: 'sql-lives-in-stores',
    reason: "in a domain only a -store.ts file talks to the database, each on its own domain's tables",
    isBroken: ({ file, isTest, specifier, isType }) =>
      file.startsWith('apps/server/src/domains/') &&
      !isTest &&
      !isType &&
      /^(kysely|pg)(\/|$)/.test(specifier) &&
      !file.endsWith('-store.ts'),
  },
  {
    rule: 'web-layers-look-down',
    reason: 'lib ← ui ← player ← domains ← pages and layouts ← root and routes',
    isBroken: ({ file, isTest, target }) => {
      const [from, to] = [webLayerOf(file), target === undefined ? undefined : webLayerOf(target)]
      return from !== undefined && to !== undefined && !isTest && to > from
    },
  },
  {
    rule: 'pages-do-not-import-each-other',
    reason: 'what two pages share belongs to a domain or to ui',
    isBroken: ({ file, isTest, target }) => {
      const slice = sliceOf(file)
      const isPage = slice?.includes('/pages/') === true && target?.startsWith('apps/web/app/pages/') === true
      return isPage && !isTest && !target.startsWith(slice)
    },
  },
  {
    rule: 'tests-help-tests',
    reason: 'what the product runs on imports no test, fixture or testing helper',
    isBroken: ({ file, isTest, target }) =>
      /^(apps|packages)\//.test(file) &&
      !isTest &&
      !/\/testing\//.test(file) &&
      (/\/testing\//.test(target ?? '') || testFile.test(target ?? '')),
  },
]

/** @param {string} source @param {number} offset */
function lineAt(source, offset) {
  return source.slice(0, offset).split('\n').length
}

/**
 * Every static import, re-export and dynamic import of a literal in a source text, types included.
 * @param {string} file
 * @param {string} source
 * @returns {Import[]}
 */
function importsOf(file, source) {
  const { module, errors } = parseSync(file, source)
  if (errors[0] && module.staticImports.length === 0) throw new Error(`${file}: ${errors[0].message}`)
  /** @type {Import[]} */
  const found = []
  for (const { moduleRequest, entries } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType)
    found.push({ specifier: moduleRequest.value, line: lineAt(source, moduleRequest.start), isType })
  }
  for (const { moduleRequest, isType } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest) found.push({ specifier: moduleRequest.value, line: lineAt(source, moduleRequest.start), isType })
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"])(.*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[2]
    if (literal !== undefined)
      found.push({ specifier: literal, line: lineAt(source, moduleRequest.start), isType: false })
  }
  return found
}

/**
 * The rules that the files break.
 * @param {Record<string, string>} sources text by path from the root, with forward slashes
 * @param {Manifests} manifests
 * @returns {Breach[]}
 */
export function findBreaches(sources, manifests) {
  return Object.entries(sources).flatMap(([file, source]) => {
    const isTest = testFile.test(file)
    return importsOf(file, source).flatMap(({ specifier, line, isType }) => {
      const target = specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : undefined
      return rules
        .filter(({ isBroken }) => isBroken({ file, isTest, specifier, isType, target }, manifests))
        .map(({ rule, reason }) => ({ file, line, rule, reason: `${specifier}: ${reason}` }))
    })
  })
}

const folders = ['packages', 'apps', 'e2e', 'bench']
const passedOver = new Set(['node_modules', 'build', '.react-router', 'data'])

/** @param {string} root @param {string} folder @returns {string[]} */
function sourceFilesIn(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !passedOver.has(name))
    .flatMap((entry) => {
      const place = `${folder}/${entry.name}`
      if (entry.isDirectory()) return sourceFilesIn(root, place)
      return /(?<!\.d)\.tsx?$/.test(entry.name) || entry.name === 'package.json' ? [place] : []
    })
}

/** @param {string} text */
function packagesNamedIn(text) {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(text)
  return new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
}

/** The rules that the checkout breaks. @param {string} root */
export function findBreachesIn(root) {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8')
  const standing = folders.filter((folder) => existsSync(path.join(root, folder)))
  const files = standing.flatMap((folder) => sourceFilesIn(root, folder))
  const manifestFiles = files.filter((file) => file.endsWith('package.json'))
  const manifests = Object.fromEntries(
    manifestFiles.map((file) => [path.posix.dirname(file), packagesNamedIn(read(file))]),
  )
  manifests['.'] = packagesNamedIn(read('package.json'))
  const sources = files.filter((file) => !file.endsWith('package.json'))
  return findBreaches(Object.fromEntries(sources.map((file) => [file, read(file)])), manifests)
}
