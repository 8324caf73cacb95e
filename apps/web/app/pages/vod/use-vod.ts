import type { TitleDetail } from '@yunmu/contract'
import { use, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { episodeTitle } from '../../domains/media/episode-title.ts'
import type { EpisodePanelProps } from '../../domains/media/episode-panel.tsx'
import {
  isDated,
  isSerial,
  linesFor,
  neighbourOf,
  readyNear,
  sourceInUrl,
  sourceOf,
} from '../../domains/media/episode-rules.ts'
import { mediaTexts } from '../../domains/media/media-texts.ts'
import { useHits } from '../../domains/media/use-hits.ts'
import { usePlayEpisode } from '../../domains/media/use-play-episode.ts'
import { useServerWatchRecord } from '../../domains/watch/use-server-watch-record.ts'
import { useWatchRecorder } from '../../domains/watch/use-watch-recorder.ts'
import { progressOf } from '../../domains/watch/watch-progress.ts'
import { CallCacheContext } from '../../lib/calls/call-query.ts'
import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { detailsUrl, passwordUrl, vodUrl } from '../../lib/urls.ts'
import { useWatchRecords } from '../../lib/watching/use-watch-records.ts'
import { resumeSec } from '../../lib/watching/watch-record-rules.ts'
import { readWatchRecords } from '../../lib/watching/watch-records.ts'
import type { PlayerMetadata, PlayerActions } from '../../player/chrome/chrome-context.ts'
import { cachedPlay, freshCachedPlay, playPageRead } from '../../player/core/play-query.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import type { EarlyPlay } from '../../player/engine/early-play.ts'
import { useGuardedNavigation, type GuardedNavigation } from './use-guarded-navigation.ts'
import type { VodAddress } from './vod-address.ts'

export interface Vod {
  metadata: PlayerMetadata
  actions: PlayerActions
  /** When the episode airs, Unix seconds, if it has not yet. */
  airAtSec: number | null
  /** Playback permission in the page data, which can be used before hydration. */
  early: EarlyPlay | null
  panel: Omit<EpisodePanelProps, 'detail' | 'heading'>
}

const noLines: PlayerMetadata['lines'] = []

/** Start position: from the address, otherwise from the watch record. */
const startSecOf = (address: VodAddress): number => address.atSec ?? resumeSec(readWatchRecords(), address)

/** Plays the episode in the address, records progress, counts the play, and derives the page's data. */
export function useVod(player: PlayerHandle, address: VodAddress, detail: TitleDetail): Vod {
  const { level } = address
  const lines = useMemo(() => linesFor(detail.sources, level, address.lineId), [detail, level, address.lineId])
  const source = sourceOf(detail.sources, lines[0]?.id ?? 0)
  const episode = source?.episodes.find((one) => one.level === level)
  const isSettled = useIsStartSettled(address, lines)
  const playable = isSettled ? lines : noLines
  const resumedSec = usePlayEpisode(player, {
    id: detail.id,
    level,
    lines: playable,
    startSec: () => startSecOf(address),
  })
  useHits(player, detail.id)
  useWatchRecorder(player, {
    isLinkedTo: (address.atSec ?? 0) > 0,
    type: 'vod',
    id: detail.id,
    level,
    name: detail.name,
    isLevel: isSerial(detail),
    pidId: detail.pidId,
    img: episode?.img ?? detail.backdrop,
  })
  const { isWaiting, navigateWhenAnswered } = useGuardedNavigation(player)
  const metadata = usePlayerMetadata(address, detail, { lines, resumedSec, isWaiting })
  const actions = useActions(address, detail, navigateWhenAnswered)
  const shownLine = useStore(player.state, ({ lineId }) => lineId)
  const isOpen = useStore(player.state, ({ phase, ended }) => phase === 'open' && !ended)
  const isPlaying = useStore(player.state, ({ paused, phase }) => !paused && phase === 'open')
  const records = useWatchRecords()
  const progress = useMemo(() => progressOf(records, detail.id), [records, detail.id])
  return {
    metadata,
    actions,
    airAtSec: lines.length === 0 && episode?.state === 'coming' ? episode.airAt : null,
    early: useEarlyPlay(address, lines),
    panel: {
      level,
      lineId: shownLine || (lines[0]?.id ?? 0),
      isOpen,
      isPlaying,
      progress,
      urlOf: (to) => vodUrl({ ...detail, level: to.level, source: sourceInUrl(detail.sources, to.lineId) }),
    },
  }
}

/**
 * Whether the start position is settled: a signed-in user may have watched further on another device. The permission to
 * play is requested meanwhile.
 */
function useIsStartSettled(address: VodAddress, lines: PlayerMetadata['lines']): boolean {
  const { id, level } = address
  const cache = use(CallCacheContext)
  const isSettled = useServerWatchRecord({ type: 'vod', id, level })
  const lineId = lines[0]?.id
  useEffect(() => {
    if (isSettled || !cache || lineId === undefined) return
    void playPageRead({ type: 'vod', id, lineId, level }).inBrowser(cache, 's')
  }, [isSettled, cache, id, lineId, level])
  return isSettled || address.atSec !== null
}

function useEarlyPlay({ id, level, atSec }: VodAddress, lines: PlayerMetadata['lines']): EarlyPlay | null {
  const cache = use(CallCacheContext)
  const result = cache && lines[0] ? freshCachedPlay(cache, { type: 'vod', id, level, lineId: lines[0].id }) : null
  // Another host's playlist may not be loaded by scripts of every page.
  return result && 'granted' in result && !result.granted.sources
    ? { url: result.granted.url, startSec: atSec ?? { id, level } }
    : null
}

interface PlaybackInfo {
  lines: PlayerMetadata['lines']
  resumedSec: number
  isWaiting: boolean
}

function usePlayerMetadata(
  address: VodAddress,
  detail: TitleDetail,
  { lines, resumedSec, isWaiting }: PlaybackInfo,
): PlayerMetadata {
  const texts = useTexts(mediaTexts)
  const pictures = usePictures()
  const absolute = useAbsolute()
  const latestAbsolute = useRef(absolute)
  useEffect(() => {
    latestAbsolute.current = absolute
  })
  return useMemo(() => {
    const episodes = sourceOf(detail.sources, address.lineId)?.episodes ?? []
    const isNumbered = isSerial(detail) && !isDated(episodes)
    const episode = episodes.find((one) => one.level === address.level)
    const next = neighbourOf(episodes, address.level, 1)
    const ready = readyNear(episodes, address.level)
    const [other] = detail.related
    const picture = (address: string): string => pictures(address, 'wide').src
    return {
      title: detail.name,
      episode: episode && episodes.length > 1 ? episodeTitle(episode, isNumbered, texts) : '',
      isFilm: !isSerial(detail),
      picture: picture(detail.backdrop),
      lines,
      openingEndSec: episode?.intro ?? 0,
      endingStartSec: episode?.outro ?? 0,
      next: next
        ? {
            kind: 'episode',
            name: episodeTitle(next, isNumbered, texts),
            picture: picture(next.img),
            follows: next.state === 'ready' && !isWaiting,
          }
        : other
          ? { kind: 'title', name: other.name, picture: picture(other.backdrop), follows: false }
          : null,
      hasPrevious: neighbourOf(episodes, address.level, -1) !== undefined,
      ready: ready ? { level: ready.level, name: episodeTitle(ready, isNumbered, texts) } : null,
      resumedSec,
      isLinkedTo: (address.atSec ?? 0) > 0,
      phoneUrl: (atSec) => latestAbsolute.current(vodUrl({ ...detail, level: address.level, atSec })),
    }
  }, [detail, address.level, address.lineId, address.atSec, lines, resumedSec, isWaiting, pictures, texts])
}

function useActions(
  { level, lineId, atSec }: VodAddress,
  detail: TitleDetail,
  goOn: GuardedNavigation['navigateWhenAnswered'],
): PlayerActions {
  const cache = use(CallCacheContext)
  const navigate = useNavigate()
  const [isWide, setWide] = useState(false)
  const go = useRef(navigate)
  useEffect(() => {
    go.current = navigate
  })
  return useMemo(() => {
    const to = (address: string): void => void go.current(address, { preventScrollReset: true })
    const episodes = sourceOf(detail.sources, lineId)?.episodes ?? []
    const source = sourceInUrl(detail.sources, lineId)
    const open = (at: number): void => {
      const go = (): void => to(vodUrl({ ...detail, level: at, source }))
      const [line] = linesFor(detail.sources, at, lineId)
      if (cache && line) goOn(() => cachedPlay(cache, { type: 'vod', id: detail.id, lineId: line.id, level: at }), go)
      else go()
    }
    const step = (by: 1 | -1): boolean => {
      const neighbour = neighbourOf(episodes, level, by)
      if (neighbour) open(neighbour.level)
      return neighbour !== undefined
    }
    return {
      next() {
        const [other] = detail.related
        if (!step(1) && other) to(vodUrl({ ...other, level: 1 }))
      },
      previous: () => void step(-1),
      openEpisode: open,
      isWide,
      setWide,
      leave: () => to(detailsUrl(detail)),
      askPassword(asked) {
        const back = vodUrl({ ...detail, level, source: sourceInUrl(detail.sources, asked), atSec: atSec ?? undefined })
        void go.current(passwordUrl({ to: back }), { replace: true })
      },
    }
  }, [cache, detail, level, lineId, atSec, isWide, goOn])
}
