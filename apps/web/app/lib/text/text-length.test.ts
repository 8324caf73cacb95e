import { expect, test } from 'vitest'
import { lengthOf } from './text-length.ts'

test('[I01] characters are counted as people count them, without white space around them', () => {
  expect([' 𠀀👍 \n', ' 好𠮷看 ', '   ', ''].map(lengthOf)).toEqual([2, 3, 0, 0])
})
