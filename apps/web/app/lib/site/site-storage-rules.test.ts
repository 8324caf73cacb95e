import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStoredSite } from './site-storage-rules.ts'

const like = { name: '云幕', live_live: true }

test('[A15] for any stored value, only data of the expected shape is used', () => {
  const others = [null, '', '{', '7', '[]', '{"t":7}', '{"t":{"name":"云幕"}}', '{"t":{"name":"云幕","live_live":1}}']
  for (const text of [...others, JSON.stringify({ t: { ...like, more: 1 } })])
    expect(readStoredSite(text, 't', like)).toBeNull()
  fc.assert(fc.property(fc.json(), (text) => readStoredSite(text, 't', like) === null))
})

test('[A15] data stored for a script is found again, for that script only', () => {
  const kept = { name: '雲幕', live_live: false }
  const text = JSON.stringify({ t: kept })
  expect(readStoredSite(text, 't', like)).toEqual(kept)
  expect(readStoredSite(text, 's', like)).toBeNull()
})
