import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64ByteLength, middleSquare } from './portrait-rules.ts'

test('[E05] the square is the largest that fits, and centred', () => {
  expect(middleSquare(300, 200)).toEqual({ left: 50, top: 0, side: 200 })
  expect(middleSquare(201, 400)).toEqual({ left: 0, top: 99, side: 201 })
  const size = fc.integer({ min: 1, max: 20_000 })
  fc.assert(
    fc.property(size, size, (width, height) => {
      const { left, top, side } = middleSquare(width, height)
      expect(side).toBe(Math.min(width, height))
      expect(left >= 0 && left + side <= width && top >= 0 && top + side <= height).toBe(true)
    }),
  )
})

test('[E05] the byte length of a base64 text excludes its padding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(base64ByteLength(Buffer.from(bytes).toString('base64'))).toBe(bytes.length)
    }),
  )
})
