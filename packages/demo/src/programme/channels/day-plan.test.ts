import { expect, test } from 'vitest'
import { programme } from '../programme.ts'
import { demoChannels } from './channel-list.ts'
import { dayPlan } from './day-plan.ts'

const days = Array.from({ length: 60 }, (_, at) => 20_700 + at)

test('[G03] there are eight channels at home and four overseas, with numbers and names of their own', () => {
  expect(demoChannels.filter(({ tag }) => tag === null)).toHaveLength(8)
  expect(demoChannels.filter(({ tag }) => tag !== null)).toHaveLength(4)
  for (const field of ['slug', 'number', 'name'] as const) {
    expect(new Set(demoChannels.map((channel) => channel[field])).size).toBe(12)
  }
  for (const { tag, group } of demoChannels) expect(group.overseas).toBe(tag !== null)
})

test.each(demoChannels)(
  '[G03] $name fills every day from midnight to midnight, at fixed times where it has them',
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

test('[G03] whatever a channel shows is of the programme, and two days differ', () => {
  const slugs = new Set(programme.map(({ slug }) => slug))
  for (const channel of demoChannels) {
    for (const { slug } of [...channel.anchors, ...channel.titles.map((title) => ({ slug: title }))]) {
      expect(slugs).toContain(slug)
    }
    expect(dayPlan(channel, 20_700)).not.toEqual(dayPlan(channel, 20_701))
  }
})
