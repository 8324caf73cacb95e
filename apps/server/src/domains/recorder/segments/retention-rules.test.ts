import { expect, test } from 'vitest'
import { minRetentionMs, excessBytes, expiredBeforeMs } from './retention-rules.ts'

const gigabyte = 1024 ** 3
const roomy = { freeBytes: 500 * gigabyte, sizeBytes: 1000 * gigabyte }

test('a recording expires after its retention, but never the newest minutes', () => {
  expect(expiredBeforeMs(1e12, 24)).toBe(1e12 - 86_400_000)
  expect(expiredBeforeMs(1e12, 0)).toBe(1e12 - minRetentionMs)
})

test('recordings are deleted above their own limit, and when the disk is nearly full', () => {
  expect(excessBytes(10 * gigabyte, 0, roomy)).toBe(0)
  expect(excessBytes(10 * gigabyte, 8 * gigabyte, roomy)).toBe(2 * gigabyte)
  expect(excessBytes(10 * gigabyte, 0, { freeBytes: 15 * gigabyte, sizeBytes: 1000 * gigabyte })).toBe(5 * gigabyte)
  expect(excessBytes(3 * gigabyte, 0, { freeBytes: 0, sizeBytes: 1000 * gigabyte })).toBe(3 * gigabyte)
  expect(excessBytes(gigabyte, 0, { freeBytes: 2 * gigabyte, sizeBytes: 20 * gigabyte })).toBe(0)
})
