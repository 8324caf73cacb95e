import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { compileHintsPlugin } from './vite/compile-hints-plugin.ts'
import { earlyPlayerPlugin } from './vite/early-player-plugin.ts'
import { pwaPlugin } from './vite/pwa-plugin.ts'
import { scopedName } from './vite/scoped-name.ts'
import { textsPlugin } from './vite/texts-plugin.ts'
import { unusedHlsPartsPlugin } from './vite/unused-hls-parts-plugin.ts'
import { unusedRouterPartsPlugin } from './vite/unused-router-parts-plugin.ts'

/** What the player's engine uses before the rest of the page has loaded: it must not wait for the common chunk. */
const beforeHydration = /\/app\/lib\/(?:storage|watching\/(?:home-rows|watch-record-rules))\.ts/

/** What the engine shares with the rest of the player, for the same reason. */
const engineParts =
  /\/app\/player\/(?:engine\/(?:engine|cues-of)|live\/clock-rules|core\/(?:player-failures|listen))\.ts/

/**
 * What every page needs, in one chunk: it compresses better than a dozen. Without the entry: work that is scheduled while a
 * file runs makes tools such as profilers parse that whole file again.
 */
const common =
  /node_modules\/(?:react|react-dom|react-router)\/|\/app\/(?:root|layouts\/main-layout|ui\/(?:button|link|feedback\/load-error|structured-data))\.tsx/

/**
 * Sections of titles on the home, category and list pages, in one chunk for the same reason. Updates, channels, matches and rankings
 * are hydrated later, but their styles have to be there at the first paint.
 */
const titleSections =
  /\/app\/domains\/(?:catalog\/(?:(?:hero|title-row|row-shapes|update-calls)\.tsx?|(?:updates-strip|rankings)\.module\.css)|live\/(?:on-air-(?:strip|tile)|channel-logo)\.module\.css|matches\/(?:sports-calls\.ts|(?:sports-strip|crest|row-state)\.module\.css))/

/** The calls, one chunk for each domain. */
const domainCalls = /\/packages\/contract\/src\/domains\/(\w+)\//

/**
 * Schemas that the calls of several domains share, one chunk for each domain. A group also takes what its files import, so
 * that these come before those that are made of them, and both before the calls: who needs one loads no calls with it.
 */
const sharedSchemas =
  /\/packages\/contract\/src\/domains\/(accounts|catalog|danmaku|live|matches|messages)\/(?:account-fields|channel|competition|danmaku|live-fields|match|match-type|message|rank|team|title)\.ts/

/** Schemas that are made of those of other domains. */
const composedSchemas = /\/packages\/contract\/src\/domains\/(guide|realtime)\/(?:frames|programme)\.ts/

/** What pages use of the contract without making a call: each in a chunk that waits for no schemas. */
const contractRules =
  /\/packages\/contract\/src\/domains\/(?:search\/(search-query)|comments\/(comment-bounds)|matches\/(match-clock|sports|timeline-order))\.ts/

/** Cryptography and compression of the wire: evaluated in a task of its own (layouts/extras/site-extras.tsx). */
const wire = /\/node_modules\/(?:@noble|fflate)\/|\/packages\/contract\/src\/wire\/(?!token)/

/** What the schemas of all calls import. */
const callBase = /\/node_modules\/zod\/|\/packages\/contract\/src\/core\/(?:define-call|fields|subject-kinds)\.ts/

/** Components of forms. */
const formFields = /\/app\/ui\/forms\/(?:field|captcha-field|captcha-picture|checkbox)\.tsx/

/** Watch records and how history, follows and favourites describe them. */
const watchRecords =
  /\/app\/(?:domains\/library\/(?:history-rules|item-texts|library-texts)|lib\/watching\/(?:use-)?watch-records)\.ts/

/** Modules with state that one part of the site writes and another reads: both must import the same instance. */
const sharedState =
  /\/app\/(?:lib\/(?:realtime\/(?:match-notices|realtime)|session\/blocks)|domains\/messages\/(?:mark-read|seen-messages))\.ts/

/** Chunks that are loaded before any dynamic import, and need no preload. */
const alwaysLoaded = /\/(?:common|before-hydration|rolldown-runtime)-[^/]+$/

export default defineConfig({
  plugins: [
    textsPlugin(),
    earlyPlayerPlugin(),
    pwaPlugin(),
    compileHintsPlugin(['common']),
    unusedHlsPartsPlugin(),
    unusedRouterPartsPlugin(),
    reactRouter(),
  ],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    modulePreload: { resolveDependencies: (_file, needed) => needed.filter((file) => !alwaysLoaded.test(file)) },
  },
  environments: {
    // Bundles all dependencies: which build of React renders the pages must not depend on the process's NODE_ENV.
    ssr: {
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true },
      build: { rolldownOptions: { input: 'app/server.ts' } },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'before-hydration', test: beforeHydration, priority: 1 },
                { name: 'engine-parts', test: engineParts, priority: 1 },
                { name: 'common', test: common },
                { name: 'shared-state', test: sharedState },
                { name: 'form-fields', test: formFields },
                { name: 'watch-records', test: watchRecords },
                { name: 'title-sections', test: titleSections },
                { name: 'wire', test: wire },
                { name: 'call-base', test: callBase },
                { name: (id) => contractRules.exec(id)?.slice(1).find(Boolean) ?? null, test: contractRules },
                { name: (id) => `schemas-${sharedSchemas.exec(id)?.[1]}`, test: sharedSchemas },
                { name: (id) => `schemas-${composedSchemas.exec(id)?.[1]}`, test: composedSchemas },
                { name: (id) => `calls-${domainCalls.exec(id)?.[1]}`, test: domainCalls },
              ],
            },
          },
        },
      },
    },
  },
})
