import { expect, test } from 'vitest'
import { frameDocument, hasContent, isPicture, parseShownAds, withShown } from './ad-rules.ts'

const ad = { type: 1, img: '/a.webp', html: '', words: '' }

test('[A12] an advertisement without content is not shown', () => {
  expect(hasContent({ ...ad, img: '' })).toBe(false)
  expect(hasContent({ ...ad, type: 2 })).toBe(false)
})

test('[A12] type 1 is a picture and any other type HTML or text', () => {
  const html = { ...ad, type: 7, img: '', html: '<b>' }
  const words = { ...ad, type: 5, img: '', words: '来看' }
  expect([ad, html, words].map(hasContent)).toEqual([true, true, true])
  expect([ad, html, words].map(isPicture)).toEqual([true, false, false])
})

test('[A12] links of a framed ad open in a new tab', () => {
  expect(frameDocument('<a href="/x">x</a>')).toMatch(/<base target="_blank">.*<a href="\/x">x<\/a>$/)
})

test.each([null, '', '{', '7', '{"day":"2026-11-26","counts":{"1":2}}', '{"day":"2026-11-27","counts":3}'])(
  '[J05] %s is no record of what was shown today',
  (text) => {
    expect(parseShownAds(text, '2026-11-27')).toEqual({ day: '2026-11-27', counts: {} })
  },
)

test('[J05] impressions of a day are counted in the browser', () => {
  const text = '{"day":"2026-11-27","counts":{"1":2,"2":"many"}}'
  const shown = withShown(withShown(parseShownAds(text, '2026-11-27'), 1), 3)
  expect(shown).toEqual({ day: '2026-11-27', counts: { 1: 3, 3: 1 } })
  expect(parseShownAds(JSON.stringify(shown), '2026-11-27')).toEqual(shown)
})
