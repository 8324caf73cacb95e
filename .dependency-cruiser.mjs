/** Who may import what. `docs/architecture.md` says why; `scripts/lib/import-rules.test.mjs` shows that each rule works. */

const test = '[.](test|e2e[.]test|fixture|setup)[.](ts|tsx|mjs)$'

/** The layers of the web application, the lowest first: each imports its own and lower ones. */
const webLayers = ['lib/', 'ui/', 'player/', 'domains/', '(pages|layouts)/', '[^/]+$']

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    forbid(
      'packages-stand-alone',
      'a package imports other packages by their names',
      { path: '^packages/([^/]+)/' },
      { path: '^(packages|apps)/', pathNot: '^packages/$1/' },
    ),
    forbid(
      'packages-name-what-they-import',
      'a package imports what its own package.json names',
      { path: '^packages/', pathNot: test },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev', 'unknown'] },
    ),
    forbid(
      'contract-runs-everywhere',
      'the contract imports zod, noble and fflate alone, nothing of Node or of other packages',
      { path: '^packages/contract/src/', pathNot: test },
      { pathNot: '^packages/contract/|(^|/)node_modules/(zod|@noble/(ciphers|hashes)|fflate)/' },
    ),
    forbid(
      'packages-by-name',
      'outside its folder a package is imported by its name',
      { pathNot: '^packages/' },
      { path: '^packages/' },
    ),
    forbid(
      'apps-have-no-name',
      'nothing imports an app by its package name, past the rules for its folders',
      {},
      { path: '(^|/)node_modules/@yunmu/(server|web)(/|$)' },
    ),
    forbid(
      'server-and-web-never-meet',
      'the server and the pages share the contract, not each other',
      { path: '^apps/(server|web)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'pages-know-the-contract',
      'of our packages the browser gets the contract, the addresses and danmaku; Chinese conversion is too heavy and happens at build time',
      { path: '^apps/web/app/', pathNot: test },
      { path: '(^|/)node_modules/@yunmu/', pathNot: '/@yunmu/(contract|urls|danmaku)/' },
    ),
    forbid(
      'platform-knows-no-domain',
      'domains are built on the platform',
      { path: '^apps/server/src/platform/', pathNot: test },
      { path: '^apps/server/', pathNot: '^apps/server/(src/platform|migrations)/' },
    ),
    forbid(
      'domains-do-not-import-each-other',
      'a domain says what it needs in its -needs.ts, and the app connects',
      { path: '^apps/(server/src|web/app)/domains/([^/]+)/', pathNot: test },
      { path: '^apps/(server/src|web/app)/domains/', pathNot: '^apps/$1/domains/$2/' },
    ),
    forbid(
      'domains-do-not-import-the-app',
      'the app knows the domains, not they the app',
      { path: '^apps/server/src/domains/', pathNot: test },
      { path: '^apps/server/', pathNot: '^apps/server/src/(domains|platform)/' },
    ),
    forbid(
      'rules-are-pure',
      'a -rules file computes: no platform, store, network or database; the time is passed in',
      { path: '^apps/server/src/domains/.+-rules[.]ts$' },
      {
        // Words for areas and categories are tables without effects.
        path: '^apps/server/src/platform/(?!vocabulary/)|-store[.]ts$|(^|/)node_modules/(kysely|pg|fastify|undici)/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'rules-use-pure-modules-of-node',
      'a -rules file computes: no files, no network',
      { path: '^apps/server/src/domains/.+-rules[.]ts$' },
      { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'], pathNot: '^(node:)?(crypto|path|util|buffer)$' },
    ),
    forbid(
      'sql-lives-in-stores',
      "in a domain only a -store.ts file accesses the database, each its own domain's tables",
      { path: '^apps/server/src/domains/', pathNot: [test, '-store[.]ts$'] },
      { path: '(^|/)node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    ...webLayers
      .slice(0, -1)
      .map((layer, at) =>
        forbid(
          'web-layers-look-down',
          'lib ← ui ← player ← domains ← pages and layouts ← root and routes',
          { path: `^apps/web/app/${layer}`, pathNot: test },
          { path: `^apps/web/app/(${webLayers.slice(at + 1).join('|')})` },
        ),
      ),
    forbid(
      'pages-do-not-import-each-other',
      'what two pages share belongs to a domain or to ui',
      { path: '^apps/web/app/pages/([^/]+)/', pathNot: test },
      { path: '^apps/web/app/pages/', pathNot: '^apps/web/app/pages/$1/' },
    ),
    forbid(
      'tests-help-tests',
      'the product imports no test, fixture or test helper',
      { path: '^(apps|packages)/', pathNot: [test, '/testing/'] },
      { path: ['/testing/', test] },
    ),
  ],
  options: {
    // The compiler of TypeScript 7 has no API; swc keeps imports of types.
    parser: 'swc',
    tsPreCompilationDeps: true,
    // Imports by name stay in node_modules: this distinguishes them from relative imports of the same package.
    preserveSymlinks: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|[.]react-router|data)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
