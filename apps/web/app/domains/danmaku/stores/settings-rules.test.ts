import { DanmakuSettings, defaultDanmakuSettings } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storedSettingsFor, mergeSettings, parseStoredSettings, withEntry } from './settings-rules.ts'

test.each([null, '', '{', '7', 'null', '[]', '{"settings":7}', '{"isUnsaved":true}'])(
  '[I02] settings stored as %s become the defaults',
  (text) => {
    expect(parseStoredSettings(text)).toEqual({ settings: defaultDanmakuSettings, isUnsaved: false, userId: 0 })
  },
)

test('[I02] an invalid part does not affect the other parts', () => {
  const text = JSON.stringify({
    settings: { opacity: 7000, area: 75, words: ['剧透', 7], size: 120 },
    isUnsaved: true,
    userId: 7,
  })
  const settings = { ...defaultDanmakuSettings, area: 75, size: 120 }
  expect(parseStoredSettings(text)).toEqual({ settings, isUnsaved: true, userId: 7 })
})

test('[I02] any stored settings are read as settings that the account accepts', () => {
  const anything = fc.record(
    { on: fc.anything(), opacity: fc.anything(), speed: fc.integer(), users: fc.anything(), density: fc.string() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(anything, (settings) => {
      expect(DanmakuSettings.safeParse(parseStoredSettings(JSON.stringify({ settings })).settings).success).toBe(true)
    }),
  )
})

const here = { ...defaultDanmakuSettings, opacity: 30, words: ['剧透'] }
const ofAccount = { ...defaultDanmakuSettings, opacity: 90, users: ['a1'] }

test('[I02] settings of a visitor or another user never replace those of an account', () => {
  for (const userId of [0, 8])
    expect(mergeSettings({ settings: here, isUnsaved: true, userId }, ofAccount, 7)).toEqual({
      settings: ofAccount,
      isUnsaved: false,
      userId: 7,
    })
})

test('[I02] settings of a visitor are taken over by an account without settings, and those of another user are not', () => {
  expect(mergeSettings({ settings: here, isUnsaved: true, userId: 0 }, null, 7)).toEqual({
    settings: here,
    isUnsaved: true,
    userId: 7,
  })
  expect(mergeSettings({ settings: here, isUnsaved: true, userId: 8 }, null, 7)).toEqual({
    settings: defaultDanmakuSettings,
    isUnsaved: false,
    userId: 7,
  })
})

test("[I02] of a user's own settings the newest win: unsent ones of the browser, else those of the account", () => {
  const own = { settings: here, isUnsaved: true, userId: 7 }
  expect(mergeSettings(own, ofAccount, 7)).toEqual(own)
  expect(mergeSettings({ ...own, isUnsaved: false }, ofAccount, 7).settings).toEqual(ofAccount)
  expect(mergeSettings({ ...own, isUnsaved: false }, null, 7).settings).toEqual(here)
})

test('[I02] after signing out or in as another user nothing of the previous user is left, and a visitor’s settings stay for the moment', () => {
  const plain = { settings: defaultDanmakuSettings, isUnsaved: false }
  expect(storedSettingsFor({ settings: here, isUnsaved: true, userId: 8 }, 0)).toEqual({ ...plain, userId: 0 })
  expect(storedSettingsFor({ settings: here, isUnsaved: false, userId: 8 }, 7)).toEqual({ ...plain, userId: 7 })
  const ofVisitor = { settings: here, isUnsaved: true, userId: 0 }
  expect(storedSettingsFor(ofVisitor, 7)).toBe(ofVisitor)
})

test('[I02] a list contains each entry once, the newest last', () => {
  expect(withEntry(['a', 'b', 'c'], 'a', 3)).toEqual(['b', 'c', 'a'])
  expect(withEntry(['a', 'b', 'c'], 'd', 3)).toEqual(['b', 'c', 'd'])
})
