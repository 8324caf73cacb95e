import { choosePalette } from './choose.ts'
import { lookOfSeed, type Person } from './faces.ts'
import { kinds, painters } from './kinds/index.ts'
import type { Kind } from './kinds/index.ts'
import { drawLettering } from './lettering/draw.ts'
import { layOut } from './lettering/layout.ts'
import type { Lettering } from './lettering/notes.ts'
import { titleOf } from './lettering/text.ts'
import { inkOf, palettes } from './palettes.ts'
import type { PaletteName } from './palettes.ts'
import { fine, paintFor } from './paint.ts'
import { createRandom, hashText } from './random.ts'
import type { Frame, Plane, Scene } from './scene.ts'

/** Posters are 600 × 900 px, backdrops and stills 1600 × 900. */
export type Shape = 'poster' | 'backdrop' | 'still'

export interface ArtworkRequest {
  /** Any text. The same request gives the same picture on every machine. */
  seed: string
  shape: Shape
  /** Chosen by the seed if omitted; see `chooseKind` for a choice by genre. */
  kind?: Kind
  /** Chosen by kind and seed if omitted. */
  palette?: PaletteName
  title?: string
  /** Whose face is drawn by the kind `face`; chosen by the seed if omitted. */
  person?: Person
  /** Small line beside the title. */
  latin?: string
  /** Small line at the top. */
  credit?: string
  /** Whether to draw the title; only on posters. Default true. */
  lettering?: boolean
  /** Fractal noise over the picture, which hides banding. Default true. */
  grain?: boolean
}

export interface Artwork {
  svg: string
  width: number
  height: number
  /** Horizontal position of the subject, 0 to 1, for `object-position`. */
  focus: number
  /** `#rrggbb`: nearly black with the picture's tint, for gradients over it. */
  ink: string
  kind: Kind
  palette: PaletteName
}

/** One plane of a picture on a transparent background. */
export interface Layer {
  svg: string
  /** 0 is the sky, 1 the foreground. */
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
  const kind = request.kind ?? createRandom(`kind ${request.seed}`).pick(kinds)
  const palette = request.palette ?? choosePalette(kind, request.seed)
  const wide = request.shape !== 'poster'
  const width = wide ? 1600 : 600
  // A still shows the same title as its backdrop, so it must be a different picture.
  const name = `${kind} ${request.shape} ${request.seed}`
  const random = createRandom(name)
  const offset = wide ? random.range(0.62, 0.72) : random.range(0.58, 0.63)
  const side = wide || random.chance(0.5) ? 1 : -1
  const subjectX = Math.round(width * (side === 1 ? offset : 1 - offset))
  const initial = titleOf(request.title ?? '')?.cells[0]?.text ?? '云'
  const paint = paintFor(`${name} ${palette}`)
  const look = lookOfSeed(request.seed, request.person)
  const colours = palettes[palette]
  const frame: Frame = { width, height: 900, wide, subjectX, side, random, palette: colours, paint, initial, look }
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

/** A small noise tile, repeated: noise over the whole frame would cost more than the picture. The tile is seamless. */
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
    random: createRandom(`letters ${request.seed}`),
    pattern: scene.pattern === true,
    titled: scene.titled === true,
  })
}

/** Lettering of a request with its boxes; undefined if there is none. */
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

/** Merges planes to at most five: those at similar depth move together. */
function mergePlanes(planes: readonly Plane[]): Plane[] {
  const gathered = new Map<number, Plane>()
  for (const plane of planes) {
    const step = Math.round(plane.depth * 4)
    const before = gathered.get(step)
    gathered.set(step, { depth: before?.depth ?? plane.depth, svg: (before?.svg ?? '') + plane.svg })
  }
  return [...gathered.values()]
}

/**
 * The scene of `drawArtwork` as three to five planes from back to front, for parallax animation. Without lettering,
 * vignette and grain, which belong to the whole frame. Only the first plane covers it completely.
 */
export function drawLayers(request: ArtworkRequest): {
  width: number
  height: number
  layers: Layer[]
  focus: number
  ink: string
} {
  const { frame, scene, palette, focus } = compose(request)
  const layers = mergePlanes(scene.planes).map((plane) => ({ depth: plane.depth, svg: documentOf(frame, plane.svg) }))
  return { width: frame.width, height: frame.height, layers, focus, ink: inkOf(palettes[palette]) }
}
