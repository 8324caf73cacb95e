import type { Look } from './faces.ts'
import type { Paint } from './paint.ts'
import type { Palette } from './palettes.ts'
import type { SeededRandom } from './random.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export function boxAround(centreX: number, centreY: number, width: number, height: number): Box {
  return { x: centreX - width / 2, y: centreY - height / 2, width, height }
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

/** Drawing area of a composition. The height is always 900. */
export interface Frame {
  width: number
  height: number
  wide: boolean
  /** Centre of the subject: off centre, so that the title fits on the other side. */
  subjectX: number
  /** 1 if the subject is right of the middle, −1 if left: opposite to the title. */
  side: 1 | -1
  random: SeededRandom
  palette: Palette
  paint: Paint
  /** First character of the title, for the kind that uses it as a window. */
  initial: string
  /** Whose face the kind `face` draws: the same in every shape. */
  look: Look
}

/** Everything at one distance: depth 0 is the sky, 1 the foreground. */
export interface Plane {
  depth: number
  svg: string
}

/** A composition, painted from back to front. */
export interface Scene {
  planes: Plane[]
  /** Areas that lettering must not cover. */
  subjects: Box[]
  /** Areas that lettering should avoid, such as lamps and clouds. */
  avoid?: Box[]
  /** Horizontal focus in pixels; default `subjectX`. */
  focusX?: number
  /** Strength of the dark gradient between picture and letters; default .6. */
  fall?: number
  /** No vignette over pictures in full daylight. */
  daylight?: boolean
  /** The title is part of the picture: draw it small, or not at all if it is one character. */
  titled?: boolean
  /** A pattern without subject: letters may be huge and cropped by the frame. */
  pattern?: boolean
}
