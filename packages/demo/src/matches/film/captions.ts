import { sansFamily } from '@yunmu/artwork'
import sharp from 'sharp'
import type { DemoMatch, DemoSide } from '../demo-competition.ts'
import { isGoal, scoreAt, type FootballPlays, type Play } from '../football-plays.ts'
import type { Bitmap } from './bitmap.ts'
import { isLight } from './pitch-picture.ts'

/** The score plate with the clock, and captions of what has just happened. */

const texts = {
  before: '即将开赛',
  break: '中场休息',
  over: '全场结束',
  goal: '进球',
  penalty: '点球命中',
  'penalty-missed': '点球不进',
  'own-goal': '乌龙球',
  yellow: '黄牌',
  'second-yellow': '两黄变一红',
  red: '红牌',
  substitution: (off: string, on: string): string => `${on} 换下 ${off}`,
} as const

export interface PlateState {
  home: number
  away: number
  clock: string
}

const two = (value: number): string => String(value).padStart(2, '0')

/** What the plate says at a moment, Unix milliseconds. */
export function plateAt({ halves, plays }: FootballPlays, nowMs: number): PlateState {
  const [first, last] = halves
  const score = scoreAt(plays, nowMs)
  if (nowMs < first.startMs) return { ...score, clock: texts.before }
  if (nowMs >= last.endMs) return { ...score, clock: texts.over }
  if (nowMs >= first.endMs && nowMs < last.startMs) return { ...score, clock: texts.break }
  const [half, baseSec] = nowMs < first.endMs ? [first, 0] : [last, 45 * 60]
  const second = Math.floor((nowMs - half.startMs) / 1000) + baseSec
  return { ...score, clock: `${two(Math.floor(second / 60))}:${two(second % 60)}` }
}

const text = (
  x: number,
  y: number,
  size: number,
  words: string,
  fill: string,
  anchor = 'middle',
  weight = 700,
): string =>
  `<text x="${x}" y="${y}" font-family="${sansFamily}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}">${words}</text>`

async function bitmapOf(svg: string, width: number, height: number): Promise<Bitmap> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`
  return { width, height, pixels: await sharp(Buffer.from(whole)).ensureAlpha().raw().toBuffer() }
}

/** The plate: short names with their colours, the score between them, and the clock. */
export function drawPlate(
  { home, away }: DemoMatch,
  kits: Record<DemoSide, string>,
  state: PlateState,
): Promise<Bitmap> {
  const height = 46
  const svg =
    `<rect width="402" height="${height}" rx="5" fill="#0a0d14" fill-opacity=".86"/>` +
    `<rect x="10" y="10" width="6" height="26" fill="${kits.home}" stroke="#ffffff" stroke-opacity=".55"/>${text(62, 32, 25, home.short, '#ffffff')}` +
    `<rect x="110" width="86" height="${height}" fill="#e33a2f"/>${text(153, 33, 28, `${state.home}:${state.away}`, '#ffffff', 'middle', 900)}` +
    `${text(244, 32, 25, away.short, '#ffffff')}<rect x="290" y="10" width="6" height="26" fill="${kits.away}" stroke="#ffffff" stroke-opacity=".55"/>` +
    `<rect x="306" y="10" width="1.5" height="26" fill="#ffffff" fill-opacity=".25"/>${text(354, 32, state.clock.length > 3 && state.clock.includes(':') ? 24 : 20, state.clock, '#ffffff', 'middle', 500)}`
  return bitmapOf(svg, 402, height)
}

/** A caption and the time in which it is seen, Unix milliseconds. */
export interface Caption {
  fromMs: number
  toMs: number
  colour: string
  title: string
  line: string
}

const kindOf = ({ kind, card }: Play): keyof typeof texts | null => {
  if (card !== null) return card
  return kind === 'goal' || kind === 'penalty' || kind === 'penalty-missed' || kind === 'own-goal' ? kind : null
}

/** The captions of a match, in the order of time. */
export function captionsOf(match: DemoMatch, { plays, substitutions }: FootballPlays): Caption[] {
  const minute = ({ period, atSec }: Pick<Play, 'period' | 'atSec'>): string =>
    `${Math.min(45, Math.floor(atSec / 60) + 1) + (period === 'h2' ? 45 : 0)}′`
  const happened = plays.flatMap((play): Caption[] => {
    const kind = kindOf(play)
    const word = kind === null ? null : texts[kind]
    if (typeof word !== 'string') return []
    const isAgainst = play.card !== null || play.kind === 'own-goal'
    const side = isAgainst ? (play.side === 'home' ? match.away : match.home) : match[play.side]
    const fromMs = play.wallMs + (isGoal(play) ? 2500 : 1500)
    return [
      {
        fromMs,
        toMs: fromMs + 8000,
        colour: side.colour,
        title: word,
        line: `${side.short}　${play.player}　${minute(play)}`,
      },
    ]
  })
  const changed = substitutions.map(({ side, wallMs, off, on }): Caption => ({
    fromMs: wallMs,
    toMs: wallMs + 5000,
    colour: match[side].colour,
    title: match[side].short,
    line: texts.substitution(off.name, on.name),
  }))
  return [...happened, ...changed].toSorted((one, other) => one.fromMs - other.fromMs)
}

export function drawCaption({ colour, title, line }: Caption): Promise<Bitmap> {
  const wide = 150 + [...line].length * 26 + 40
  const ink = isLight(colour) ? '#14161c' : '#ffffff'
  return bitmapOf(
    `<rect width="${wide}" height="54" rx="5" fill="#0a0d14" fill-opacity=".86"/><path d="M5,0H150V54H5A5,5 0 0 1 0,49V5A5,5 0 0 1 5,0Z" fill="${colour}"/><path d="M150,8V46" stroke="#ffffff" stroke-opacity=".3"/>` +
      text(75, 37, [...title].length > 3 ? 24 : 28, title, ink, 'middle', 900) +
      text(170, 37, 26, line, '#ffffff', 'start', 500),
    wide,
    54,
  )
}
