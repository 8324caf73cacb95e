import type { Kind, PaletteName } from '@yunmu/artwork'
import type { ScoreScript } from './score/score-script.ts'

export type Weather = 'snow' | 'rain' | 'dust' | 'petals' | 'embers' | 'bubbles' | 'fog' | 'steam'

/** How the light of a shot changes. */
export type Light = 'still' | 'breathing' | 'flashes' | 'lightning' | 'sweep'

/** One drawn scene and the camera's movement over it. */
export interface Shot {
  /** With the kind, which picture is drawn. */
  seed: string
  /** Of kinds that show its first character. */
  title: string
  kind: Kind
  palette: PaletteName
  /** Where the camera moves to. `in` moves towards the subject. */
  move: 'left' | 'right' | 'in'
  framing: 'wide' | 'close'
  weather?: Weather
  light: Light
}

/** Everything that a film is rendered from. */
export interface FilmScript {
  /** Permanent id: the same name is the same film. */
  name: string
  /** Each lasts `shotSec`. */
  shots: readonly Shot[]
  /** Lines of the best rendition. */
  height: 360 | 720 | 1080
  score: ScoreScript
}

/**
 * Every shot is exactly one segment: a whole number of video frames and of AAC frames (225 of 1024 samples at 48 kHz),
 * so that segments can be played in any order without gaps.
 */
export const shotSec = 4.8

export const framesPerSec = 20

const heights = [1080, 720, 360] as const

/** The heights of a film's renditions, best first. */
export const heightsOf = ({ height }: Pick<FilmScript, 'height'>): FilmScript['height'][] =>
  heights.filter((each) => each <= height)
