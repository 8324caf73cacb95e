import fc from 'fast-check'
import { expect, test } from 'vitest'
import { audioTracks, languageTag, trackLabel } from './audio-tracks.ts'

test.each([
  ['chi', 'zh'],
  ['zho', 'zh'],
  ['zh_CN', 'zh-CN'],
  ['yue', 'yue'],
  ['eng', 'en'],
  ['und', ''],
  ['', ''],
  ['x!', ''],
])('the language %j is %j', (written, tag) => {
  expect(languageTag(written)).toBe(tag)
})

test('a label is the language, the title if it adds something, else the number', () => {
  expect(trackLabel({ language: 'yue', title: '', fallback: '音轨 1' })).toBe('粤语')
  expect(trackLabel({ language: 'en', title: '导演解说', fallback: '' })).toBe('英语 导演解说')
  expect(trackLabel({ language: '', title: '', fallback: '音轨 2' })).toBe('音轨 2')
})

test('a title from a file is cut to one line of at most sixty characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
      const label = trackLabel({ language: '', title, fallback: '音轨 1' })
      expect(label).not.toBe('')
      expect([...label].length).toBeLessThanOrEqual(60)
      expect(label).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    }),
  )
})

test('exactly one audio track is the default: the one that the file marks, else the first', () => {
  const track = { index: 1, codec: 'aac', channels: 2, language: '', title: '', isDefault: false }
  expect(audioTracks([track, track]).map(({ isDefault }) => isDefault)).toEqual([true, false])
  expect(audioTracks([track, { ...track, isDefault: true }]).map(({ isDefault }) => isDefault)).toEqual([false, true])
  expect(audioTracks([])).toEqual([])
})
