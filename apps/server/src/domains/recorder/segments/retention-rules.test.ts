import { expect, test } from 'vitest'
import { minRetentionMs, excessBytes, expiredBeforeMs } from './retention-rules.ts'

const gigabyte = 1024 ** 3
const roomy = { freeBytes: 500 * gigabyte, sizeBytes: 1000 * gigabyte }

test('[B07] a recording goes when its hours are over, the newest minutes never', () => {
  expect(expiredBeforeMs(1e12, 24)).toBe(1e12 - 86_400_000)
  expect(expiredBeforeMs(1e12, 0)).toBe(1e12 - minRetentionMs)
})

test('[B07] recordings give way to their own limit, and to a disk that runs full', () => {
  expect(excessBytes(10 * gigabyte, 0, roomy)).toBe(0)
  expect(excessBytes(10 * gigabyte, 8 * gigabyte, roomy)).toBe(2 * gigabyte)
  expect(excessBytes(10 * gigabyte, 0, { freeBytes: 15 * gigabyte, sizeBytes: 1000 * gigabyte })).toBe(5 * gigabyte)
  expect(excessBytes(3 * gigabyte, 0, { freeBytes: 0, sizeBytes: 1000 * gigabyte })).toBe(3 * gigabyte)
  expect(excessBytes(gigabyte, 0, { freeBytes: 2 * gigabyte, sizeBytes: 20 * gigabyte })).toBe(0)
})
