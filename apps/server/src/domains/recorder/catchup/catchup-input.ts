import { catchupAddress } from '@yunmu/formats'
import { judgeList, readForeignList, wantedSec, type CatchupSpan, type ForeignList } from './catchup-rules.ts'
import type { Input } from '../runs/ffmpeg-rules.ts'
import { readForeign } from './foreign-list.ts'
import type { IngestProcess } from '../ingest/ingest-process.ts'
import { proxyPath, type Fetched } from '../ingest/proxy-rules.ts'
import type { RecordingNeeds, StreamSource } from '../recorder-needs.ts'
import { SourceFailure } from '../failover/source-failure.ts'

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
  if (url === null) throw new SourceFailure('no catch-up')
  const fetched = { url, userAgent }
  const list = await readList(egress, fetched)
  if (list) {
    const found = judgeList(list, span)
    const isLive = found === 'unclear' && (await sharesSegments(egress, list, { url: address, userAgent }))
    if (found === 'time' || found === 'short') throw new SourceFailure(found)
    if (isLive) throw new SourceFailure('time')
  }
  const { proxyPort } = await ingest.ensure()
  return {
    kind: list ? 'past-hls' : 'past-http',
    url: `http://127.0.0.1:${proxyPort}${proxyPath(hash, fetched)}`,
    lastsSec: wantedSec(list ?? { firstMs: null }, span),
  }
}

/** The playlist under an address, or the first rendition of what it lists; null for any other stream. @throws SourceFailure */
async function readList(egress: Needs['egress'], { url, userAgent }: Fetched): Promise<ForeignList | null> {
  const found = await readForeign(egress, { url, userAgent })
  if (!found) return null
  const list = readForeignList(found.text)
  if (list.rendition === null) return withPaths(list, found.url)
  if (!URL.canParse(list.rendition, found.url.href)) throw new SourceFailure('malformed')
  const rendition = await readForeign(egress, { url: new URL(list.rendition, found.url).href, userAgent })
  // A list of lists of lists there is none.
  return rendition && withPaths({ ...readForeignList(rendition.text), rendition: null }, rendition.url)
}

/** Segments by their paths alone: what stands behind is made anew for whoever asks. */
function withPaths(list: ForeignList, base: URL): ForeignList {
  const pathOf = (address: string): string =>
    URL.canParse(address, base.href) ? new URL(address, base).pathname : address
  return { ...list, segments: list.segments.map(pathOf) }
}

/** Whether a list shows what is on now. */
async function sharesSegments(egress: Needs['egress'], { segments }: ForeignList, live: Fetched): Promise<boolean> {
  try {
    const onAir = new Set((await readList(egress, live))?.segments)
    return segments.some((segment) => onAir.has(segment))
  } catch (err) {
    // What is not on now is not what is on now.
    if (err instanceof SourceFailure) return false
    throw err
  }
}
