import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { textsPlugin } from './vite/texts-plugin.ts'

export default defineConfig({
  plugins: [textsPlugin(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 800 },
  ssr: { noExternal: [/^@yunmu\//] },
})
