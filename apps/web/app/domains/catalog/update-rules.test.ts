import type { TitleCard } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aroundNow, daysAfter, updateText } from './update-rules.ts'

const title: TitleCard = {
  id: 1,
  pidId: 1,
  typeId: 11,
  typeName: '国产剧',
  name: '雾港来信',
  img: '',
  backdrop: '',
  thumb: '',
  remarks: '全12集',
  score: 0,
  year: 2026,
  area: '',
  lang: '',
  genres: [],
  vip: false,
  locked: false,
  fresh: false,
  hits: 0,
  updatedAt: 0,
}
const several = (from: number, to: number): string => `第 ${from}–${to} 集`

test('[F06] an update is described as a complete title, one episode, or several', () => {
  const came = { title, from: 3, to: 3, name: '第3集', whole: false }
  expect(updateText(came, several)).toBe('第3集')
  expect(updateText({ ...came, to: 5, name: '第5集' }, several)).toBe('第 3–5 集')
  expect(updateText({ ...came, from: 1, to: 12, whole: true }, several)).toBe('全12集')
  expect(updateText({ ...came, title: { ...title, remarks: '' }, whole: true }, several)).toBe('第3集')
})

test('[F06] days are consecutive across the ends of months', () => {
  expect(daysAfter('2026-02-28', 1)).toBe('2026-03-01')
  expect(daysAfter('2026-01-01', -7)).toBe('2025-12-25')
})

test('[F06] if there is no room for all, the latest and the next one are shown', () => {
  const day = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }), fc.integer({ min: 1, max: 8 }))
  fc.assert(
    fc.property(day, ([aired, coming, count]) => {
      const list = Array.from({ length: aired + coming }, (_, at) => ({ at, aired: at < aired }))
      const shown = aroundNow(list, count)
      expect(shown).toHaveLength(Math.min(count, list.length))
      expect(shown).toEqual(list.slice(shown[0]?.at ?? 0, (shown[0]?.at ?? 0) + count))
      if (coming > 0) expect(shown.some((one) => one.at === aired) || count === 1).toBe(true)
      if (aired > 0) expect(shown.some((one) => one.at === aired - 1)).toBe(true)
    }),
  )
})
