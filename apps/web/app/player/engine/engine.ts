import type { PlayerFailure } from '../core/player-failures.ts'
import type { TrackChoice } from '../core/player-state.ts'
import type { StreamClock } from '../live/clock-rules.ts'

/** Tracks of a stream. */
export interface StreamTracks {
  levels: readonly { index: number; width: number; height: number }[]
  audioTracks: readonly TrackChoice[]
  subtitles: readonly TrackChoice[]
}

/** A subtitle cue. */
export interface Cue {
  startSec: number
  endSec: number
  lines: readonly string[]
}

/** Receives what an engine finds and does. */
export interface EngineListener {
  /** All known cues of the chosen subtitle track. */
  onCues(cues: readonly Cue[]): void
  /** `isOpened` with the first tracks of a URL; more may be found later. */
  onTracks(tracks: StreamTracks, isOpened: boolean): void
  onLevelChange(index: number): void
  onAudioTrackChange(index: number): void
  /** Wall clock of the stream, on each update. Not called for streams without one. */
  onClock(clock: StreamClock): void
  /** Bytes per second. */
  onBandwidth(bytesPerSec: number): void
  onFailure(failure: PlayerFailure): void
}

/** For an engine without a listener. */
export const noopListener: EngineListener = {
  onCues() {},
  onTracks() {},
  onLevelChange() {},
  onAudioTrackChange() {},
  onClock() {},
  onBandwidth() {},
  onFailure() {},
}

/** A playlist of the station, whose segments are fragmented MP4; one of another host; a file. */
export type StreamKind = 'own' | 'hls' | 'mp4'

/** Plays HLS playlists, and files, in a video element. */
export interface Engine {
  /** Opens a playlist or a file at a position; 0 is the stream's own start or the live edge. Closes the previous one. */
  load(url: string, startSec: number, kind?: StreamKind): void
  /**
   * Takes newer signatures from this playlist for what is already open. Returns false if the engine cannot: then what is
   * open is opened again when its addresses have expired.
   */
  renew(url: string): Promise<boolean>
  /** Resumes loading after a network failure, at the video's position. */
  resumeLoading(): void
  /** Resets the decoder after a media failure. */
  recoverMedia(): void
  /** Stops loading until `load` or `resumeLoading`. */
  stop(): void
  /** -1 lets the engine choose. */
  chooseLevel(index: number): void
  chooseAudioTrack(index: number): void
  /** -1 for none. */
  chooseSubtitle(index: number): void
  setListener(listener: EngineListener): void
  destroy(): void
}
