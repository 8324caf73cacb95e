import { anySlot, indexAnchorCheck, type AnchorItem } from '@yunmu/contract'
import { randomBytes } from 'node:crypto'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { issueAdToken } from '../ad-token-rules.ts'
import { adsChanged } from '../ads-events.ts'
import type { AdsParts } from '../ads-needs.ts'
import type { Ad } from '../ads-store.ts'

export function mountIndexAnchorCheck(registry: CallRegistry, { store, hash }: AdsParts): void {
  const itemOf = ({ id, anchor, type, uri, img, html, words, weight, categories, dailyCap }: Ad, nowSec: number) => {
    // The reply is cached for at most five minutes: all its readers have the same token, which counts once for each.
    const token = issueAdToken(hash, { adId: id, nonce: randomBytes(16).toString('base64url') }, null, nowSec)
    return { id, anchor, type, uri, img, html, words, weight, categories, dailyCap, token } satisfies AnchorItem
  }
  mountCall(
    registry,
    indexAnchorCheck,
    async ({ send: { platform, slot }, viewer, nowMs }) => {
      if (viewer?.isVip === true) return { list: [], adFree: true }
      const nowSec = Math.floor(nowMs / 1000)
      const ads = await store.shown(platform, slot === anySlot ? null : slot, nowSec)
      return { list: ads.map((ad) => itemOf(ad, nowSec)), adFree: false }
    },
    { cachedUntil: [adsChanged] },
  )
}
