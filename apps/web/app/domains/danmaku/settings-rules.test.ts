import { DanmakuSettings, plainDanmakuSettings } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeSettings, readKept, withEntry } from './settings-rules.ts'

test.each([null, '', '{', '7', 'null', '[]', '{"settings":7}', '{"isUnsaved":true}'])(
  '[I02] settings kept as %s are those of the first visit',
  (text) => {
    expect(readKept(text)).toEqual({ settings: plainDanmakuSettings, isUnsaved: false })
  },
)

test('[I02] a part that makes no sense costs the other parts nothing', () => {
  const text = JSON.stringify({ settings: { opacity: 7000, area: 75, words: ['剧透', 7], size: 120 }, isUnsaved: true })
  expect(readKept(text)).toEqual({ settings: { ...plainDanmakuSettings, area: 75, size: 120 }, isUnsaved: true })
})

test('[I02] whatever is kept, what is read can be kept by the account', () => {
  const anything = fc.record(
    { on: fc.anything(), opacity: fc.anything(), speed: fc.integer(), users: fc.anything(), density: fc.string() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(anything, (settings) => {
      expect(DanmakuSettings.safeParse(readKept(JSON.stringify({ settings })).settings).success).toBe(true)
    }),
  )
})

test('[I02] the newest settings win: what the account has not heard of, else what the account has', () => {
  const own = { ...plainDanmakuSettings, opacity: 30 }
  const others = { ...plainDanmakuSettings, opacity: 90 }
  expect(mergeSettings({ settings: own, isUnsaved: true }, others)).toEqual({ settings: own, isUnsaved: true })
  expect(mergeSettings({ settings: own, isUnsaved: false }, others)).toEqual({ settings: others, isUnsaved: false })
  expect(mergeSettings({ settings: own, isUnsaved: false }, null)).toEqual({ settings: own, isUnsaved: false })
})

test('[I02] a list has each entry once and the newest last', () => {
  expect(withEntry(['a', 'b', 'c'], 'a', 3)).toEqual(['b', 'c', 'a'])
  expect(withEntry(['a', 'b', 'c'], 'd', 3)).toEqual(['b', 'c', 'd'])
})
