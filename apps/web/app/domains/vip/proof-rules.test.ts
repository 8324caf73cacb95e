import { expect, test } from 'vitest'
import { fitWithin } from './proof-rules.ts'

test('[J04] a picture of a transfer keeps its shape and is at most as large as needed', () => {
  expect(fitWithin({ width: 1290, height: 2796 }, 1600)).toEqual({ width: 738, height: 1600 })
  expect(fitWithin({ width: 4000, height: 1000 }, 1600)).toEqual({ width: 1600, height: 400 })
  expect(fitWithin({ width: 640, height: 480 }, 1600)).toEqual({ width: 640, height: 480 })
  expect(fitWithin({ width: 9000, height: 2 }, 1600)).toEqual({ width: 1600, height: 1 })
})
