import { expect, test } from 'vitest'
import { lengthOf } from './text-length.ts'

test('[I01] graphemes are counted, without surrounding white space', () => {
  expect([' 𠀀👍 \n', ' 好𠮷看 ', '   ', ''].map(lengthOf)).toEqual([2, 3, 0, 0])
})
