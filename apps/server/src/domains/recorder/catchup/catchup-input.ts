import { catchupAddress } from '@yunmu/formats'
import {
  checkPlaylist,
  parseSourcePlaylist,
  recordingSec,
  type CatchupSpan,
  type SourcePlaylist,
} from './catchup-rules.ts'
import type { Input } from '../runs/ffmpeg-rules.ts'
import { fetchPlaylist } from '../ingest/fetch-playlist.ts'
import type { IngestProcess } from '../ingest/ingest-process.ts'
import { proxyPath, type ProxyTarget } from '../ingest/proxy-rules.ts'
import type { RecordingNeeds, StreamSource } from '../recorder-needs.ts'
import { SourceError } from '../failover/source-error.ts'

type Needs = Pick<RecordingNeeds, 'hash' | 'egress' | 'clock'>

/**
 * Turns a source and a programme of the past into what ffmpeg may open: the address that the source has it under, through
 * the local proxy, once its answer is that programme as far as one can tell beforehand. @throws SourceFailure, or what the
 * ingest process could not do
 */
export async function prepareCatchup(
  { address, userAgent, catchup }: StreamSource,
  span: CatchupSpan,
  { hash, egress, clock }: Needs,
  ingest: IngestProcess,
): Promise<Input> {
  const nowSec = Math.floor(clock.nowMs() / 1000)
  const url = catchup ? catchupAddress(address, catchup, { ...span, nowSec }) : null
  if (url === null) throw new SourceError('no catch-up')
  const target = { url, userAgent }
  const list = await fetchSourcePlaylist(egress, target)
  if (list) {
    const found = checkPlaylist(list, span)
    const isLive = found === 'unclear' && (await sharesSegments(egress, list, { url: address, userAgent }))
    if (found === 'time' || found === 'short') throw new SourceError(found)
    if (isLive) throw new SourceError('time')
  }
  const { proxyPort } = await ingest.ensure()
  return {
    kind: list ? 'past-hls' : 'past-http',
    url: `http://127.0.0.1:${proxyPort}${proxyPath(hash, target)}`,
    durationSec: recordingSec(list ?? { firstMs: null }, span),
  }
}

/** The playlist under an address, or the first rendition of what it lists; null for any other stream. @throws SourceFailure */
async function fetchSourcePlaylist(
  egress: Needs['egress'],
  { url, userAgent }: ProxyTarget,
): Promise<SourcePlaylist | null> {
  const found = await fetchPlaylist(egress, { url, userAgent })
  if (!found) return null
  const list = parseSourcePlaylist(found.text)
  if (list.rendition === null) return withPaths(list, found.url)
  if (!URL.canParse(list.rendition, found.url.href)) throw new SourceError('malformed')
  const rendition = await fetchPlaylist(egress, { url: new URL(list.rendition, found.url).href, userAgent })
  // A list of lists of lists there is none.
  return rendition && withPaths({ ...parseSourcePlaylist(rendition.text), rendition: null }, rendition.url)
}

/** Segments by their paths alone: what stands behind is made anew for whoever asks. */
function withPaths(list: SourcePlaylist, base: URL): SourcePlaylist {
  const pathOf = (address: string): string =>
    URL.canParse(address, base.href) ? new URL(address, base).pathname : address
  return { ...list, segments: list.segments.map(pathOf) }
}

/** Whether a list shows what is on now. */
async function sharesSegments(
  egress: Needs['egress'],
  { segments }: SourcePlaylist,
  live: ProxyTarget,
): Promise<boolean> {
  try {
    const onAir = new Set((await fetchSourcePlaylist(egress, live))?.segments)
    return segments.some((segment) => onAir.has(segment))
  } catch (err) {
    // What is not on now is not what is on now.
    if (err instanceof SourceError) return false
    throw err
  }
}
