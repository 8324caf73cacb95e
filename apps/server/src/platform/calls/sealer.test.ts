import { openSealed } from '@yunmu/contract/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSealer } from './sealer.ts'

const siteKey = 's'.repeat(43)
const sealer = createSealer(siteKey)
const days = ['2026-01-01', '2026-01-02'] as const

test('[K03] another key, or another day, gives another text', () => {
  const text = sealer.seal('{}', days[0], 'live')
  expect(text).not.toBe(sealer.seal('{}', days[1], 'live'))
  expect(text).not.toBe(createSealer('t'.repeat(43)).seal('{}', days[0], 'live'))
})

test('[K03] replies of any length open to their content, and equal replies are equal', () => {
  const replies = fc.oneof(fc.jsonValue(), fc.string({ minLength: 40, maxLength: 400 }))
  fc.assert(
    fc.property(replies, fc.constantFrom(...days), fc.constantFrom('live', 'cached'), (reply, day, effort) => {
      const json = JSON.stringify(reply)
      const text = sealer.seal(json, day, effort)
      expect(openSealed(text, siteKey, day)).toEqual(JSON.parse(json))
      expect(sealer.seal(json, day, effort)).toBe(text)
    }),
  )
})
