import type { Kind, PaletteName } from '@yunmu/artwork'
import type { ScoreScript } from './score/score-script.ts'

/** Where a camera looks: −1 to 1 of the room that the zoom leaves it, across and down. */
export interface Aim {
  x: number
  y: number
  /** 1 shows the whole picture. */
  zoom: number
}

export type Weather = 'snow' | 'rain' | 'dust'

/** One drawn picture and the camera's way over it. */
export interface SceneScript {
  seed: string
  kind: Kind
  palette: PaletteName
  /** From the beginning of its cross-fade to that of the next. */
  seconds: number
  from: Aim
  to: Aim
  weather?: Weather
}

/** A line of the subtitles, in seconds from the start. */
export interface SubtitleLine {
  from: number
  to: number
  text: string
}

/** Everything that a film is made from. */
export interface FilmScript {
  /** Never changes: the same name is the same film. */
  name: string
  title: string
  latin: string
  scenes: readonly SceneScript[]
  lines: readonly SubtitleLine[]
  /** The last words, on the end card. */
  closing: string
  score: ScoreScript
}

/** How long a film is, in seconds. */
export const lengthOf = ({ scenes }: Pick<FilmScript, 'scenes'>): number =>
  scenes.reduce((sum, { seconds }) => sum + seconds, 0)
