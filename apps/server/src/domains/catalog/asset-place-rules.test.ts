import { expect, test } from 'vitest'
import { isForVips, isShown, type AssetPlace } from './asset-place-rules.ts'

const nowSec = 1_000_000
const place = (given: Partial<AssetPlace> = {}): AssetPlace => ({
  titleId: 1,
  sourceId: 1,
  vip: false,
  airAt: null,
  isVisible: true,
  ...given,
})
const [free, vip] = [place(), place({ vip: true })]
const later = { airAt: nowSec + 1 }
const hidden = { isVisible: false }

test('[J03] an asset is for VIPs if all episodes are that a viewer may see now', () => {
  const cases: [AssetPlace[], boolean][] = [
    [[], false],
    [[free], false],
    [[vip], true],
    [[vip, free], false],
    [[vip, place({ ...hidden })], true],
    [[place({ ...hidden, vip: true }), free], false],
    // VIPs see it before others.
    [[vip, place({ ...later })], true],
    [[place({ airAt: nowSec, vip: true }), place({ airAt: nowSec })], false],
    [[place({ ...later, vip: true })], true],
    [[place({ ...later, vip: true }), place({ ...later })], false],
    [[place({ ...hidden, vip: true })], true],
    [[place({ ...hidden, vip: true }), place({ ...hidden })], false],
  ]
  for (const [places, expected] of cases) expect(isForVips(places, nowSec), JSON.stringify(places)).toBe(expected)
})

test('an asset of hidden titles alone is not shown', () => {
  expect([isShown([]), isShown([place(hidden)]), isShown([place(hidden), vip])]).toEqual([false, false, true])
})
