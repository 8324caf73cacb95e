import { ForeignPlaylistError, parseForeignPlaylist, type ForeignPart, type ForeignPlaylist } from '@yunmu/hls'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EgressError, type Egress, type EgressReply } from '../../../platform/egress/egress.ts'
import { isSlow, type ProbeResult } from './probe-rules.ts'
import type { DueSource } from './probe-store.ts'

/** What the beginning of a film contains: `invalid` is no film, `unknown` could not be read here. */
export type Measure = (
  file: string,
  signal: AbortSignal,
) => Promise<{ height: number; codec: string } | 'invalid' | 'unknown'>

interface ProbeNeeds {
  egress: Egress
  measure: Measure
}

class DeadError extends Error {
  override readonly name = 'DeadError'
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

const timeoutMs = 20_000
const maxPlaylistBytes = 1024 * 1024
const maxSegmentBytes = 16 * 1024 * 1024
/** Enough of a stream without segments to find its picture, and how long it may take to come. */
const headBytes = 1024 * 1024
const headMs = 8000

/** Opens an address as the recorder does: its playlist and newest segment, or the beginning of its stream. */
export async function probeSource(needs: ProbeNeeds, source: DueSource, signal: AbortSignal): Promise<ProbeResult> {
  try {
    return await open(needs, source, signal)
  } catch (err) {
    if (signal.aborted) throw err
    const reason = reasonOf(err)
    return { state: 'dead', height: 0, codec: '', startMs: 0, reason }
  }
}

function reasonOf(err: unknown): string {
  if (err instanceof DeadError || err instanceof EgressError) return err.reason
  if (err instanceof ForeignPlaylistError) return 'playlist'
  throw err
}

const headersOf = ({ userAgent }: DueSource) => (userAgent === '' ? {} : { 'user-agent': userAgent })

async function get(
  { egress }: ProbeNeeds,
  url: string,
  source: DueSource,
  options: { maxBytes: number; signal: AbortSignal; range?: ForeignPart['range'] },
): Promise<EgressReply> {
  const { maxBytes, signal, range } = options
  const headers = { ...headersOf(source), ...(range ? { range: `bytes=${range.first}-${range.last}` } : {}) }
  const reply = await egress.get(url, { maxBytes, timeoutMs, signal, headers })
  if (reply.status !== 200 && reply.status !== 206) throw new DeadError(`http ${reply.status}`)
  if (/^text\/html/i.test(reply.header('content-type') ?? '')) throw new DeadError('page')
  return reply
}

async function open(needs: ProbeNeeds, source: DueSource, signal: AbortSignal): Promise<ProbeResult> {
  const startedMs = performance.now()
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  try {
    const reply = await get(needs, source.address, source, { maxBytes: Infinity, signal: ended })
    const head = await readHead(reply)
    if (isPlaylist(head.bytes))
      return await probePlaylist(needs, source, { reply, text: head.bytes, startedMs, signal })
    const startMs = Math.round(head.firstMs - startedMs)
    const found = await measured(needs, head.bytes, signal)
    if (found === 'invalid') throw new DeadError('picture')
    const state = isSlow({ startMs, loadMs: 0, mediaMs: 0 }) ? 'slow' : 'good'
    return { state, startMs, reason: '', ...(found === 'unknown' ? { height: 0, codec: '' } : found) }
  } finally {
    stop.abort()
  }
}

const isPlaylist = (bytes: Buffer): boolean => /^(?:\ufeff)?#EXTM3U/.test(bytes.toString('utf8', 0, 16))

/** The beginning of a body: a whole playlist, or as much of a stream as tells its picture. */
async function readHead(reply: EgressReply): Promise<{ bytes: Buffer; firstMs: number }> {
  const parts: Buffer[] = []
  let size = 0
  let firstMs = 0
  for await (const chunk of reply.body) {
    if (parts.length === 0) firstMs = performance.now()
    parts.push(chunk)
    size += chunk.length
    const maxBytes = isPlaylist(parts[0] ?? chunk) ? maxPlaylistBytes : headBytes
    if (size >= maxBytes || performance.now() - firstMs > headMs) break
  }
  if (size === 0) throw new DeadError('empty')
  return { bytes: Buffer.concat(parts), firstMs }
}

interface OpenedPlaylist {
  reply: EgressReply
  text: Buffer
  startedMs: number
  signal: AbortSignal
}

async function probePlaylist(
  needs: ProbeNeeds,
  source: DueSource,
  { reply, text, startedMs, signal }: OpenedPlaylist,
): Promise<ProbeResult> {
  const { egress } = needs
  let [at, content] = [reply.url, text.toString('utf8')]
  let playlist: ForeignPlaylist = parseForeignPlaylist(content, at.href)
  const named = (url: string): string => {
    if (!egress.mayName(at, url)) throw new DeadError('host')
    return url
  }
  const best = playlist.variants.toSorted(
    (one, other) => other.height - one.height || other.bandwidth - one.bandwidth,
  )[0]
  if (best) {
    const found = await get(needs, named(best.url), source, { maxBytes: maxPlaylistBytes, signal })
    ;[at, content] = [found.url, (await found.bytes()).toString('utf8')]
    playlist = parseForeignPlaylist(content, at.href)
  }
  const segment = playlist.segments.at(-1)
  if (!segment) throw new DeadError('empty')
  const read = async (part: ForeignPart): Promise<Buffer> =>
    (await get(needs, named(part.url), source, { maxBytes: maxSegmentBytes, signal, range: part.range })).bytes()
  const map = playlist.map ? await read(playlist.map) : Buffer.alloc(0)
  const askedMs = performance.now()
  const bytes = await read(segment)
  const loadMs = performance.now() - askedMs
  const startMs = Math.round(askedMs - startedMs)
  const found = await measured(needs, Buffer.concat([map, bytes]), signal)
  // An encrypted segment tells nothing; the recorder decrypts it.
  if (found === 'invalid' && !content.includes('#EXT-X-KEY')) throw new DeadError('picture')
  const state = isSlow({ startMs, loadMs, mediaMs: segment.durationMs }) ? 'slow' : 'good'
  const picture = typeof found === 'string' ? { height: best?.height ?? 0, codec: '' } : found
  return { state, startMs, reason: '', ...picture }
}

async function measured({ measure }: ProbeNeeds, bytes: Buffer, signal: AbortSignal): ReturnType<Measure> {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-probe-'))
  try {
    const file = join(folder, 'head')
    await writeFile(file, bytes)
    return await measure(file, signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
