import type { MatchDetail } from '@yunmu/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchesUrl, matchUrl, passwordUrl, type MatchParams } from '../../lib/urls.ts'
import type { PlayerActions, PlayerMetadata } from '../../player/chrome/chrome-context.ts'
import { measurePlay, requestPlay } from '../../player/core/play-query.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { readSettings } from '../../player/core/player-settings.ts'
import { secAt } from '../../player/live/clock-rules.ts'
import { LiveControl } from '../../player/live/live-control.ts'
import { matchPageTexts } from './match-page-texts.ts'

/** Length of the seek bar until the reply says how far back a stream goes. */
const initialWindowSec = 600

/** What a match page plays: its streams while they are open, its recording after the end, or nothing. */
export type MatchPlay = 'streams' | 'recording' | 'nothing'

/** A recording of a match. */
export type RecordingType = 'record' | 'highlights'

const playOf = ({ open, replayId, highlightsId, streams }: MatchDetail['match']): MatchPlay => {
  if (open && streams.length > 0) return 'streams'
  return replayId === null && highlightsId === null ? 'nothing' : 'recording'
}

export interface MatchPlayer {
  control: LiveControl
  play: MatchPlay
  /** The recording that plays. */
  recording: RecordingType
  chooseRecording: (type: RecordingType) => void
  metadata: PlayerMetadata
  actions: PlayerActions
  measure: (streamId: number) => Promise<number | null>
  /** Seeks to a moment of the broadcast, Unix milliseconds. */
  goTo: (wallMs: number) => void
}

/** Plays the stream of the address, or the recording. What changes in the match does not restart playback. */
export function useMatchPlayer(player: PlayerHandle, address: MatchParams, detail: MatchDetail): MatchPlayer {
  const { id, stream } = address
  const control = useMemo(() => new LiveControl(player), [player])
  const [chosen, chooseRecording] = useState<RecordingType>('record')
  const latest = useRef({ detail, stream })
  useEffect(() => {
    latest.current = { detail, stream }
  })
  const { replayId, highlightsId } = detail.match
  const play = playOf(detail.match)
  const recording = replayId === null || (chosen === 'highlights' && highlightsId !== null) ? 'highlights' : 'record'
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
  useEffect(() => {
    if (play !== 'recording' || recordingId === null) return
    player.load({
      lines: [{ id: 0, name: '' }],
      lineId: 0,
      startSec: 0,
      requestPlay: (lineId) => requestPlay({ type: recording, id: recordingId, lineId, level: 1 }),
    })
  }, [player, play, recording, recordingId])
  useEffect(() => {
    const { lineId } = player.state.getState()
    if (play === 'streams' && stream > 0 && stream !== lineId) player.changeLine(stream)
  }, [player, play, stream])
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
  return { control, play, recording, chooseRecording, metadata: useMetadata(detail), actions, measure, goTo }
}

function useMetadata({ match: { id, home, away, league, streams } }: MatchDetail): PlayerMetadata {
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
      resumedSec: 0,
      isLinkedTo: false,
      phoneUrl: () => latest.current(matchUrl({ id, stream: 0 })),
    }),
    [title, league, lines, id],
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
