import { expect, test } from 'vitest'
import { heightName, qualityPlate } from './quality-rules.ts'

test.each([
  [{ height: 2160, hdr: true, channels: 6 }, '4K HDR 5.1', true],
  [{ height: 2304, hdr: false, channels: 2 }, '4K', true],
  [{ height: 1440, hdr: false, channels: 8 }, '2K 7.1', true],
  [{ height: 1080, hdr: false, channels: 2 }, '1080P', false],
  [{ height: 1080, hdr: true, channels: 0 }, '1080P HDR', true],
  [{ height: 1079, hdr: false, channels: 5 }, '1079P', false],
  [{ height: 720, hdr: false, channels: 6 }, '720P 5.1', false],
])('[J03] a poster says of %j nothing that is not there: %s', (quality, text, isGold) => {
  expect(qualityPlate(quality)).toEqual({ text, isGold })
})

test('a height is called by the picture that it reaches', () => {
  expect([2159, 1439, 480].map(heightName)).toEqual(['2K', '1080P', '480P'])
})
