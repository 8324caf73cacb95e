import { expect, test } from 'vitest'
import { filmScripts } from '../../films/film-scripts.ts'
import { broadcastCount } from '../episodes.ts'
import { programme } from '../programme.ts'
import { demoChannels } from './channel-list.ts'
import { allComposedFilms, episodeFilmName, episodeFilmsOf } from '../episode-films.ts'
import { dayPlan } from './day-plan.ts'

const days = Array.from({ length: 60 }, (_, at) => 20_700 + at)

test('[G03] there are eight domestic and four overseas channels, with unique numbers and names', () => {
  expect(demoChannels.filter(({ tag }) => tag === null)).toHaveLength(8)
  expect(demoChannels.filter(({ tag }) => tag !== null)).toHaveLength(4)
  for (const field of ['slug', 'number', 'name'] as const) {
    expect(new Set(demoChannels.map((channel) => channel[field])).size).toBe(12)
  }
  for (const { tag, group } of demoChannels) expect(group.overseas).toBe(tag !== null)
})

test.each(demoChannels)(
  '[G03] $name fills every day from midnight to midnight, with its anchors at fixed times',
  (channel) => {
    for (const day of days) {
      const plan = dayPlan(channel, day)
      let minute = 0
      for (const { fromMinute, toMinute } of plan) {
        expect([fromMinute, toMinute - fromMinute > 0]).toEqual([minute, true])
        minute = toMinute
      }
      expect(minute).toBe(24 * 60)
      expect(plan.map(({ name }) => name)).toEqual(expect.arrayContaining(channel.anchors.map(({ name }) => name)))
    }
  },
)

test('[G03] channels broadcast episodes that have aired, under their names, and two days differ', () => {
  const titles = new Map(programme.map((title) => [title.slug, title]))
  const films = new Set(filmScripts.map(({ name }) => name))
  for (const channel of demoChannels) {
    for (const { slug, level, name, sub } of days.flatMap((day) => dayPlan(channel, day))) {
      const title = titles.get(slug)
      expect(films).toContain(slug)
      if (!title) continue
      expect(level).toBeLessThanOrEqual(broadcastCount(title))
      const isAnchor = channel.anchors.some((anchor) => anchor.name === name)
      if (!isAnchor) expect(name).toBe(title.name)
      if (!isAnchor && title.release.form === 'series') expect(sub).toMatch(new RegExp(`^第 ${level} 集`, 'u'))
    }
    expect(dayPlan(channel, 20_700)).not.toEqual(dayPlan(channel, 20_701))
  }
})

const lengths = new Map(allComposedFilms().map(({ name, durationMs }) => [name, durationMs]))

test.each(demoChannels)(
  '[G03] every programme in the guide of $name lasts exactly as long as the film that is shown',
  (channel) => {
    for (const { slug, level, fromMinute, toMinute, minutes } of days.flatMap((day) => dayPlan(channel, day))) {
      expect(toMinute - fromMinute).toBe(minutes)
      expect(lengths.get(episodeFilmName(slug, level, minutes)), `${slug} ${level}`).toBe(minutes * 60_000)
    }
  },
)

test('[G03] an episode is as long on a channel as on the page of its title', () => {
  const titles = new Map(programme.map((title) => [title.slug, title]))
  for (const { slug, level, minutes } of demoChannels.flatMap((channel) => dayPlan(channel, 20_700))) {
    const title = titles.get(slug)
    if (!title) continue
    const episode = episodeFilmsOf(title).find((film) => film.level === level)
    expect(episode?.durationMs, title.name).toBe(minutes * 60_000)
  }
})

test('[G03] landscapes fill little of the time between programmes', () => {
  for (const channel of demoChannels) {
    const plan = days.flatMap((day) => dayPlan(channel, day))
    const filled = plan.filter(({ slug }) => slug === 'interlude').reduce((sum, { minutes }) => sum + minutes, 0)
    expect(filled / days.length, channel.name).toBeLessThan(60)
  }
})
