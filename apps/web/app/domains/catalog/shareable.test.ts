import { expect, test } from 'vitest'
import { firstSentence } from './shareable.ts'

test('an introduction offers its first sentence for a poster if that is short', () => {
  expect(firstSentence('一九八六年冬，灯塔灭了。后来……')).toBe('一九八六年冬，灯塔灭了。')
  expect(firstSentence('没有句号')).toBe('')
  expect(firstSentence(`${'很长'.repeat(20)}。`)).toBe('')
})
