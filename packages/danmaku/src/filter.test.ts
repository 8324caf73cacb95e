import { expect, test } from 'vitest'
import { flying, settings } from './danmaku.fixture.ts'
import { createFilter } from './filter.ts'
import { normalize, mergeKey } from './normalize.ts'

const shows = (given: Parameters<typeof flying>[0], changed: Partial<typeof settings>): boolean =>
  createFilter({ ...settings, ...changed })(flying(given))

test.each([
  ['a word', { text: '前方高能' }, { words: ['高能'] }],
  ['a word in full width and capitals', { text: 'ＡＢｃ来了' }, { words: ['abC'] }],
  ['a word with unseen characters between', { text: '高\u200b能\u202e预警' }, { words: ['高能'] }],
  ['what a pattern finds', { text: '第12集最好看' }, { patterns: ['第\\d+集'] }],
  ['what a person says', { user: 'x1' }, { users: ['x1'] }],
  ['what has colour', { color: 0xfe0302 }, { color: false }],
  ['what flies', { mode: 'scroll' as const }, { scroll: false }],
  ['what flies the other way', { mode: 'reverse' as const }, { scroll: false }],
  ['what stands at the top', { mode: 'top' as const }, { top: false }],
  ['what stands at the foot', { mode: 'bottom' as const }, { bottom: false }],
  ['what weighs too little', { weight: 3 }, { level: 4 }],
])("[I02] %s is hidden if the viewer excludes it, but never the viewer's own", (_, given, changed) => {
  expect(shows(given, changed)).toBe(false)
  expect(shows({ ...given, mine: true }, changed)).toBe(true)
  expect(shows(given, {})).toBe(true)
})

test('[I02] patterns that cannot be read and empty words hide nothing', () => {
  expect(shows({}, { patterns: ['(', '[', 'a'.repeat(101), '(?=弹)'], words: ['\u200b', ''] })).toBe(true)
  expect(shows({ text: '剧透' }, { patterns: ['(', '剧.'] })).toBe(false)
})

test('[I02] texts are the same whatever their width, spaces, drawn-out ends and signs', () => {
  expect(new Set(['哈哈哈', '哈哈哈哈哈哈', '哈 哈 哈！！', '哈哈哈～'].map(mergeKey)).size).toBe(1)
  expect(mergeKey('666')).toBe(mergeKey('６６６６６６'))
  expect(mergeKey('？？？')).toBe(mergeKey('？？？？？'))
  expect(mergeKey('哈哈')).not.toBe(mergeKey('哈哈哈'))
  expect(normalize('Ｌｅｔ\ufe0f’s')).toBe('let’s')
})
