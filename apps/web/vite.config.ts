import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { textsPlugin } from './vite/texts-plugin.ts'

/** What every page begins with, in one file: together it packs smaller than in a dozen. */
const frame =
  /node_modules\/(?:react|react-dom|react-router|scheduler|zustand)\/|\/app\/(?:root|layouts\/(?:shell|header|main)|lib\/(?!api-client|watch|use-watch)|ui\/(?!lost))/

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
