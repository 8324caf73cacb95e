import { readVast, type VastAd } from '@yunmu/formats'
import { EgressError, type Egress } from '../../../platform/egress/egress.ts'
import { joinChain, maxChainMs, maxWrappers, type VastVideo } from './vast-rules.ts'

type VastEgress = Pick<Egress, 'get' | 'mayName'>

const maxDocumentBytes = 200 * 1024

/**
 * Follows a VAST tag to its video: at most five wrappers, in 1.5 seconds altogether. Null if it leads to no video or the
 * ad server fails.
 */
export async function resolveVast(egress: VastEgress, tag: string): Promise<VastVideo | null> {
  const signal = AbortSignal.timeout(maxChainMs)
  const chain: VastAd[] = []
  let next: string | null = tag
  while (next !== null && chain.length <= maxWrappers) {
    const ad = await readDocument(egress, next, signal)
    if (!ad) return null
    chain.push(ad)
    next = ad.next
  }
  return joinChain(chain)
}

async function readDocument(egress: VastEgress, address: string, signal: AbortSignal): Promise<VastAd | null> {
  try {
    const reply = await egress.get(address, {
      maxBytes: maxDocumentBytes,
      timeoutMs: maxChainMs,
      signal,
      headers: { accept: 'application/xml, text/xml' },
    })
    const ad = reply.status === 200 ? readVast((await reply.bytes()).toString()) : null
    return ad && withoutInside(ad, (url) => egress.mayName(reply.url, url))
  } catch (err) {
    if (err instanceof EgressError) return null
    throw err
  }
}

/** A stranger's document must lead neither us nor our reports to destinations that only the operator may name. */
function withoutInside(ad: VastAd, mayName: (url: string) => boolean): VastAd | null {
  const { next, mediaFiles, impressions, clickTracking } = ad
  if (next !== null && !mayName(next)) return null
  return {
    ...ad,
    mediaFiles: mediaFiles.filter(({ url }) => mayName(url)),
    impressions: impressions.filter(mayName),
    clickTracking: clickTracking.filter(mayName),
  }
}
