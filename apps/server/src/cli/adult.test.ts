import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'

const { yunmu, refusal } = await createCommandLine()

test.each([
  [['adult', 'set', '999'], '没有编号为“999”的影片'],
  [['adult', 'set', 'x'], '没有编号为“x”的影片'],
  [['adult', 'clear', '999'], '没有编号为“999”的影片'],
])('yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args)).toContain(words)
})

test('without marked titles the list says so', async () => {
  expect((await yunmu('adult', 'list')).stdout).toBe('还没有标为不适合未成年人的影片。\n')
})
