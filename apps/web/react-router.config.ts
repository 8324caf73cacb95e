import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // All routes are known to the first page: no request to the server asks which there are.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
