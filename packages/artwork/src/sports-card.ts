import { darken, mix } from './colour.ts'
import { drawCrest, drawEmblem } from './crest.ts'
import { sansFamily, serifFamily } from './fonts.ts'
import { escapeXml } from './paint.ts'

/** Pictures of sports for previews of links, 960 × 540 px. They say who plays and when, never a score. */

interface CardTeam {
  name: string
  colours: readonly [string, string]
}

const width = 960
const height = 540
const ground = '#12151c'
const ink = '#f4f1e8'
const muted = '#b9bec8'

/** Text of one line, smaller the longer it is. */
function line(
  text: string,
  {
    x,
    y,
    size,
    maxWidth,
    colour = ink,
    family = sansFamily,
    weight = 700,
  }: {
    x: number
    y: number
    size: number
    maxWidth: number
    colour?: string
    family?: string
    weight?: number
  },
): string {
  // Latin letters are about half as wide as Chinese characters.
  const ems = [...text].reduce((sum, char) => sum + (char < '\u0300' ? 0.58 : 1), 0)
  const fitting = Math.min(size, maxWidth / Math.max(1, ems))
  return `<text x="${x}" y="${y}" font-size="${fitting.toFixed(1)}" font-weight="${weight}" font-family="${family}" fill="${colour}" text-anchor="middle">${escapeXml(text)}</text>`
}

/** A crest or emblem in a place of the card. */
const placed = (svg: string, x: number, y: number, size: number): string =>
  `<svg x="${x - size / 2}" y="${y}" width="${size}" height="${size * 1.1}" viewBox="0 0 100 110">${svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '')}</svg>`

const card = (body: string, left: string, right: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
  `<rect width="${width}" height="${height}" fill="${ground}"/>` +
  `<path d="M0,0H520L400,540H0Z" fill="${mix(darken(left, 0.45), ground, 0.35)}"/>` +
  `<path d="M560,0H960V540H440Z" fill="${mix(darken(right, 0.45), ground, 0.35)}"/>${body}</svg>`

/** A match: both crests and names, the competition, and the start as text. */
export function drawMatchCard({
  league,
  home,
  away,
  start,
}: {
  league: string
  home: CardTeam
  away: CardTeam
  start: string
}): string {
  const side = ({ name, colours }: CardTeam, x: number): string =>
    placed(drawCrest(name, colours), x, 130, 190) + line(name, { x, y: 400, size: 44, maxWidth: 380 })
  return card(
    line(league, { x: width / 2, y: 76, size: 30, maxWidth: 800, colour: muted, weight: 400 }) +
      side(home, 230) +
      side(away, 730) +
      line('VS', { x: width / 2, y: 262, size: 64, maxWidth: 140, family: serifFamily }) +
      line(start, { x: width / 2, y: 482, size: 34, maxWidth: 800 }),
    home.colours[0],
    away.colours[0],
  )
}

/** A team or competition: its crest or emblem, its name, and what it is. */
export function drawSportsCard({
  name,
  note,
  colours,
}: {
  name: string
  note: string
  /** Those of a team; null for a competition. */
  colours: readonly [string, string] | null
}): string {
  const [first, second] = colours ?? ['#39425a', '#39425a']
  return card(
    placed(colours ? drawCrest(name, colours) : drawEmblem(name), width / 2, 70, 220) +
      line(name, { x: width / 2, y: 400, size: 60, maxWidth: 840, family: serifFamily }) +
      line(note, { x: width / 2, y: 466, size: 30, maxWidth: 840, colour: muted, weight: 400 }),
    first,
    second,
  )
}
