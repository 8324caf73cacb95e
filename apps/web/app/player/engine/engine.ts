import type { PlayerFailure } from '../core/player-failures.ts'
import type { TrackChoice } from '../core/player-state.ts'

/** What an engine found in a stream. */
export interface StreamTracks {
  levels: readonly { index: number; height: number }[]
  audioTracks: readonly TrackChoice[]
  subtitles: readonly TrackChoice[]
}

/** How an engine tells what it does. */
export interface EngineReport {
  tracksFound(tracks: StreamTracks): void
  levelShown(index: number): void
  audioTrackShown(index: number): void
  /** Bytes a second. */
  speedMeasured(bytesPerSec: number): void
  failed(failure: PlayerFailure): void
}

/** What turns a playlist into a picture. */
export interface Engine {
  /** Opens a master playlist at a moment. What was open is closed. */
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
