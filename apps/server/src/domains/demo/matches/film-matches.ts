import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chinaDayNumber } from '@yunmu/contract/china-time'
import {
  broadcastAt,
  broadcastsOfDay,
  filmFile,
  framesPerSec,
  hasEncoder,
  matchChannel,
  matchHeight,
  matchSegmentMs,
  nextBroadcast,
  renderMatchInWorker,
  shotSec,
} from '@yunmu/demo'
import { freeBytes } from '../../../platform/process/data-folder.ts'
import type { DemoParts } from '../demo-needs.ts'
import type { DemoStore } from '../demo-store.ts'
import { isMatchFilm, matchFilmName, matchFilmSpan } from '../film-assets.ts'
import { workFolder } from '../make-films.ts'
import { originOf } from '../title-rules.ts'

type Parts = { store: DemoStore } & Pick<DemoParts, 'media' | 'channels' | 'clock' | 'log' | 'dataDir'>

/** Segments of a film. The first one after a pause is short, so that it is soon there. */
const filmSegments = 60
const firstSegments = 25
/** The first film after a pause begins so late that it is drawn by then, also on a busy machine. */
const leadMs = 60_000
/** The channel's films are drawn until so long before they are on air. */
const aheadMs = 5 * 60_000
/** A channel's schedule joins films with a smaller gap, which would show a match at the wrong time. */
const joinedGapMs = 10 * 60_000
/** Films stay for so long, so that a match can be seen from its start. */
const shortKeptMs = 150 * 60_000
/** Where there is room, they stay for the recordings of the day's matches: ten hours of football are 1.6 GB. */
const longKeptMs = 12 * 3600_000
const roomyBytes = 10 * 1024 ** 3

/** How long films stay on a disk with so much free space. */
export const keptMs = (freeDiskBytes: number): number => (freeDiskBytes >= roomyBytes ? longKeptMs : shortKeptMs)

/**
 * Draws the next minutes of the running football match from its events, and adds them to the schedule of the match
 * channel, until it is filled for some minutes. Deletes old films.
 * @throws the reason of the signal
 */
export async function filmMatches(parts: Parts, signal: AbortSignal): Promise<void> {
  await deleteOldFilms(parts)
  if (!(await hasEncoder())) return
  for (;;) {
    signal.throwIfAborted()
    const channel = (await parts.channels.ids()).get(originOf(matchChannel.slug))
    if (channel === undefined || (await parts.store.state()) !== 'added') return
    const span = nextFilm(await parts.channels.plannedUntil(channel), parts.clock.nowMs())
    if (span === null) return
    await makeFilm(parts, channel, span, signal)
  }
}

/**
 * The span of the next film; null while there is enough, and when no match is near.
 * @param plannedMs end of the channel's schedule
 */
export function nextFilm(plannedMs: number | null, nowMs: number): { fromMs: number; segments: number } | null {
  const { match, startMs } = nextBroadcast(nowMs)
  const closingMs = broadcastsOfDay(chinaDayNumber(match.kickoffSec)).at(-1)?.endMs ?? startMs
  const follows = plannedMs !== null && plannedMs > nowMs - joinedGapMs && broadcastAt(plannedMs) !== null
  if (plannedMs !== null && plannedMs + matchSegmentMs > closingMs) return null
  const fromMs = follows ? plannedMs : Math.max(nowMs + leadMs, startMs)
  if (fromMs > nowMs + aheadMs) return null
  const left = Math.floor((closingMs - fromMs) / matchSegmentMs)
  const segments = Math.min(left, follows ? filmSegments : firstSegments)
  return segments > 0 ? { fromMs, segments } : null
}

async function makeFilm(
  parts: Parts,
  channel: number,
  { fromMs, segments }: { fromMs: number; segments: number },
  signal: AbortSignal,
): Promise<void> {
  const { store, media, channels, clock } = parts
  const folder = join(workFolder(parts.dataDir), 'match')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await renderMatchInWorker({ fromMs, segments, folder }, signal)
  // The programme may have been removed meanwhile.
  await store.withLock(async () => {
    if ((await store.state()) !== 'added') return
    const assetId = await media.createAsset({ demo: true, nowSec: Math.floor(clock.nowMs() / 1000) })
    const endMs = fromMs + segments * matchSegmentMs
    await store.saveFilms(new Map([[matchFilmName({ fromMs, endMs }), assetId]]))
    const file = filmFile(folder)
    const heights = [matchHeight]
    await media.publishFilm({ assetId, file, heights, frameRate: framesPerSec, segmentSec: shotSec, signal })
    await channels.append(channel, { assetId, startMs: fromMs, endMs })
  })
  await rm(folder, { recursive: true, force: true })
}

async function deleteOldFilms({ store, media, clock, dataDir }: Parts): Promise<void> {
  const sinceMs = clock.nowMs() - keptMs(freeBytes(dataDir))
  const old = [...(await store.films())].filter(([name]) => isMatchFilm(name) && matchFilmSpan(name).endMs < sinceMs)
  await media.removeAssets(old.map(([, assetId]) => assetId))
  await store.deleteFilms(old.map(([name]) => name))
}
