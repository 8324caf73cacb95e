import fc from 'fast-check'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readZip } from './read-zip.ts'

/** An archive with one file, by the format's own words. */
function zipOf(bytes: Buffer, change: { method?: number; size?: number; flags?: number } = {}): Buffer {
  const { method = 8, size = bytes.length, flags = 0 } = change
  const packed = method === 8 ? deflateRawSync(bytes) : bytes
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(size, 18)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, packed])
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\0\0'), fields, Buffer.alloc(14)])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(entry.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, entry, Buffer.from('PK\x05\x06'), end])
}
const text = Buffer.from('支付宝交易号,商户订单号\n'.repeat(50))

test('[J04] files of an archive are read, packed or not', () => {
  expect(readZip(zipOf(text), 10_000)).toEqual([text])
  expect(readZip(zipOf(text, { method: 0 }), 10_000)).toEqual([text])
})

test('[J04] an archive that unpacks to more than it says or than is allowed is refused', () => {
  const zeros = Buffer.alloc(5_000_000)
  expect(readZip(zipOf(zeros), 1_000_000)).toBeNull()
  expect(readZip(zipOf(zeros, { size: 100 }), 1_000_000)).toBeNull()
  expect(readZip(zipOf(text, { size: text.length + 1 }), 1_000_000)).toBeNull()
})

test('[J04] encrypted, cut and foreign bytes are refused, and none make the reader throw', () => {
  const whole = zipOf(text)
  expect(readZip(zipOf(text, { flags: 1 }), 10_000)).toBeNull()
  expect(readZip(zipOf(text, { method: 12 }), 10_000)).toBeNull()
  for (let end = 0; end < whole.length; end++) expect(readZip(whole.subarray(0, end), 10_000)).toBeNull()
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
      const changed = Buffer.from(whole)
      changed.writeUInt8(byte, at)
      readZip(changed, 10_000)
    }),
  )
  fc.assert(fc.property(fc.uint8Array(), (bytes) => readZip(Buffer.from(bytes), 10_000) === null))
})
