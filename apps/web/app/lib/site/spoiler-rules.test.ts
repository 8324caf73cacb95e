import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultSpoilers, isHidden, parseSpoilers, settleSpoilers, withOpened, type Spoilers } from './spoiler-rules.ts'

const hiding: Spoilers = { ...defaultSpoilers, isHiding: true }
const over: Parameters<typeof isHidden>[1] = { id: 7, state: 'over', score: [2, 1] }

test('[H01] for any stored text there is a choice, and only a valid one is not the default', () => {
  for (const text of [null, '', '{', '7', '[]', '{"isHiding":1}', '{"isHiding":true,"userId":"7","opened":[]}'])
    expect(parseSpoilers(text)).toEqual(defaultSpoilers)
  fc.assert(fc.property(fc.json(), (text) => !parseSpoilers(text).isHiding))
  const opened = withOpened({ ...hiding, userId: 7 }, 3)
  expect(parseSpoilers(JSON.stringify(opened))).toEqual(opened)
  expect(parseSpoilers('{"isHiding":true,"userId":0,"opened":[1,"2",3]}').opened).toEqual([1, 3])
})

test('[H01] the course of a match is hidden from a reader who hides scores, until they open that match', () => {
  expect(isHidden(defaultSpoilers, over)).toBe(false)
  expect(isHidden(hiding, over)).toBe(true)
  expect(isHidden(hiding, { ...over, state: 'live' })).toBe(true)
  expect(isHidden(withOpened(hiding, 7), over)).toBe(false)
  expect(isHidden(withOpened(hiding, 8), over)).toBe(true)
  // A coming match and one without a score have nothing to hide.
  expect(isHidden(hiding, { ...over, state: 'upcoming', score: [0, 0] })).toBe(false)
  expect(isHidden(hiding, { ...over, score: null })).toBe(false)
})

test('[H01] opened matches are remembered once each, and the oldest are forgotten', () => {
  let spoilers = hiding
  for (let id = 1; id <= 400; id++) spoilers = withOpened(withOpened(spoilers, id), id)
  expect(spoilers.opened).toHaveLength(300)
  expect(spoilers.opened.at(-1)).toBe(400)
  expect(withOpened(spoilers, 399).opened.at(-1)).toBe(399)
})

test.each<[string, Partial<Spoilers>, boolean, Partial<Spoilers>]>([
  ['another device has changed it', { userId: 7, isHiding: true }, false, { isHiding: false, isUnsaved: false }],
  [
    'it was changed here and not saved',
    { userId: 7, isHiding: true, isUnsaved: true },
    false,
    { isHiding: true, isUnsaved: true },
  ],
  [
    'it was changed here and has been saved',
    { userId: 7, isHiding: true, isUnsaved: true },
    true,
    { isHiding: true, isUnsaved: false },
  ],
  ['a visitor who hides scores signs in', { userId: 0, isHiding: true }, false, { isHiding: true, isUnsaved: true }],
  ['a visitor who does not signs in', { userId: 0, isHiding: false }, true, { isHiding: true, isUnsaved: false }],
  [
    'another user signs in',
    { userId: 8, isHiding: true, isUnsaved: true },
    false,
    { isHiding: false, isUnsaved: false },
  ],
])('[E05] [H01] the choice of the account and of the browser: %s', (_, stored, hidesScores, expected) => {
  const settled = settleSpoilers({ ...defaultSpoilers, ...stored }, { userId: 7, hidesScores })
  expect(settled).toMatchObject({ userId: 7, ...expected })
  // Told again, nothing changes.
  expect(settleSpoilers(settled, { userId: 7, hidesScores })).toEqual(settled)
})

test('[H01] after signing out the browser goes on as before', () => {
  expect(settleSpoilers({ ...hiding, userId: 7 }, null)).toEqual({ ...hiding, userId: 7 })
})
