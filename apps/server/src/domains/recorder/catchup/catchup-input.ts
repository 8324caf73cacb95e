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
import type { RecordingParts, StreamSource } from '../recorder-needs.ts'
import { SourceError } from '../failover/source-error.ts'

type Needs = Pick<RecordingParts, 'hash' | 'egress' | 'clock'>

/**
 * Prepares ffmpeg's input for a past programme: the catch-up URL of the source, through the local proxy. Checks first, as
 * far as possible, that the source replies with this programme. @throws SourceError, or the error of the ingest process
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
  const filled = { url: await egress.fill(url), userAgent }
  return {
    kind: list ? 'past-hls' : 'past-http',
    url: `http://127.0.0.1:${proxyPort}${proxyPath(hash, filled)}`,
    durationSec: recordingSec(list ?? { firstMs: null }, span),
  }
}

/** The media playlist at a URL, or the first rendition of a master playlist; null for other formats. @throws SourceError */
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
  // A master playlist cannot refer to another master playlist.
  return rendition && withPaths({ ...parseSourcePlaylist(rendition.text), rendition: null }, rendition.url)
}

/** Reduces segment URLs to their paths, because sources generate the query for each request. */
function withPaths(list: SourcePlaylist, base: URL): SourcePlaylist {
  const pathOf = (address: string): string =>
    URL.canParse(address, base.href) ? new URL(address, base).pathname : address
  return { ...list, segments: list.segments.map(pathOf) }
}

/** Whether a playlist shares segments with the live playlist, and so shows the present. */
async function sharesSegments(
  egress: Needs['egress'],
  { segments }: SourcePlaylist,
  live: ProxyTarget,
): Promise<boolean> {
  try {
    const onAir = new Set((await fetchSourcePlaylist(egress, live))?.segments)
    return segments.some((segment) => onAir.has(segment))
  } catch (err) {
    // If the live playlist cannot be read, nothing can be compared.
    if (err instanceof SourceError) return false
    throw err
  }
}
