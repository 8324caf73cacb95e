import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePictureUrl, servedWidth } from './picture-url.ts'

test.each([
  '/media/art/poster/1-0-abcdefghi.webp',
  '/media/art/poster/1-0-abcdefghijk.webp',
  '/media/art/poster/01-0-abcdefghij.webp',
  '/media/art/poster/1--1-abcdefghij.webp',
  '/media/art/poster/1-0-abcdefg/ij.webp',
  '/media/art/poster/1-0-abcdefghij.png',
  '/media/art/crest/1-0-abcdefghij.webp',
  '/media/art/poster/1-0-abcdefghij.webp\n',
  '/media/art/person/256.webp',
  '/media/art/person/01.webp',
  '/media/art/person/-1.webp',
  '/media/pictures/1-1-.webp',
  '/media/pictures/1-1-a..b.webp',
  '/media/pictures/1-1-A.webp',
  '/media/pictures/0-1-poster.webp',
  '/media/pictures/1-poster.webp',
])('%j is not the address of a picture', (path) => {
  expect(parsePictureUrl(path)).toBeNull()
})

test('addresses of generated and imported pictures are parsed', () => {
  expect(parsePictureUrl('/media/art/still/12-3-Ab_-efghij.webp')).toEqual({
    kind: 'art',
    shape: 'still',
    titleId: 12,
    level: 3,
    digest: 'Ab_-efghij',
  })
  expect(parsePictureUrl('/media/art/person/255.webp')).toEqual({ kind: 'person', seed: 255 })
  expect(parsePictureUrl('/media/pictures/7-2-still-1.webp')).toEqual({
    kind: 'stored',
    assetId: 7,
    name: '7-2-still-1',
  })
})

test.each([
  ['', 300],
  ['w=', 300],
  ['w=abc', 300],
  ['w=-5', 300],
  ['w=0', 300],
  ['w=Infinity', 300],
  ['w=1', 180],
  ['w=240', 300],
  ['w=300', 300],
  ['w=1e9', 960],
  ['other=1&w=480', 480],
])('a poster requested with %j is %i wide', (query, width) => {
  expect(servedWidth(query, 'poster')).toBe(width)
})

test('only a few widths are served, whatever is requested', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (w) => {
      const query = new URLSearchParams({ w }).toString()
      expect([180, 300, 480, 960, 1600]).toContain(servedWidth(query, 'backdrop'))
      expect([180, 300, 480, 960]).toContain(servedWidth(query, 'poster'))
    }),
  )
})
