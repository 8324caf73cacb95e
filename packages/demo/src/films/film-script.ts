import type { Kind, PaletteName } from '@yunmu/artwork'
import type { ScoreScript } from './score/score-script.ts'

/** Camera position: x and y run from −1 to 1 over the room that the zoom leaves. */
export interface CameraKeyframe {
  x: number
  y: number
  /** 1 shows the whole picture. */
  zoom: number
}

export type Weather = 'snow' | 'rain' | 'dust'

/** One drawn picture and the camera's movement over it. */
export interface SceneScript {
  seed: string
  kind: Kind
  palette: PaletteName
  /** From the start of this scene's cross-fade to the start of the next one's. */
  durationSec: number
  from: CameraKeyframe
  to: CameraKeyframe
  weather?: Weather
}

/** A subtitle cue, in seconds from the start of the film. */
export interface SubtitleLine {
  fromSec: number
  toSec: number
  text: string
}

/** Everything that a film is rendered from. */
export interface FilmScript {
  /** Permanent id: the same name is the same film. */
  name: string
  title: string
  latin: string
  scenes: readonly SceneScript[]
  lines: readonly SubtitleLine[]
  /** The text of the end card. */
  closing: string
  score: ScoreScript
}

/** The duration of a film in seconds. */
export const durationSecOf = ({ scenes }: Pick<FilmScript, 'scenes'>): number =>
  scenes.reduce((sum, { durationSec }) => sum + durationSec, 0)
