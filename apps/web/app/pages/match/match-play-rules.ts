import type { Match } from '@yunmu/contract'
import { isOpenAt, recordedStreams, type RecordingType } from '../../domains/matches/match-rules.ts'
import type { PlayLine } from '../../player/core/player-handle.ts'

/** What a match page plays: its streams while they are open, its recording after the end, or nothing. */
export type MatchPlay = 'streams' | 'recording' | 'nothing'

export interface PlayedMedia {
  play: MatchPlay
  /** Which of its recordings is chosen, also while none plays. */
  recording: RecordingType
  /** Id of that recording; null if there is none. */
  recordingId: number | null
  /** What can be played, in the order of trying. */
  lines: readonly PlayLine[]
}

interface Moment {
  /** Null until hydration. */
  nowSec: number | null
  /** Whether the course of the match is hidden from the viewer. */
  isHidden: boolean
  /** Whether the address chooses the highlights. */
  wantsHighlights: boolean
}

/** What a match page plays. Highlights alone do not play while scores are hidden: they begin with a goal. */
export function mediaOf(match: Match, { nowSec, isHidden, wantsHighlights }: Moment): PlayedMedia {
  const { replayId, highlightsId, streams } = match
  const recording = replayId === null || (wantsHighlights && highlightsId !== null) ? 'highlights' : 'record'
  const recordingId = recording === 'record' ? replayId : highlightsId
  if (streams.length > 0 && isOpenAt(match, nowSec)) return { play: 'streams', recording, recordingId, lines: streams }
  if (recordingId === null || (isHidden && replayId === null))
    return { play: 'nothing', recording, recordingId, lines: streams }
  const recorded = recordedStreams(match, recording)
  // A feed may have taken back the streams of a match that has recordings.
  return { play: 'recording', recording, recordingId, lines: recorded.length > 0 ? recorded : [{ id: 0, name: '' }] }
}
