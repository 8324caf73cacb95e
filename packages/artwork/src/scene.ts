import type { Paint } from './paint.ts'
import type { Palette } from './palettes.ts'
import type { Dice } from './random.ts'

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

/** What a composition draws in. Heights are always 900. */
export interface Frame {
  width: number
  height: number
  wide: boolean
  /** Centre of the subject: off centre, so that words fit on the free side. */
  subjectX: number
  /** 1 when the subject stands right of the middle, −1 when left: the side away from the words. */
  side: 1 | -1
  dice: Dice
  palette: Palette
  paint: Paint
  /** First character of the title, for the kind that makes a window of it. */
  initial: string
}

/** Everything at one distance from the eye: depth 0 is the sky, 1 the nearest thing. */
export interface Plane {
  depth: number
  svg: string
}

/** A composition, painted back to front. */
export interface Scene {
  planes: Plane[]
  /** What lettering must not cover. */
  subjects: Box[]
  /** What lettering had better not cover either, such as lamps and clouds. */
  avoid?: Box[]
  /** Where the eye goes, in pixels; `subjectX` when left out. */
  focusX?: number
  /** How much of the deepest colour falls between picture and letters; .6 when left out. */
  fall?: number
  /** No vignette over pictures in full daylight. */
  daylight?: boolean
  /** The title is part of the picture already; repeat it small, or not at all when it is one character. */
  titled?: boolean
  /** Plain pattern without a subject: letters may be huge and cut by the frame. */
  pattern?: boolean
}
