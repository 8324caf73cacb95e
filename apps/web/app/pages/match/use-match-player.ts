import type { MatchDetail } from '@yunmu/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { playedSpan } from '../../domains/matches/match-rules.ts'
import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { matchesUrl, matchUrl, passwordUrl, type MatchParams } from '../../lib/urls.ts'
import type { PlayerActions, PlayerMetadata } from '../../player/chrome/chrome-context.ts'
import { measurePlay, requestPlay } from '../../player/core/play-query.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { readSettings } from '../../player/core/player-settings.ts'
import { LiveControl } from '../../player/live/live-control.ts'
import { matchPageTexts } from './match-page-texts.ts'

/** Length of the seek bar until the reply says how far back a stream goes. */
const initialWindowSec = 600

/** What a match page plays: its streams while they are open, its recording after the end, or nothing. */
export type MatchPlay = 'streams' | 'recording' | 'nothing'

const playOf = ({ open, replayId, streams }: MatchDetail['match']): MatchPlay => {
  if (open && streams.length > 0) return 'streams'
  return replayId === null ? 'nothing' : 'recording'
}

export interface MatchPlayer {
  control: LiveControl
  play: MatchPlay
  metadata: PlayerMetadata
  actions: PlayerActions
  measure: (streamId: number) => Promise<number | null>
}

/** Plays the stream of the address. What changes in the match does not restart playback. */
export function useMatchPlayer(player: PlayerHandle, address: MatchParams, detail: MatchDetail): MatchPlayer {
  const { id, stream } = address
  const control = useMemo(() => new LiveControl(player), [player])
  const latest = useRef({ detail, stream })
  useEffect(() => {
    latest.current = { detail, stream }
  })
  const play = playOf(detail.match)
  const { replayId } = detail.match
  useEffect(() => {
    if (play === 'nothing') return
    const { match, timeline } = latest.current.detail
    const { streams } = match
    const { start, end } = playedSpan(match, timeline)
    const isRecording = play === 'recording' && replayId !== null
    let dvrSec = initialWindowSec
    control.start({
      lines: isRecording || streams.length === 0 ? [{ id: 0, name: '' }] : streams,
      lineId: isRecording ? 0 : latest.current.stream || (streams[0]?.id ?? 0),
      dvrSec: () => dvrSec,
      view: isRecording ? { kind: 'programme', id: replayId, startSec: start, endSec: end } : { kind: 'edge' },
      maySwitchLine: () => readSettings().switchesLine,
      requestPlay: (lineId, programmeId) =>
        programmeId === null
          ? requestPlay({ type: 'match', id, lineId, level: 1 }, (sec) => {
              dvrSec = sec
            })
          : requestPlay({ type: 'replay', id: programmeId, lineId: 0, level: 1 }),
    })
    return () => control.destroy()
  }, [control, id, play, replayId])
  useEffect(() => {
    const { lineId } = player.state.getState()
    if (play === 'streams' && stream > 0 && stream !== lineId) player.changeLine(stream)
  }, [player, play, stream])
  const measure = useCallback((lineId: number) => measurePlay({ type: 'match', id, lineId, level: 1 }), [id])
  return { control, play, metadata: useMetadata(detail), actions: useActions(id), measure }
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
