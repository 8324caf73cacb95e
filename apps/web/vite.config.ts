import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { textsPlugin } from './vite/texts-plugin.ts'

/** What every page begins with, and what that needs, in one file: together it packs smaller than in a dozen. */
const frame = /node_modules\/(?:react|react-dom|react-router)\/|\/app\/(?:root|layouts\/shell)\.tsx/

export default defineConfig({
  plugins: [textsPlugin(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 800 },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: frame }] } } } },
    },
  },
  ssr: { noExternal: [/^@yunmu\//] },
})
