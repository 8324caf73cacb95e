import type { MatchDetail } from '@yunmu/contract'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { highlightsHash, type RecordingType } from '../../domains/matches/match-rules.ts'
import { useServerWatchRecord } from '../../domains/watch/use-server-watch-record.ts'
import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { useIsHidden } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchesUrl, matchUrl, passwordUrl, type MatchParams } from '../../lib/urls.ts'
import { resumeMatchSec } from '../../lib/watching/watch-record-rules.ts'
import { readWatchRecords } from '../../lib/watching/watch-records.ts'
import type { PlayerActions, PlayerMetadata } from '../../player/chrome/chrome-context.ts'
import { measurePlay, requestPlay } from '../../player/core/play-query.ts'
import type { PlayerHandle, PlayLine } from '../../player/core/player-handle.ts'
import { readSettings } from '../../player/core/player-settings.ts'
import { secAt, wallAt } from '../../player/live/clock-rules.ts'
import { LiveControl } from '../../player/live/live-control.ts'
import { matchPageTexts } from './match-page-texts.ts'
import { mediaOf, type MatchPlay, type PlayedMedia } from './match-play-rules.ts'

/** Length of the seek bar until the reply says how far back a stream goes. */
const initialWindowSec = 600

/** Smaller differences between the recordings of two streams are not corrected. */
const toleratedSec = 2

export interface MatchPlayer {
  control: LiveControl
  play: MatchPlay
  /** The recording that plays. */
  recording: RecordingType
  metadata: PlayerMetadata
  actions: PlayerActions
  measure: (streamId: number) => Promise<number | null>
  /** Seeks to a moment of the broadcast, Unix milliseconds. */
  goTo: (wallMs: number) => void
}

interface PlayedMatch {
  address: MatchParams
  detail: MatchDetail
  /** Null until hydration. */
  nowSec: number | null
}

/** Plays the stream of the address, or its recording. What changes in the match does not restart playback. */
export function useMatchPlayer(player: PlayerHandle, { address, detail, nowSec }: PlayedMatch): MatchPlayer {
  const { id, stream } = address
  const control = useMemo(() => new LiveControl(player), [player])
  const { hash, key } = useLocation()
  const media = mediaOf(detail.match, {
    nowSec,
    isHidden: useIsHidden(detail.match),
    // The server does not know the end of the address.
    wantsHighlights: nowSec !== null && hash === highlightsHash,
  })
  const { play, recording, lines } = media
  const latest = useRef({ detail, stream })
  useEffect(() => {
    latest.current = { detail, stream }
  })
  useEffect(() => {
    if (play !== 'streams') return
    const { streams } = latest.current.detail.match
    let dvrSec = initialWindowSec
    control.start({
      lines: streams,
      lineId: latest.current.stream || (streams[0]?.id ?? 0),
      dvrSec: () => dvrSec,
      view: { kind: 'edge' },
      maySwitchLine: () => readSettings().switchesLine,
      requestPlay: (lineId) =>
        requestPlay({ type: 'match', id, lineId, level: 1 }, (sec) => {
          dvrSec = sec
        }),
    })
    return () => control.destroy()
  }, [control, id, play])
  const resumedSec = useRecording(player, { id, stream, media, isHydrated: nowSec !== null })
  const isPlayable = play !== 'nothing' && lines.some((line) => line.id === stream)
  useStreamOfAddress(player, play, { stream, isPlayable, visit: key })
  const measure = useCallback((lineId: number) => measurePlay({ type: 'match', id, lineId, level: 1 }), [id])
  const goTo = useCallback(
    (wallMs: number) => {
      if (play === 'streams') return control.goTo(wallMs)
      const { clock } = player.state.getState()
      const sec = clock && secAt(clock.runs, wallMs)
      if (sec !== null) player.seek(sec)
    },
    [control, player, play],
  )
  const actions = useActions(id)
  return { control, play, recording, metadata: useMetadata(detail, lines, resumedSec), actions, measure, goTo }
}

interface RecordingToPlay extends MatchParams {
  media: PlayedMedia
  isHydrated: boolean
}

/** Plays the chosen recording. Returns the position that it was resumed from, 0 for the start. */
function useRecording(player: PlayerHandle, { id, stream, media, isHydrated }: RecordingToPlay): number {
  const { play, recording, recordingId, lines } = media
  const [resumedSec, setResumedSec] = useState(0)
  const isSettled = useServerWatchRecord(play === 'recording' ? { type: 'match', id } : null)
  // The browser's records and the end of the address are not known before hydration.
  const isReady = play === 'recording' && isSettled && isHydrated
  /** What was loaded last: a viewer who signs in meanwhile goes on watching it. */
  const loaded = useRef('')
  const load = useEffectEvent((): void => {
    const chosen = `${recording} ${recordingId}`
    if (recordingId === null || loaded.current === chosen) return
    loaded.current = chosen
    const startSec = recording === 'record' ? resumeMatchSec(readWatchRecords(), id) : 0
    setResumedSec(startSec)
    player.load({
      lines,
      lineId: (lines.find((line) => line.id === stream) ?? lines[0])?.id ?? 0,
      startSec,
      maySwitchLine: () => readSettings().switchesLine,
      requestPlay: (lineId) => requestPlay({ type: recording, id: recordingId, lineId, level: 1 }),
    })
  })
  useEffect(() => {
    if (isReady) load()
  }, [player, id, recording, recordingId, isReady])
  useEffect(() => {
    if (play === 'recording' || loaded.current === '') return
    loaded.current = ''
    // Scores were hidden while highlights played.
    if (play === 'nothing') player.pause()
  }, [player, play])
  return resumedSec
}

interface ChosenStream {
  stream: number
  isPlayable: boolean
  /** Differs for each navigation. */
  visit: string
}

/**
 * Changes to the stream of the address, also if it is chosen again after another one took over. A recording goes on at the
 * same moment of the match: recordings of two channels differ where one of them has a gap.
 */
function useStreamOfAddress(player: PlayerHandle, play: MatchPlay, { stream, isPlayable, visit }: ChosenStream): void {
  useEffect(() => {
    const { lineId, clock, positionSec } = player.state.getState()
    if (!isPlayable || stream === lineId) return
    const wallMs = play === 'recording' && clock ? wallAt(clock.runs, positionSec) : null
    player.changeLine(stream)
    if (wallMs === null) return
    const unsubscribe = player.state.subscribe((state) => {
      if (!state.clock || state.clock === clock) return
      unsubscribe()
      const sec = secAt(state.clock.runs, wallMs)
      if (sec !== null && Math.abs(sec - state.positionSec) > toleratedSec) player.seek(sec)
    })
    return unsubscribe
  }, [player, play, stream, isPlayable, visit])
}

function useMetadata(
  { match: { id, home, away, league } }: MatchDetail,
  playable: readonly PlayLine[],
  resumedSec: number,
): PlayerMetadata {
  const texts = useTexts(matchPageTexts)
  const absolute = useAbsolute()
  const latest = useRef(absolute)
  useEffect(() => {
    latest.current = absolute
  })
  const [title, lines] = [texts.title(home.name, away.name), JSON.stringify(playable)]
  return useMemo(
    () => ({
      title,
      episode: league,
      isFilm: true,
      picture: '',
      lines: JSON.parse(lines),
      openingEndSec: 0,
      endingStartSec: 0,
      next: null,
      hasPrevious: false,
      ready: null,
      resumedSec,
      isLinkedTo: false,
      phoneUrl: () => latest.current(matchUrl({ id, stream: 0 })),
    }),
    [title, league, lines, id, resumedSec],
  )
}

function useActions(id: number): PlayerActions {
  const navigate = useNavigate()
  const [isWide, setWide] = useState(false)
  const go = useRef(navigate)
  useEffect(() => {
    go.current = navigate
  })
  return useMemo(
    () => ({
      next() {},
      previous() {},
      openEpisode() {},
      isWide,
      setWide,
      leave: () => void go.current(matchesUrl()),
      askPassword: (stream) => void go.current(passwordUrl({ to: matchUrl({ id, stream }) }), { replace: true }),
    }),
    [id, isWide],
  )
}
