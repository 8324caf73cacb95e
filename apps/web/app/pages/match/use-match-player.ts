import type { MatchDetail } from '@yunmu/contract'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { highlightsHash, isOpenAt, recordedStreams, type RecordingType } from '../../domains/matches/match-rules.ts'
import { useServerWatchRecord } from '../../domains/watch/use-server-watch-record.ts'
import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchesUrl, matchUrl, passwordUrl, type MatchParams } from '../../lib/urls.ts'
import { resumeMatchSec } from '../../lib/watching/watch-record-rules.ts'
import { readWatchRecords } from '../../lib/watching/watch-records.ts'
import type { PlayerActions, PlayerMetadata } from '../../player/chrome/chrome-context.ts'
import { measurePlay, requestPlay } from '../../player/core/play-query.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { readSettings } from '../../player/core/player-settings.ts'
import { secAt, wallAt } from '../../player/live/clock-rules.ts'
import { LiveControl } from '../../player/live/live-control.ts'
import { matchPageTexts } from './match-page-texts.ts'

/** Length of the seek bar until the reply says how far back a stream goes. */
const initialWindowSec = 600

/** What a match page plays: its streams while they are open, its recording after the end, or nothing. */
export type MatchPlay = 'streams' | 'recording' | 'nothing'

/** Smaller differences between the recordings of two streams are not corrected. */
const toleratedSec = 2

const playOf = (match: MatchDetail['match'], nowSec: number | null): MatchPlay => {
  const { replayId, highlightsId, streams } = match
  if (streams.length > 0 && isOpenAt(match, nowSec)) return 'streams'
  return replayId === null && highlightsId === null ? 'nothing' : 'recording'
}

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
  const isHighlightsAddress = useLocation().hash === highlightsHash
  const latest = useRef({ detail, stream })
  useEffect(() => {
    latest.current = { detail, stream }
  })
  const { replayId, highlightsId } = detail.match
  const play = playOf(detail.match, nowSec)
  const recording = replayId === null || (isHighlightsAddress && highlightsId !== null) ? 'highlights' : 'record'
  const recordingId = recording === 'record' ? replayId : highlightsId
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
  const isSettled = useServerWatchRecord(play === 'recording' ? { type: 'match', id } : null)
  // The browser's records and the end of the address are not known before hydration.
  const isReady = play === 'recording' && isSettled && nowSec !== null
  const resumedSec = useMemo(
    () => (isReady && recording === 'record' ? resumeMatchSec(readWatchRecords(), id) : 0),
    [isReady, recording, id],
  )
  const loadRecording = useEffectEvent((): void => {
    if (recordingId === null) return
    const recorded = recordedStreams(detail.match, recording)
    // A feed may have taken back the streams of a match that has recordings.
    const lines = recorded.length > 0 ? recorded : [{ id: 0, name: '' }]
    player.load({
      lines,
      lineId: (lines.find((line) => line.id === stream) ?? lines[0])?.id ?? 0,
      startSec: resumedSec,
      maySwitchLine: () => readSettings().switchesLine,
      requestPlay: (lineId) => requestPlay({ type: recording, id: recordingId, lineId, level: 1 }),
    })
  })
  useEffect(() => {
    if (isReady) loadRecording()
  }, [player, id, recording, recordingId, isReady])
  useStreamOfAddress(player, play, { stream, isPlayable: canPlay(detail, play, { recording, stream }) })
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
  return { control, play, recording, metadata: useMetadata(detail, resumedSec), actions, measure, goTo }
}

function canPlay(
  { match }: MatchDetail,
  play: MatchPlay,
  { recording, stream }: { recording: RecordingType; stream: number },
): boolean {
  if (play === 'recording') return recordedStreams(match, recording).some(({ id }) => id === stream)
  return play === 'streams' && stream > 0
}

/**
 * Changes to the stream of the address. A recording goes on at the same moment of the match: recordings of two channels
 * differ where one of them has a gap.
 */
function useStreamOfAddress(
  player: PlayerHandle,
  play: MatchPlay,
  { stream, isPlayable }: { stream: number; isPlayable: boolean },
): void {
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
  }, [player, play, stream, isPlayable])
}

function useMetadata({ match: { id, home, away, league, streams } }: MatchDetail, resumedSec: number): PlayerMetadata {
  const texts = useTexts(matchPageTexts)
  const absolute = useAbsolute()
  const latest = useRef(absolute)
  useEffect(() => {
    latest.current = absolute
  })
  const [title, lines] = [texts.title(home.name, away.name), JSON.stringify(streams)]
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
