import { choosePalette } from './choose.ts'
import { kinds, painters } from './kinds/index.ts'
import type { Kind } from './kinds/index.ts'
import { drawLettering } from './lettering/draw.ts'
import { layOut } from './lettering/layout.ts'
import type { Lettering } from './lettering/notes.ts'
import { titleOf } from './lettering/text.ts'
import { inkOf, palettes } from './palettes.ts'
import type { PaletteName } from './palettes.ts'
import { fine, paintFor } from './paint.ts'
import { diceOf, hashText } from './random.ts'
import type { Frame, Plane, Scene } from './scene.ts'

/** Posters are 600 × 900 px, backdrops and stills 1600 × 900. */
export type Shape = 'poster' | 'backdrop' | 'still'

export interface ArtworkRequest {
  /** Any text. The same request always gives the same picture, on any machine. */
  seed: string
  shape: Shape
  /** Chosen by the seed when left out; see `chooseKind` for a choice by genre. */
  kind?: Kind
  /** Chosen by kind and seed when left out. */
  palette?: PaletteName
  title?: string
  /** Small line beside the title. */
  latin?: string
  /** Small line at the top. */
  credit?: string
  /** Draw the title. Only posters carry letters; true when left out. */
  lettering?: boolean
  /** Fractal noise over the picture: hides banding, looks printed. True when left out. */
  grain?: boolean
}

export interface Artwork {
  svg: string
  width: number
  height: number
  /** Share of the width at which the subject stands, for `object-position`. */
  focus: number
  /** `#rrggbb`: nearly black, tinted like the picture, for scrims over it. */
  ink: string
  kind: Kind
  palette: PaletteName
}

/** One plane of a picture on a transparent ground. */
export interface Layer {
  svg: string
  /** 0 is the sky, 1 the nearest thing. */
  depth: number
}

interface Composition {
  frame: Frame
  scene: Scene
  kind: Kind
  palette: PaletteName
  focus: number
}

function compose(request: ArtworkRequest): Composition {
  const kind = request.kind ?? diceOf(`kind ${request.seed}`).pick(kinds)
  const palette = request.palette ?? choosePalette(kind, request.seed)
  const wide = request.shape !== 'poster'
  const width = wide ? 1600 : 600
  // A still shows the same title as its backdrop from elsewhere, so it must not be the same picture.
  const name = `${kind} ${request.shape} ${request.seed}`
  const dice = diceOf(name)
  const offset = wide ? dice.range(0.62, 0.72) : dice.range(0.58, 0.63)
  const side = wide || dice.chance(0.5) ? 1 : -1
  const subjectX = Math.round(width * (side === 1 ? offset : 1 - offset))
  const initial = titleOf(request.title ?? '')?.cells[0]?.text ?? '云'
  const paint = paintFor(`${name} ${palette}`)
  const frame: Frame = { width, height: 900, wide, subjectX, side, dice, palette: palettes[palette], paint, initial }
  const scene = painters[kind](frame)
  const focus = Math.min(1, Math.max(0, Math.round(((scene.focusX ?? subjectX) / width) * 1000) / 1000))
  return { frame, scene, kind, palette, focus }
}

function documentOf(frame: Frame, body: string): string {
  const { width, height } = frame
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${frame.paint.definitionsFor(body)}${body}</svg>`
}

function vignette(frame: Frame): string {
  const fill = frame.paint.radial([
    [0, '#000000', 0],
    [0.62, '#000000', 0.02],
    [1, '#000000', 0.5],
  ])
  const { width, height } = frame
  return `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${width * 0.86}" ry="${height * 0.82}" fill="${fill}"/>`
}

/**
 * Noise drawn once into a small tile and repeated: over the whole frame it would cost more than the picture itself.
 * The tile is stitched, so that its edges do not show.
 */
function grain(frame: Frame, seed: string): string {
  const id = `g${hashText(`${seed} ${frame.width}`).toString(36)}`
  const size = 150
  const tile =
    `<filter id="${id}f" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="3" stitchTiles="stitch" seed="${hashText(seed) % 997}"/>` +
    `<feColorMatrix values=".33 .33 .33 0 0 .33 .33 .33 0 0 .33 .33 .33 0 0 0 0 0 0 1"/></filter>` +
    `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><rect width="${size}" height="${size}" filter="url(#${id}f)"/></pattern>`
  const strength = frame.wide ? 0.12 : 0.2
  return `<defs>${tile}</defs><rect width="${frame.width}" height="${frame.height}" fill="url(#${id})" opacity="${fine(strength)}" style="mix-blend-mode:soft-light"/>`
}

function letteringOf(request: ArtworkRequest, scene: Scene): Lettering | undefined {
  if (request.shape !== 'poster' || request.lettering === false || request.title === undefined) return undefined
  return layOut({
    title: request.title,
    latin: request.latin ?? '',
    credit: request.credit ?? '',
    subjects: scene.subjects,
    avoid: scene.avoid ?? [],
    dice: diceOf(`letters ${request.seed}`),
    pattern: scene.pattern === true,
    titled: scene.titled === true,
  })
}

/** The letters of a request with the boxes of what they must not cover; undefined when it carries none. */
export function planLettering(
  request: ArtworkRequest,
): { lettering: Lettering; subjects: Scene['subjects'] } | undefined {
  const { scene } = compose(request)
  const lettering = letteringOf(request, scene)
  return lettering === undefined ? undefined : { lettering, subjects: scene.subjects }
}

/** Draws one picture. */
export function drawArtwork(request: ArtworkRequest): Artwork {
  const { frame, scene, kind, palette, focus } = compose(request)
  const colours = palettes[palette]
  const lettering = letteringOf(request, scene)
  const body =
    scene.planes.map((plane) => plane.svg).join('') +
    (scene.daylight === true ? '' : vignette(frame)) +
    (lettering === undefined ? '' : drawLettering(lettering, colours, frame.paint, scene.fall ?? 0.6)) +
    (request.grain === false ? '' : grain(frame, request.seed))
  const { width, height } = frame
  return { svg: documentOf(frame, body), width, height, focus, ink: inkOf(colours), kind, palette }
}

/** At most five planes: what stands close together moves together. */
function gather(planes: readonly Plane[]): Plane[] {
  const gathered = new Map<number, Plane>()
  for (const plane of planes) {
    const step = Math.round(plane.depth * 4)
    const before = gathered.get(step)
    gathered.set(step, { depth: before?.depth ?? plane.depth, svg: (before?.svg ?? '') + plane.svg })
  }
  return [...gathered.values()]
}

/**
 * The same scene as `drawArtwork`, cut into three to five planes from back to front, so that a camera can move over
 * it. Without lettering, vignette and grain: they belong to the film's frame, not to a plane. Only the first plane
 * covers the whole frame.
 */
export function drawLayers(request: ArtworkRequest): {
  width: number
  height: number
  layers: Layer[]
  focus: number
  ink: string
} {
  const { frame, scene, palette, focus } = compose(request)
  const layers = gather(scene.planes).map((plane) => ({ depth: plane.depth, svg: documentOf(frame, plane.svg) }))
  return { width: frame.width, height: frame.height, layers, focus, ink: inkOf(palettes[palette]) }
}
