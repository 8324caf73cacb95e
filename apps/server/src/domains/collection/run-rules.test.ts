import { expect, test } from 'vitest'
import { addExamples, hoursSince, nextPaging, type Paging } from './run-rules.ts'

/** How many pages are read of a source whose pages bring so many new titles each, and which states so many pages. */
function pagesRead(unseen: readonly number[], pageCount: number, maxPages = 0): number {
  let paging: Paging = { page: 0, pageCount: 0, stale: 0, isOver: false }
  while (!paging.isOver) {
    const page = paging.page + 1
    paging = nextPaging(paging, { page, pageCount, unseen: unseen[page - 1] ?? 0, maxPages })
  }
  return paging.page
}

test.each([
  ['the pages that are stated, and one more, which is empty', [9, 9, 9], 3, 0, 4],
  ['pages beyond those that are stated, while they bring something', [9, 9, 9, 9], 1, 0, 5],
  ['not far beyond the last page where more are stated', [9, 9], 1000, 0, 7],
  ['past pages that repeat others', [9, 0, 0, 9, 9], 5, 0, 6],
  ['a source that answers each page with the first', [9], 100_000, 0, 6],
  ['as many as the operator wants', [9, 9, 9, 9], 4, 2, 2],
  ['one of a source without titles', [], 0, 0, 1],
])('[M02] a run reads %s', (_, unseen, pageCount, maxPages, expected) => {
  expect(pagesRead(unseen, pageCount, maxPages)).toBe(expected)
})

test('[M02] a source is asked for what changed since the last run, with a margin for its clock', () => {
  expect([hoursSince(0, 5000), hoursSince(5000, 5000), hoursSince(5000, 5000 + 3600 * 24)]).toEqual([0, 3, 26])
})

test('[M02] a report has the first examples of each kind', () => {
  const of = (kind: 'conflict' | 'changed', count: number) =>
    Array.from({ length: count }, (_, at) => ({ kind, name: `${at}`, titleId: at, fields: [], lines: [] }))
  const all = addExamples(addExamples([], of('changed', 300)), [...of('changed', 5), ...of('conflict', 3)])
  expect(all.filter(({ kind }) => kind === 'changed').length).toBe(20)
  expect(all.length).toBe(23)
})
