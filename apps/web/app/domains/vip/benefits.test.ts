import { expect, test } from 'vitest'
import { benefitKinds, benefitsGiven } from './benefits.ts'

const none = { noAds: false, download: false, minHeight: 0, titles: false, streams: { user: 2, vip: 2 } }

test.each([
  [{}, []],
  [{ noAds: true }, ['noAds']],
  [{ download: true }, ['download']],
  [{ minHeight: 1080 }, ['cinema']],
  [{ titles: true }, ['titles']],
  [{ streams: { user: 2, vip: 4 } }, ['streams']],
  [{ streams: { user: 2, vip: 0 } }, ['streams']],
  [{ streams: { user: 0, vip: 4 } }, []],
  [{ streams: { user: 4, vip: 2 } }, []],
  [{ noAds: true, download: true, minHeight: 720, titles: true, streams: { user: 1, vip: 2 } }, benefitKinds],
] as const)('[D06] of %j VIPs are promised %j', (given, kinds) => {
  expect(benefitsGiven({ ...none, ...given })).toEqual(kinds)
})
