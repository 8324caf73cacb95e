import { sansFamily, serifFamily } from '../fonts.ts'
import { brightest } from '../palettes.ts'
import type { Palette } from '../palettes.ts'
import { escapeXml, fine, px } from '../paint.ts'
import type { Paint, Stop } from '../paint.ts'
import type { Lettering, Note } from './notes.ts'
import { unionOf } from './notes.ts'
import { glyphBox, posterWidth } from './placement.ts'
import type { Glyph } from './placement.ts'

const posterHeight = 900
/** Distance from the centre of the em square to the baseline, in em: renderers differ in `dominant-baseline`. */
const baselineDrop = 0.375

function drawGlyph(glyph: Glyph): string {
  const baseline = glyph.y + glyph.size * glyph.scaleY * baselineDrop
  const scaled = glyph.scaleX !== 1 || glyph.scaleY !== 1
  const place = scaled
    ? `transform="matrix(${fine(glyph.scaleX)} 0 0 ${fine(glyph.scaleY)} ${px(glyph.x)} ${px(baseline)})"`
    : `x="${px(glyph.x)}" y="${px(baseline)}"`
  return `<text ${place} font-size="${px(glyph.size)}">${escapeXml(glyph.text)}</text>`
}

function drawNote(note: Note): string {
  const place = note.turned
    ? `transform="translate(${px(note.x)},${px(note.y)}) rotate(90)"`
    : `x="${px(note.x)}" y="${px(note.y)}"`
  return `<text ${place} font-size="${px(note.size)}" letter-spacing="${fine(note.spacing)}">${escapeXml(note.text)}</text>`
}

/** Dark gradient between picture and title, strongest at the title's edge. */
function fadeBehind(lettering: Lettering, colours: Palette, paint: Paint, strength: number): string {
  const block = unionOf(lettering.glyphs.map(glyphBox))
  const fade = (stops: readonly [number, number][]): Stop[] =>
    stops.map(([offset, share]) => [offset, colours.deep, strength * share])
  const { edge } = lettering
  if (edge === 'left' || edge === 'right') {
    const reach = Math.min(posterWidth, (edge === 'left' ? block.x + block.width : posterWidth - block.x) + 190)
    const held = Math.max(0.1, (reach - 190) / reach)
    const fill = paint.linear(
      fade([
        [0, 1],
        [held * 0.7, 0.86],
        [held, 0.5],
        [1, 0],
      ]),
      edge === 'left' ? [0, 0, 1, 0] : [1, 0, 0, 0],
    )
    return `<rect x="${px(edge === 'left' ? 0 : posterWidth - reach)}" width="${px(reach)}" height="${posterHeight}" fill="${fill}"/>`
  }
  const reach = Math.min(posterHeight, (edge === 'top' ? block.y + block.height : posterHeight - block.y) + 170)
  const held = Math.max(0.1, (reach - 170) / reach)
  const fill = paint.linear(
    fade([
      // Objects at the bottom must stay recognisable.
      [0, 0.62],
      [held * 0.5, 0.9],
      [held * 0.85, 0.8],
      [held, 0.5],
      [1, 0],
    ]),
    edge === 'top' ? [0, 0, 0, 1] : [0, 1, 0, 0],
  )
  return `<rect y="${px(edge === 'top' ? 0 : posterHeight - reach)}" width="${posterWidth}" height="${px(reach)}" fill="${fill}"/>`
}

/** SVG of a laid-out title: gradient, then letters, small lines and seal. */
export function drawLettering(lettering: Lettering, colours: Palette, paint: Paint, strength: number): string {
  const colour = brightest(colours)
  const letters = lettering.glyphs.map(drawGlyph).join('')
  const notes = lettering.notes.map(drawNote).join('')
  const { seal } = lettering
  const stamp =
    seal === undefined
      ? ''
      : `<rect x="${px(seal.x - 17)}" y="${px(seal.y - 17)}" width="34" height="34" rx="4" fill="#d8392a"/>` +
        `<text x="${px(seal.x)}" y="${px(seal.y + 22 * baselineDrop)}" font-family="${serifFamily}" font-weight="700" font-size="22" fill="#fff3e6" text-anchor="middle">${seal.text}</text>`
  return (
    fadeBehind(lettering, colours, paint, strength) +
    `<g font-family="${serifFamily}" font-weight="700" fill="${colour}" text-anchor="middle">${letters}</g>` +
    (notes === '' ? '' : `<g font-family="${sansFamily}" fill="${colour}" opacity=".86">${notes}</g>`) +
    stamp
  )
}
