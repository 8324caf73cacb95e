import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readKept } from './site-keeper-rules.ts'

const like = { name: '云幕', live_live: true }

test('[A15] whatever stands in the storage, only data of the shape that is sent now is taken', () => {
  const others = [null, '', '{', '7', '[]', '{"t":7}', '{"t":{"name":"云幕"}}', '{"t":{"name":"云幕","live_live":1}}']
  for (const text of [...others, JSON.stringify({ t: { ...like, more: 1 } })])
    expect(readKept(text, 't', like)).toBeNull()
  fc.assert(fc.property(fc.json(), (text) => readKept(text, 't', like) === null))
})

test('[A15] what was kept of a script is found again, and only of that', () => {
  const kept = { name: '雲幕', live_live: false }
  const text = JSON.stringify({ t: kept })
  expect(readKept(text, 't', like)).toEqual(kept)
  expect(readKept(text, 's', like)).toBeNull()
})
