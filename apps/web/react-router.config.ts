import type { Config } from '@react-router/dev/config'
import { join } from 'node:path'
import { compressAssets } from './vite/compress-assets.ts'
import { slimManifest } from './vite/slim-manifest.ts'

export default {
  ssr: true,
  // Pages load all routes at once: no route discovery requests.
  routeDiscovery: { mode: 'initial' },
  // Loaders are one line each: a chunk of its own would cost a request and save nothing.
  splitRouteModules: false,
  async buildEnd({ reactRouterConfig: { buildDirectory } }) {
    await slimManifest(buildDirectory)
    await compressAssets(join(buildDirectory, 'client'))
  },
} satisfies Config
