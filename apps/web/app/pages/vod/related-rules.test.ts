import { expect, test } from 'vitest'
import { relatedBesidePlayer } from './related-rules.ts'

test.each([
  [1, 12, 4],
  [1, 6, 3],
  [1, 1, 0],
  [1, 0, 0],
  [24, 12, 0],
])(
  '[F06] of a title of %i episodes with %i related ones, %i are beside the player',
  (totalEpisodes, count, expected) => {
    const related = Array.from({ length: count })
    expect(relatedBesidePlayer({ totalEpisodes, sources: [], related })).toBe(expected)
  },
)
