import { indexNavs } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import { siteChanged } from '../site-events.ts'
import type { SiteParts } from '../site-needs.ts'

export function mountIndexNavs(book: CallBook, { store, navigation }: SiteParts): void {
  mountCall(
    book,
    indexNavs,
    async () => {
      const [{ live_live }, vodTypes] = await Promise.all([store.read(), navigation.vodTypes()])
      const fixed = [
        { mid: 'index', name: '首页' },
        { mid: 'live', name: '直播' },
      ]
      return { indexNavs: live_live ? [...fixed, { mid: 'sports', name: '体育' }] : fixed, overseasTags: [], vodTypes }
    },
    { cachedUntil: [siteChanged, navigation.changed] },
  )
}
