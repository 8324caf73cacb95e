import { expect, test } from 'vitest'
import { frameDocument, homeAdOf, isPicture } from './ad-rules.ts'

const ad = { id: 1, anchor: 'ALL1', type: 1, uri: '', img: '/a.webp', html: '' }

test('[A12] an advertisement of another place or without content is not the home ad', () => {
  expect(homeAdOf([])).toBeUndefined()
  expect(homeAdOf([{ ...ad, anchor: 'SIDE' }])).toBeUndefined()
  expect(homeAdOf([{ ...ad, img: '' }])).toBeUndefined()
  expect(homeAdOf([{ ...ad, type: 2 }])).toBeUndefined()
})

test('[A12] ALL1 marks the home ad; type 1 is a picture and any other type HTML', () => {
  const html = { ...ad, id: 2, type: 7, img: '', html: '<b>' }
  expect(homeAdOf([{ ...ad, anchor: 'SIDE' }, html, ad])).toBe(html)
  expect([isPicture(ad), isPicture(html)]).toEqual([true, false])
})

test('[A12] links of a framed ad open in a new tab', () => {
  expect(frameDocument('<a href="/x">x</a>')).toMatch(/<base target="_blank">.*<a href="\/x">x<\/a>$/)
})
