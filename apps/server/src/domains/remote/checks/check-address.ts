import { ForeignPlaylistError, parseForeignPlaylist, type ForeignPart, type ForeignPlaylist } from '@yunmu/hls'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EgressError, type Egress, type EgressOptions, type EgressReply } from '../../../platform/egress/egress.ts'
import type { AddressKind } from '../../../platform/subjects.ts'
import type { Hosts } from '../hosts.ts'
import type { RemoteNeeds } from '../remote-needs.ts'
import { hasRightLength, splitCutIns, type CheckResult } from './check-rules.ts'
import { movieBoxOf } from './movie-box.ts'

/** A host does not answer as it should: the address is dead. */
class DeadError extends Error {
  override readonly name = 'DeadError'
}

const playlistLimits = { maxBytes: 2 * 1024 * 1024, timeoutMs: 15_000 }
const segmentLimits = { maxBytes: 32 * 1024 * 1024, timeoutMs: 40_000 }
/** Enough of a file to find its picture and its length, if the index is at its beginning. */
const fileHeadBytes = 2 * 1024 * 1024
/** An index behind the film is fetched as well; that of a long film has some megabytes. */
const maxIndexBytes = 16 * 1024 * 1024

export interface CheckNeeds {
  egress: Egress
  hosts: Hosts
  probe: RemoteNeeds['probe']
}

export interface CheckedAddress {
  kind: AddressKind
  url: string
  /** Of its episode; 0 if not known. */
  episodeMs: number
}

const dead: CheckResult = { state: 'dead', height: 0, durationMs: 0, hasAds: false }

/** Opens an address as a player does: its playlist, its first segment. Only allowed hosts are asked. */
export async function checkAddress(
  needs: CheckNeeds,
  address: CheckedAddress,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    if (address.kind === 'hls') return await checkPlaylist(needs, address, signal)
    return await (address.kind === 'mp4' ? checkFile : checkPage)(needs, address, signal)
  } catch (err) {
    if (signal.aborted) throw err
    if (err instanceof EgressError || err instanceof DeadError || err instanceof ForeignPlaylistError) return dead
    throw err
  }
}

const isAllowed =
  (hosts: Hosts) =>
  async (url: URL): Promise<boolean> => {
    const mode = await hosts.modeOfUrl(url)
    return mode !== 'undecided' && mode !== 'refused'
  }

async function get({ egress, hosts }: CheckNeeds, url: string, options: EgressOptions): Promise<EgressReply> {
  const reply = await egress.get(url, { ...options, permits: isAllowed(hosts) })
  if (reply.status !== 200 && reply.status !== 206) {
    reply.cancel()
    throw new DeadError()
  }
  return reply
}

async function checkPage(needs: CheckNeeds, { url }: CheckedAddress, signal: AbortSignal): Promise<CheckResult> {
  const reply = await get(needs, url, { ...playlistLimits, signal })
  await reply.bytes()
  return { ...dead, state: 'ok' }
}

async function checkFile(
  needs: CheckNeeds,
  { url, episodeMs }: CheckedAddress,
  signal: AbortSignal,
): Promise<CheckResult> {
  const reply = await getRange(needs, url, { first: 0, last: fileHeadBytes - 1 }, signal)
  if (/^text\//i.test(reply.header('content-type') ?? '')) {
    reply.cancel()
    throw new DeadError()
  }
  // A host without ranges sends the whole film: then only that it answers is known.
  if (reply.status !== 206) {
    reply.cancel()
    return { ...dead, state: 'ok' }
  }
  const head = await reply.bytes()
  const totalBytes = Number(/\/(\d+)$/.exec(reply.header('content-range') ?? '')?.[1] ?? 0)
  const bytes = await withIndex(needs, { url, head, totalBytes }, signal)
  const { height, durationMs } = await measure(needs, bytes, signal)
  const state = hasRightLength(durationMs, episodeMs) ? 'ok' : 'wrongLength'
  return { ...dead, state, height, durationMs }
}

const getRange = (
  needs: CheckNeeds,
  url: string,
  { first, last }: { first: number; last: number },
  signal: AbortSignal,
): Promise<EgressReply> => get(needs, url, { ...segmentLimits, headers: { range: `bytes=${first}-${last}` }, signal })

/** The beginning of a file; of an MP4 file whose index is behind it, the type and the index. */
async function withIndex(
  needs: CheckNeeds,
  { url, head, totalBytes }: { url: string; head: Buffer; totalBytes: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const index = movieBoxOf(head)
  if (!index || index.at >= totalBytes) return head
  const end = Math.min(totalBytes, index.at + (index.size ?? maxIndexBytes))
  if (end <= head.length || end - index.at > maxIndexBytes) return head
  const reply = await getRange(needs, url, { first: index.at, last: end - 1 }, signal)
  if (reply.status !== 206) {
    reply.cancel()
    return head
  }
  return Buffer.concat([head.subarray(0, head.readUInt32BE(0)), await reply.bytes()])
}

async function readPlaylist(needs: CheckNeeds, url: string, signal: AbortSignal): Promise<ForeignPlaylist> {
  const reply = await get(needs, url, { ...playlistLimits, signal })
  return parseForeignPlaylist((await reply.bytes()).toString('utf8'), reply.url.href)
}

async function checkPlaylist(
  needs: CheckNeeds,
  { url, episodeMs }: CheckedAddress,
  signal: AbortSignal,
): Promise<CheckResult> {
  const opened = await readPlaylist(needs, url, signal)
  const best = opened.variants.toSorted((one, other) => other.height - one.height || other.bandwidth - one.bandwidth)[0]
  const playlist = best ? await readPlaylist(needs, best.url, signal) : opened
  const { film, cutIns } = splitCutIns(playlist.segments)
  const [first] = film
  if (!first) throw new DeadError()
  const durationMs = playlist.isComplete ? film.reduce((sum, segment) => sum + segment.durationMs, 0) : 0
  const found = { durationMs, hasAds: cutIns.length > 0, height: best?.height ?? 0 }
  const allowed = isAllowed(needs.hosts)
  for (const host of new Set(film.map(({ url: of }) => new URL(of).origin)))
    if (!(await allowed(new URL(host)))) return { ...found, state: 'otherHost' }
  const height = await heightOfSegment(needs, { map: playlist.map, first }, signal)
  const state = hasRightLength(durationMs, episodeMs) ? 'ok' : 'wrongLength'
  return { ...found, state, height: height || found.height }
}

const rangeOf = ({ range }: ForeignPart): NonNullable<EgressOptions['headers']> =>
  range ? { range: `bytes=${range.first}-${range.last}` } : {}

/** Lines of the picture of a segment; 0 if it is encrypted, or not known otherwise. */
async function heightOfSegment(
  needs: CheckNeeds,
  { map, first }: { map: ForeignPart | null; first: ForeignPart },
  signal: AbortSignal,
): Promise<number> {
  const read = async (part: ForeignPart): Promise<Buffer> => {
    const reply = await get(needs, part.url, { ...segmentLimits, headers: rangeOf(part), signal })
    if (/^text\/html/i.test(reply.header('content-type') ?? '')) throw new DeadError()
    return reply.bytes()
  }
  const parts = map ? [await read(map), await read(first)] : [await read(first)]
  return (await measure(needs, Buffer.concat(parts), signal)).height
}

async function measure({ probe }: CheckNeeds, bytes: Buffer, signal: AbortSignal): ReturnType<RemoteNeeds['probe']> {
  const folder = await mkdtemp(join(tmpdir(), 'yunmu-check-'))
  try {
    const file = join(folder, 'first')
    await writeFile(file, bytes)
    return await probe(file, signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
