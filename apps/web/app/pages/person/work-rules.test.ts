import type { PersonWork } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { bestWork, groupsOf, isOfKind } from './work-rules.ts'

const work = (id: number, year: number, score: number, given: Partial<PersonWork> = {}): PersonWork => ({
  title: {
    id,
    pidId: 1,
    typeId: 11,
    typeName: '剧集',
    name: String(id),
    img: '',
    backdrop: '',
    thumb: '',
    remarks: '',
    score,
    year,
    area: '',
    lang: '',
    genres: [],
    vip: false,
    locked: false,
    fresh: false,
    hits: id,
    updatedAt: 0,
  },
  directed: false,
  acted: true,
  role: '',
  ...given,
})
const works = [work(1, 2026, 8.9), work(2, 0, 7), work(3, 2023, 9.1, { directed: true }), work(4, 2026, 9.1)]
const idsOf = (list: readonly PersonWork[]) => list.map(({ title }) => title.id)

test('[F04] works by year: the newest first, those of unknown years last', () => {
  expect(groupsOf(works, 'year').map((group) => [group.year, idsOf(group.works)])).toEqual([
    [2026, [1, 4]],
    [2023, [3]],
    [0, [2]],
  ])
})

test('[F04] works by score: one list, the best first', () => {
  expect(groupsOf(works, 'score').map((group) => [group.year, idsOf(group.works)])).toEqual([[null, [3, 4, 1, 2]]])
  expect(groupsOf([], 'score')).toEqual([])
})

test('[F04] the best work has the best score, of equal ones the most plays', () => {
  expect(bestWork(works)?.title.id).toBe(4)
})

test('[F04] a work counts as acted, directed or both', () => {
  expect(idsOf(works.filter((one) => isOfKind(one, 'directed')))).toEqual([3])
  expect(idsOf(works.filter((one) => isOfKind(one, 'acted')))).toEqual([1, 2, 3, 4])
})
