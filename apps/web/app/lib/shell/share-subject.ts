/** A picture that can be drawn into a poster: an address of the contract, or a frame of the video. */
export type SharePicture = { address: string; shape: 'poster' | 'wide' } | { frame: HTMLCanvasElement }

/** What the share panel shares. */
export interface ShareSubject {
  name: string
  /** What of it, such as 第 7 集 守灯人; may be empty. */
  part: string
  /** Genres and score as one line; may be empty. */
  facts: string
  /** Whether it is a broadcast, which has no start to link to. */
  isLive: boolean
  /** Position in whole seconds; null if the page plays nothing. */
  atSec: number | null
  /** Absolute address of the page; with a start position if that is not null. */
  urlOf(atSec: number | null): string
  /** Pictures to choose from, the preselected one first. */
  pictures: readonly SharePicture[]
  /** Further frames, which take a moment to be decoded; null if there are none. */
  moreFrames: ((signal: AbortSignal) => AsyncIterable<HTMLCanvasElement>) | null
  /** Lines to choose from, the preselected one first. */
  lines: readonly string[]
}
