import { expect, test } from 'vitest'
import { filmScripts } from '../../films/film-scripts.ts'
import { shotSec } from '../../films/film-script.ts'
import { demoChannels } from '../channels/channel-list.ts'
import { titleOnChannel } from '../channels/day-plan.ts'
import { episodeFilmsOf } from '../episode-films.ts'
import { airedCount } from '../episodes.ts'
import { programme } from '../programme.ts'
import { danmakuCount, danmakuOfChannel, danmakuOfEpisode, peaksOf, screenMs } from './danmaku.ts'
import { linesByKind } from './scene-lines.ts'

const titled = programme.map((title) => [title.name, title] as const)
const repeatsOf = (danmaku: readonly { atMs: number; text: string }[]): string[] => {
  const last = new Map<string, number>()
  return danmaku.flatMap(({ atMs, text }) => {
    const before = last.get(text) ?? -Infinity
    last.set(text, atMs)
    return atMs - before <= screenMs ? [text] : []
  })
}

test('popular episodes have thousands of danmaku, more plays mean more, and nothing has any before it airs', () => {
  const byPlays = programme.toSorted((one, other) => other.plays - one.plays)
  const [mostPlayed] = byPlays
  if (!mostPlayed) throw new Error('there is no title')
  expect(danmakuCount(mostPlayed, 1)).toBeGreaterThan(2000)
  for (const [at, title] of byPlays.entries()) {
    const next = byPlays[at + 1]
    if (next) expect(danmakuCount(title, 1)).toBeGreaterThanOrEqual(danmakuCount(next, 1))
    expect(danmakuCount(title, 1)).toBeLessThan(title.plays)
    if (title.release.form !== 'film') expect(danmakuCount(title, airedCount(title) + 1)).toBe(0)
  }
})

test.each(titled)('no line about %s repeats within a screen, and none is unfinished', (_name, title) => {
  const films = episodeFilmsOf(title).filter(({ level }) => danmakuCount(title, level) > 0)
  for (const film of [films[0], films[1], films.at(-1)]) {
    if (!film) continue
    const danmaku = danmakuOfEpisode(title, film)
    const count = danmakuCount(title, film.level)
    expect(danmaku.length).toBeGreaterThan(count * 0.95)
    expect(danmaku.length).toBeLessThanOrEqual(count)
    expect(repeatsOf(danmaku)).toEqual([])
    for (const { atMs, text } of danmaku) {
      expect(text).not.toMatch(/[{}]|undefined/u)
      expect(text.length).toBeGreaterThan(0)
      expect(text.length).toBeLessThanOrEqual(40)
      expect(atMs).toBeGreaterThanOrEqual(0)
      expect(atMs).toBeLessThan(film.durationMs)
    }
    expect(danmakuOfEpisode(title, film)).toEqual(danmaku)
  }
})

test.each(titled)('what is said about a picture of %s is said while it is shown', (_name, title) => {
  const shots = filmScripts.find(({ name }) => name === title.slug)?.shots ?? []
  const [film] = episodeFilmsOf(title)
  let about = 0
  for (const { atMs, text } of film ? danmakuOfEpisode(title, film, 600) : []) {
    const shown = shots[film?.shots[Math.floor(atMs / 1000 / shotSec)] ?? -1]
    const kinds = Object.entries(linesByKind).filter(([, lines]) => lines.includes(text))
    if (kinds.length === 0) continue
    about++
    expect(
      kinds.map(([kind]) => kind),
      text,
    ).toContain(shown?.kind)
  }
  expect(about).toBeGreaterThan(100)
})

test('the heat line has its peaks where the most exciting shot is shown', () => {
  for (const title of programme.slice(0, 20)) {
    const shots = filmScripts.find(({ name }) => name === title.slug)?.shots ?? []
    const [film] = episodeFilmsOf(title)
    if (!film) continue
    const peaks = peaksOf(film.shots, shots, film.name)
    expect(peaks.length).toBeGreaterThanOrEqual(2)
    expect(new Set(peaks.map((place) => film.shots[place])).size).toBe(1)
    const danmaku = danmakuOfEpisode(title, film, 2000)
    const near = (place: number) => danmaku.filter(({ atMs }) => Math.floor(atMs / 1000 / shotSec) === place).length
    for (const peak of peaks) expect(near(peak)).toBeGreaterThan(3 * (2000 / film.shots.length))
  }
})

test('danmaku of a channel are of its present time, and name what is on', () => {
  const [, , channel] = demoChannels
  if (!channel) throw new Error('there is no channel')
  const toMs = Date.UTC(2026, 10, 24, 12)
  const fromMs = toMs - 3600_000
  const titleAt = (atMs: number) => titleOnChannel(channel, atMs)
  const danmaku = danmakuOfChannel({ seed: 'a', fromMs, toMs, count: 200, titleAt })
  expect(repeatsOf(danmaku)).toEqual([])
  const names = new Set(danmaku.map(({ atMs }) => titleAt(atMs)?.name))
  for (const { atMs, text } of danmaku) {
    expect(atMs).toBeGreaterThanOrEqual(fromMs)
    expect(atMs).toBeLessThanOrEqual(toMs)
    for (const name of names) if (name && text.includes(name)) expect(titleAt(atMs)?.name).toBe(name)
    expect(text).not.toMatch(/[{}]/u)
  }
})
