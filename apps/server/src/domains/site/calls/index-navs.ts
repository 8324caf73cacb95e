import { indexNavs } from '@yunmu/contract'
import { knowsLifetime } from '../../../platform/caching/collect-dependencies.ts'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { siteChanged } from '../site-events.ts'
import type { SiteParts } from '../site-needs.ts'

const home = { mid: 'index', name: '首页', children: [] }
const sports = { mid: 'sports', name: '体育' }
const channels = [
  { mid: 'domestic', name: '国内' },
  { mid: 'overseas', name: '海外' },
]

export function mountIndexNavs(registry: CallRegistry, { store, navigation }: SiteParts): void {
  mountCall(
    registry,
    indexNavs,
    async () => {
      knowsLifetime()
      const [{ live_live }, hasMatches, vodTypes, overseasTags] = await Promise.all([
        store.read(),
        navigation.hasMatches(),
        navigation.vodTypes(),
        navigation.overseasTags(),
      ])
      const isShown = live_live && hasMatches
      const live = { mid: 'live', name: '直播', children: isShown ? [...channels, sports] : channels }
      const matches = isShown ? [{ ...sports, children: [] }] : []
      return { indexNavs: [home, live, ...matches], overseasTags, vodTypes }
    },
    { cachedUntil: [siteChanged, ...navigation.changed] },
  )
}
