import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { compileHintsPlugin } from './vite/compile-hints-plugin.ts'
import { earlyPlayerPlugin } from './vite/early-player-plugin.ts'
import { pwaPlugin } from './vite/pwa-plugin.ts'
import { scopedName } from './vite/scoped-name.ts'
import { textsPlugin } from './vite/texts-plugin.ts'
import { unusedRouterPartsPlugin } from './vite/unused-router-parts-plugin.ts'

/** What the player's engine reads before anything else of a page is there: it must not wait for the frame. */
const early = /\/app\/lib\/(?:storage|watching\/watch-record-rules)\.ts/

/**
 * What every page begins with, and what that needs, in one file: together it packs smaller than in a dozen. Not the entry
 * itself: what a file orders while it runs makes an onlooker such as the developer tools read all of that file again.
 */
const frame =
  /node_modules\/(?:react|react-dom|react-router)\/|\/app\/(?:root|layouts\/main-layout|ui\/(?:button|link|feedback\/load-error|structured-data))\.tsx/

/** What home and the pages of categories and lists show titles with, in one file for the same reason. */
const shelf = /\/app\/domains\/catalog\/(?:hero|title-row|updates-strip|rankings|row-shapes)\.tsx?/

/** The schemas of a domain's calls, in a file of each domain. What is said without a schema stays where it is used. */
const domainCalls = /\/packages\/contract\/src\/domains\/(?!search\/search-query|comments\/comment-bounds)(\w+)\//

/** What the schemas of all calls stand on. */
const callGround = /\/node_modules\/zod\/|\/packages\/contract\/src\/core\/fields\.ts/

/** What forms are made of. */
const fields = /\/app\/ui\/forms\/(?:field|captcha-picture|checkbox)\.tsx/

/** What is said of what somebody watched and keeps. */
const library =
  /\/app\/(?:domains\/library\/(?:history-rules|item-texts|library-texts)|lib\/watching\/(?:use-)?watch-records)\.ts/

/** What is put here is told by one part of the site and shown by another: both must find the same. */
const notices =
  /\/app\/(?:lib\/(?:realtime\/(?:match-notices|realtime)|session\/blocks)|domains\/messages\/(?:mark-read|seen-messages))\.ts/

/** What is there before anything is loaded late, and need not be named for it. */
const everywhere = /\/(?:frame|early|rolldown-runtime)-[^/]+$/

export default defineConfig({
  plugins: [
    textsPlugin(),
    earlyPlayerPlugin(),
    pwaPlugin(),
    compileHintsPlugin(['frame']),
    unusedRouterPartsPlugin(),
    reactRouter(),
  ],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    modulePreload: { resolveDependencies: (_file, needed) => needed.filter((file) => !everywhere.test(file)) },
  },
  environments: {
    // Everything that pages are rendered with is in the build: which React that is must not depend on who starts it.
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
                { name: 'early', test: early, priority: 1 },
                { name: 'frame', test: frame },
                { name: 'notices', test: notices },
                { name: 'fields', test: fields },
                { name: 'library', test: library },
                { name: 'shelf', test: shelf },
                { name: 'calls', test: callGround },
                { name: (id) => `calls-${domainCalls.exec(id)?.[1]}`, test: domainCalls },
              ],
            },
          },
        },
      },
    },
  },
})
