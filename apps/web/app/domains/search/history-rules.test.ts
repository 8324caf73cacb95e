import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseHistory, withSearch, type SearchHistory } from './history-rules.ts'

test('[C03] values stored by other code are not a history', () => {
  for (const stored of ['', '{', 'null', '3', '{"a":1}', '"雾港"', '[1,null,{}]', '["","  "]'])
    expect(parseHistory(stored)).toEqual([])
  fc.assert(fc.property(fc.json(), (stored) => parseHistory(stored).length <= 10))
})

test('[C03] a repeated search is listed once, first', () => {
  expect(withSearch(['雾港来信', 'abc'], 'ＡＢＣ')).toEqual(['ＡＢＣ', '雾港来信'])
})

test('[C03] [L01] ten searches are stored without duplicates, the latest first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 3 }).filter((query) => query.trim() !== '')),
      (queries) => {
        const history = queries.reduce<SearchHistory>(withSearch, [])
        expect(history.length).toBeLessThanOrEqual(10)
        expect(new Set(history).size).toBe(history.length)
        expect(history[0]).toBe(queries.at(-1))
        expect(parseHistory(JSON.stringify(history))).toEqual(history)
      },
    ),
  )
})
