import { sansFamily, serifFamily } from '@yunmu/artwork'
import sharp from 'sharp'
import type { FilmScript } from '../film-script.ts'
import { layerOf, type Layer } from './yuv-image.ts'

/** The opening title and the end card of a film, in the typefaces of the posters. */
export interface TitleCards {
  opening: Layer
  closing: Layer
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function textElement(options: {
  text: string
  x: number
  y: number
  size: number
  spacing: number
  serif?: boolean
  opacity?: number
}): string {
  const { text, x, y, size, spacing, serif = false, opacity = 1 } = options
  const face = serif ? `font-family="${serifFamily}" font-weight="700"` : `font-family="${sansFamily}"`
  return `<text x="${x}" y="${y}" ${face} font-size="${size}" letter-spacing="${size * spacing}" opacity="${opacity}">${escaped(text)}</text>`
}

async function rasterise(body: string, width: number, height: number): Promise<Layer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="${width}" height="${height}">${body}</svg>`
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return layerOf(data, info.width, info.height)
}

/** Draws both cards at the size of the frame. */
export async function drawTitleCards(script: FilmScript, width: number, height: number): Promise<TitleCards> {
  const light = '#fff3df'
  // Darkens the side of the title, so that it can be read on a bright sky.
  const gradient =
    '<linearGradient id="f"><stop offset="0" stop-color="#05070c" stop-opacity=".62"/><stop offset=".62" stop-color="#05070c" stop-opacity="0"/></linearGradient>'
  const shadow = `<filter id="s" x="-20%" y="-40%" width="140%" height="180%"><feGaussianBlur stdDeviation="14"/></filter>`
  const title = textElement({ text: script.title, x: 96, y: 372, size: 104, spacing: 0.08, serif: true })
  const latin = textElement({ text: script.latin.toUpperCase(), x: 102, y: 424, size: 16, spacing: 0.42, opacity: 0.8 })
  const kicker = textElement({ text: '云幕放映', x: 101, y: 252, size: 20, spacing: 0.3, opacity: 0.8 })
  const opening =
    `<defs>${gradient}${shadow}</defs><rect width="1280" height="720" fill="url(#f)"/><g filter="url(#s)" fill="#05070c" opacity=".55">${title}</g>` +
    `<g fill="${light}">${kicker}${title}${latin}<rect x="102" y="452" width="56" height="3" fill="#e4432f"/></g>`
  const closing =
    `<rect width="1280" height="720" fill="#080a0f" opacity=".78"/><g fill="${light}" text-anchor="middle">` +
    textElement({ text: script.closing, x: 640, y: 356, size: 44, spacing: 0.1, serif: true }) +
    textElement({ text: '画面与配乐由云幕绘制、合成', x: 640, y: 424, size: 18, spacing: 0.2, opacity: 0.72 }) +
    '</g>'
  const [openingLayer, closingLayer] = await Promise.all([
    rasterise(opening, width, height),
    rasterise(closing, width, height),
  ])
  return { opening: openingLayer, closing: closingLayer }
}
