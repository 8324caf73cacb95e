import { danmakuBounds } from '@yunmu/contract'
import type { Kind } from '@yunmu/artwork'
import { shotSec, type Shot } from '../../films/film-script.ts'
import { filmScripts } from '../../films/film-scripts.ts'
import { seededRandom, type SeededRandom } from '../../seeded-random.ts'
import type { DemoTitle } from '../demo-title.ts'
import type { EpisodeFilm } from '../episode-films.ts'
import { airedCount } from '../episodes.ts'
import { calledNames, voiceOf, type Voice } from '../voice.ts'
import { anyLines, channelLines, endingLines, heads, laterOpeningLines, openingLines, tails } from './common-lines.ts'
import { linesByTitle } from './lines-by-title.ts'
import { linesByKind, linesByLight, linesByWeather } from './scene-lines.ts'
import { voiceLines } from './voice-lines.ts'

/** A danmaku of an invented viewer. */
export interface DemoDanmaku {
  /** Milliseconds in the episode, or Unix milliseconds for a channel. */
  atMs: number
  mode: 'scroll' | 'top' | 'bottom'
  /** RGB in 24 bits. */
  color: number
  text: string
}

/** One danmaku for so many plays of a day. */
const playsPerDanmaku = 800
/** Shares of the later episodes, which fewer viewers reach. */
const levelShares = [1, 0.7, 0.5]
const latestShare = 0.8
const minDanmaku = 36
/** Of the episodes between the first and the latest ones: enough that they do not look empty. */
const quietDanmaku = 24

/** How many danmaku an episode has: fitting its plays. None before it has aired. */
export function danmakuCount(title: DemoTitle, level: number): number {
  const aired = airedCount(title)
  const isBonus = title.release.form === 'film' && level > 1
  if (isBonus) return quietDanmaku
  if (level > aired) return 0
  const first = title.plays / playsPerDanmaku
  const isLatest = level === aired && level > levelShares.length
  const share = isLatest ? latestShare : levelShares[level - 1]
  return share === undefined ? quietDanmaku : Math.max(minDanmaku, Math.round(first * share))
}

/** Most danmaku are white and scroll. */
export function styleOf(random: SeededRandom): Pick<DemoDanmaku, 'mode' | 'color'> {
  const isColored = random.next() < 0.2
  const color = danmakuBounds.colors[Math.floor(random.next() * danmakuBounds.colors.length)] ?? 0xffffff
  const position = random.next()
  return { mode: position < 0.03 ? 'top' : position < 0.05 ? 'bottom' : 'scroll', color: isColored ? color : 0xffffff }
}

/** Kinds with people who act: they are written about more. */
const actingKinds: ReadonlySet<Kind> = new Set<Kind>([
  'face',
  'ancient',
  'pair',
  'duel',
  'hands',
  'stadium',
  'stage',
  'hoop',
  'launch',
])

/** How exciting a shot is. */
function excitementOf({ kind, framing, light, weather }: Shot): number {
  const lights = { still: 1, breathing: 1.1, sweep: 1.3, flashes: 1.6, lightning: 1.9 }[light]
  return (
    lights * (framing === 'close' ? 1.15 : 1) * (actingKinds.has(kind) ? 1.3 : 1) * (weather === 'embers' ? 1.2 : 1)
  )
}

const peakGain = [8, 4.5, 2]

/** The places in the order of shots that everybody waits for: some showings of the most exciting shot, far apart. */
export function peaksOf(order: readonly number[], shots: readonly Shot[], seed: string): number[] {
  const random = seededRandom(`peaks ${seed}`)
  const best = shots.reduce((top, shot, at) => (excitementOf(shot) > excitementOf(shots[top] ?? shot) ? at : top), 0)
  const wanted = 3 + Math.floor(random.next() * 3)
  const peaks: number[] = []
  for (let part = 0; part < wanted; part++) {
    const centre = order.length * (0.18 + (0.74 * (part + 0.3 + 0.4 * random.next())) / wanted)
    const showings = order.flatMap((shot, place) => (shot === best ? [place] : []))
    const nearest = showings.toSorted((one, other) => Math.abs(one - centre) - Math.abs(other - centre))[0]
    if (nearest !== undefined && peaks.every((peak) => Math.abs(peak - nearest) > 8)) peaks.push(nearest)
  }
  return peaks
}

/** The gain of the first and the last showings: everybody says hello and goodbye. */
const edgeGain = [4, 2.4, 1.5]

/** How much is written at each showing of a shot. */
function intensities(
  order: readonly number[],
  shots: readonly Shot[],
  peaks: readonly number[],
  random: SeededRandom,
): number[] {
  return order.map((shot, place) => {
    const scene = shots[shot]
    const distance = Math.min(...peaks.map((peak) => Math.abs(peak - place)), Infinity)
    const edge = Math.min(place, order.length - 1 - place)
    const base = scene === undefined ? 1 : excitementOf(scene)
    return base * (peakGain[distance] ?? 1) * (edgeGain[edge] ?? 1) * (0.65 + 0.7 * random.next())
  })
}

/** What may be written in a title, whatever the shot. */
interface Repertoire {
  voice: Voice
  names: readonly string[]
  own: readonly string[]
  fill(line: string): string
}

function repertoireOf(title: DemoTitle, level: number): Repertoire {
  const name = title.name
  return {
    voice: voiceOf(title),
    names: calledNames(title),
    own: linesByTitle[title.slug] ?? [],
    fill: (line) => line.replaceAll('{片名}', name).replaceAll('{集}', String(level)),
  }
}

export const pickOf = (items: readonly string[], random: SeededRandom): string =>
  items[Math.floor(random.next() * items.length)] ?? ''

/** A line about the shot on the screen, or one in the voice of the genre. */
function lineFor(shot: Shot, { voice, names, own }: Repertoire, random: SeededRandom): string {
  const share = random.next()
  const weather = shot.weather === undefined ? [] : linesByWeather[shot.weather]
  const air = [...weather, ...(linesByLight[shot.light] ?? [])]
  if (share < 0.44) return pickOf(linesByKind[shot.kind], random)
  if (share < 0.58 && air.length > 0) return pickOf(air, random)
  if (share < 0.68 && names.length > 0) return roleLine(voice, names, random)
  if (share < 0.76 && own.length > 0) return pickOf(own, random)
  return pickOf(share < 0.9 ? voiceLines[voice].lines : anyLines, random)
}

/** The first roles of a title are named most. */
function roleLine(voice: Voice, names: readonly string[], random: SeededRandom): string {
  const name = names[Math.floor(random.next() ** 1.8 * names.length)] ?? ''
  return pickOf(voiceLines[voice].roles, random).replaceAll('{角色}', name)
}

/** The time that a danmaku needs to cross a wide screen: meanwhile nobody writes the same. */
export const screenMs = 14_000
const maxTries = 12
/** Other lines are tried before one is varied. */
const plainTries = 4

/** Gives texts that no other danmaku on the screen has. */
export function distinctTexts(random: SeededRandom): (atMs: number, choose: () => string) => string | null {
  const seen = new Map<string, number>()
  const isFree = (text: string, atMs: number): boolean => atMs - (seen.get(text) ?? -Infinity) > screenMs
  return (atMs, choose) => {
    for (let attempt = 0; attempt < maxTries; attempt++) {
      const line = choose()
      const text = attempt < plainTries ? line : varied(line, random)
      if (line === '' || !isFree(text, atMs)) continue
      seen.set(text, atMs)
      return text
    }
    return null
  }
}

function varied(line: string, random: SeededRandom): string {
  const head = random.pick(heads)
  const tail = random.pick(tails)
  const isOpen = /[\p{L}\p{N}]$/u.test(line) && !(tail !== '' && line.endsWith(tail))
  return `${/^[哇啊天哈我不真]/u.test(line) ? '' : head}${line}${isOpen ? tail : ''}`
}

const shotsOf = new Map(filmScripts.map(({ name, shots }) => [name, shots]))

/** The danmaku of an episode, in order: about the shot on the screen at their moment. The same every time. */
export function danmakuOfEpisode(
  title: DemoTitle,
  film: EpisodeFilm,
  count = danmakuCount(title, film.level),
): DemoDanmaku[] {
  const shots = shotsOf.get(film.film) ?? []
  const { shots: order } = film
  const random = seededRandom(`danmaku ${film.name}`)
  const peaks = peaksOf(order, shots, film.name)
  const repertoire = repertoireOf(title, film.level)
  const weights = intensities(order, shots, peaks, random)
  // Few danmaku are written together, as they are by people.
  if (count <= quietDanmaku) for (const [at, weight] of weights.entries()) weights[at] = weight ** 2.4
  const perWeight = count / weights.reduce((sum, weight) => sum + weight, 0)
  const distinct = distinctTexts(random)
  const beginnings = film.level > 1 ? [...openingLines, ...laterOpeningLines] : openingLines
  const danmaku: DemoDanmaku[] = []
  let owed = 0
  for (const [place, shotAt] of order.entries()) {
    const shot = shots[shotAt]
    owed += (weights[place] ?? 0) * perWeight
    if (!shot) continue
    const here = Math.floor(owed)
    owed -= here
    const isPeak = peaks.some((peak) => Math.abs(peak - place) <= 1)
    const choose = (): string => {
      const share = random.next()
      const edge = place < 2 ? beginnings : place >= order.length - 2 ? endingLines : null
      if (edge && share < 0.7) return repertoire.fill(pickOf(edge, random))
      if (isPeak && share < 0.5) return pickOf(voiceLines[repertoire.voice].peak, random)
      return repertoire.fill(lineFor(shot, repertoire, random))
    }
    const moments = Array.from({ length: here }, () => (place + 0.08 + 0.9 * random.next()) * shotSec * 1000)
    for (const moment of moments.toSorted((one, other) => one - other)) {
      const atMs = Math.round(moment)
      const text = distinct(atMs, choose)
      if (text !== null) danmaku.push({ atMs, text, ...styleOf(random) })
    }
  }
  return danmaku
}

/**
 * Danmaku of a channel between two moments, Unix milliseconds. The same moments give the same ones.
 * @param titleAt the title that is on at a moment; null if it is another programme
 */
export function danmakuOfChannel(options: {
  seed: string
  fromMs: number
  toMs: number
  count: number
  titleAt: (atMs: number) => DemoTitle | null
}): DemoDanmaku[] {
  const { seed, fromMs, toMs, count, titleAt } = options
  const random = seededRandom(`channel ${seed} ${fromMs}`)
  const distinct = distinctTexts(random)
  const moments = Array.from({ length: count }, () => Math.round(fromMs + random.next() * (toMs - fromMs)))
  return moments
    .toSorted((one, other) => one - other)
    .flatMap((atMs) => {
      const text = distinct(atMs, () => channelLine(titleAt(atMs), random))
      return text === null ? [] : [{ atMs, text, ...styleOf(random) }]
    })
}

function channelLine(title: DemoTitle | null, random: SeededRandom): string {
  const repertoire = title && repertoireOf(title, 1)
  const share = random.next()
  if (repertoire && share < 0.5) {
    if (share < 0.14 && repertoire.names.length > 0) return roleLine(repertoire.voice, repertoire.names, random)
    return pickOf(
      share < 0.24 && repertoire.own.length > 0 ? repertoire.own : voiceLines[repertoire.voice].lines,
      random,
    )
  }
  const line = pickOf(channelLines, random)
  if (!line.includes('{片名}')) return line
  return repertoire ? repertoire.fill(line) : ''
}
