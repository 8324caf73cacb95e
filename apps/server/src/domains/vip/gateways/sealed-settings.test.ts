import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { createSealer } from './sealed-settings.ts'

const sealer = createSealer('a-secret-of-the-data-folder-01234567')
const values = { pid: '1001', key: 'SECRETKEY-zhima' }

describe('sealed settings', () => {
  test('[J04] are not opened with another key, for another gateway, or after a change of any byte', () => {
    const sealed = sealer.seal('epay', values)
    expect(createSealer('another-secret-of-a-data-folder-0123').open('epay', sealed)).toBeNull()
    expect(sealer.open('stripe', sealed)).toBeNull()
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8((changed[at] ?? 0) ^ 1, at)
      expect(sealer.open('epay', changed), `byte ${at}`).toBeNull()
      expect(sealer.open('epay', sealed.subarray(0, at)), `${at} bytes`).toBeNull()
    }
  })

  test('[J04] have nothing of the values in them, and are never the same', () => {
    const [first, second] = [sealer.seal('epay', values), sealer.seal('epay', values)]
    expect(first.includes('SECRETKEY')).toBe(false)
    expect(first.includes('pid')).toBe(false)
    expect(first.equals(second)).toBe(false)
    expect(sealer.open('epay', first)).toEqual(values)
  })

  test('[J04] no bytes make opening throw', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => sealer.open('epay', Buffer.from(bytes)) === null))
  })
})
