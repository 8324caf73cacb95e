import { expect, test } from 'vitest'
import {
  choose,
  genreCandidates,
  leadsOf,
  maxRecommendations,
  nextCandidates,
  personCandidates,
  type Candidate,
} from './recommendation-rules.ts'

const ids = (chosen: readonly Candidate[]) => chosen.map(({ titleId }) => titleId)
const none = new Set<number>()

test('[F01] neither watched titles nor dismissed ones are recommended', () => {
  const candidates = genreCandidates(1, '悬疑', [1, 2, 3, 4])
  expect(ids(choose(candidates, [1, 2], new Set([3])))).toEqual([4])
})

test('[F01] what others watched next counts more than people, and people more than genres', () => {
  const candidates = [
    ...genreCandidates(1, '悬疑', [10]),
    ...personCandidates(1, { name: '顾砚秋', weight: 3 }, [11]),
    ...nextCandidates([{ sourceId: 1, titleId: 12, count: 5 }]),
  ]
  expect(choose(candidates, [1], none)).toMatchObject([
    { titleId: 12, reason: 'next' },
    { titleId: 11, reason: 'person', detail: '顾砚秋' },
    { titleId: 10, reason: 'genre', detail: '悬疑' },
  ])
})

test('[F01] several reasons add up, and the heaviest is the one that is told', () => {
  const candidates = [
    ...personCandidates(1, { name: '顾砚秋', weight: 3 }, [11]),
    ...personCandidates(2, { name: '许知遥', weight: 2 }, [12]),
    ...personCandidates(1, { name: '沈北望', weight: 2 }, [12]),
  ]
  expect(choose(candidates, [1, 2], none)).toMatchObject([
    { titleId: 12, sourceId: 1, detail: '沈北望' },
    { titleId: 11, sourceId: 1 },
  ])
})

test('[F01] what was watched last counts more', () => {
  const candidates = [...genreCandidates(2, '古装', [20]), ...genreCandidates(1, '悬疑', [10])]
  expect(ids(choose(candidates, [1, 2], none))).toEqual([10, 20])
})

test('[F01] the number of recommendations is limited, and so is that of one watched title', () => {
  const many = (source: number) =>
    genreCandidates(
      source,
      '悬疑',
      Array.from({ length: 60 }, (_, at) => source * 100 + at),
    )
  expect(choose(many(1), [1], none)).toHaveLength(10)
  expect(choose([...many(1), ...many(2), ...many(3)], [1, 2, 3], none)).toHaveLength(maxRecommendations)
})

test('[F01] a title leads to others by its director and its first actors', () => {
  const title = { id: 1, pidId: 1, directors: ['甲', '乙'], actors: ['丙', '丁', '戊'], genres: [] }
  expect(leadsOf(title).map(({ name }) => name)).toEqual(['甲', '丙', '丁'])
})
