import type { Config } from '@react-router/dev/config'
import { join } from 'node:path'
import { compressAssets } from './vite/compress-assets.ts'

export default {
  ssr: true,
  // All routes are known to the first page: no request to the server asks which there are.
  routeDiscovery: { mode: 'initial' },
  // Our loaders are a line each: a file of its own costs a request more than it saves.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => compressAssets(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
