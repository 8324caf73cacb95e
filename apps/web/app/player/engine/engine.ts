import type { PlayerFailure } from '../core/player-failures.ts'
import type { TrackChoice } from '../core/player-state.ts'
import type { StreamClock } from '../live/clock-rules.ts'

/** What an engine found in a stream. */
export interface StreamTracks {
  levels: readonly { index: number; height: number }[]
  audioTracks: readonly TrackChoice[]
  subtitles: readonly TrackChoice[]
}

/** Words of a subtitle track and when they are to be read. */
export interface Cue {
  startSec: number
  endSec: number
  lines: readonly string[]
}

/** How an engine tells what it does. */
export interface EngineReport {
  /** All cues of the chosen subtitle track that are known by now. */
  cuesFound(cues: readonly Cue[]): void
  /** `isOpened` with the first of an address; more may be found later. */
  tracksFound(tracks: StreamTracks, isOpened: boolean): void
  levelShown(index: number): void
  audioTrackShown(index: number): void
  /** The time of day of what is open, each time that more of it is known. Never said of what has none. */
  clockFound(clock: StreamClock): void
  /** Bytes a second. */
  speedMeasured(bytesPerSec: number): void
  failed(failure: PlayerFailure): void
}

/** For an engine that nobody listens to yet. */
export const silentReport: EngineReport = {
  cuesFound() {},
  tracksFound() {},
  levelShown() {},
  audioTrackShown() {},
  clockFound() {},
  speedMeasured() {},
  failed() {},
}

/** What turns a playlist into a picture. */
export interface Engine {
  /** Opens a playlist at a moment; 0 is where the stream itself begins, the edge of what is live. What was open is closed. */
  load(url: string, startSec: number): void
  /** Goes on after a failure of the network, at the moment where the video stands. */
  goOn(): void
  /** Builds the decoder anew after a failure of the media. */
  rebuild(): void
  /** Loads no more until `load` or `goOn`. */
  stop(): void
  /** -1 leaves it to the engine. */
  chooseLevel(index: number): void
  chooseAudioTrack(index: number): void
  /** -1 for none. */
  chooseSubtitle(index: number): void
  setReport(report: EngineReport): void
  destroy(): void
}
