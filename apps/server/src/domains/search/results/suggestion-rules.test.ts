import type { Suggestion } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { joinSuggestions } from './suggestion-rules.ts'

const title = (text: string): Suggestion => ({ kind: 'title', text, marks: [], remark: '', id: 1, pidId: 1 })
const channel = (text: string): Suggestion => ({
  kind: 'channel',
  text,
  marks: [],
  remark: '频道',
  channel: {
    id: 1,
    types: 'tv',
    group: '云幕',
    overseas: false,
  },
})
const texts = (lines: readonly Suggestion[]): string => lines.map(({ text }) => text).join('')

test('[C02] there are at most six suggestions, at most two of them channels', () => {
  const titles = [...'甲乙丙丁戊己庚'].map(title)
  const channels = [...'一二三'].map((text) => ({ line: channel(text), isNamed: false }))
  expect(texts(joinSuggestions([], []))).toBe('')
  expect(texts(joinSuggestions(titles, []))).toBe('甲乙丙丁戊己')
  expect(texts(joinSuggestions(titles, channels))).toBe('甲乙丙丁一二')
  expect(texts(joinSuggestions([], channels))).toBe('一二')
})

test('[C02] a channel whose name is the query comes before the titles, others after them', () => {
  const channels = [
    { line: channel('一'), isNamed: false },
    { line: channel('二'), isNamed: true },
  ]
  expect(texts(joinSuggestions([title('甲')], channels))).toBe('二甲一')
})
