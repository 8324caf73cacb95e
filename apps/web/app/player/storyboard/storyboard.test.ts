import { renderThumbnailsVtt, thumbnailsOf } from '@yunmu/hls'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStoryboard, tileAt } from './storyboard.ts'

const base = 'http://station.example/media/1/sig/v1-1-std/storyboard/board.vtt'

test.each([
  ['', 'nothing'],
  ['WEBVTT\n\n00:00:00.000 --> 00:00:05.000\nsheet.jpg', 'a cue without a place'],
  ['WEBVTT\n\n00:00:00.000 --> 00:00:05.000\njavascript:alert(1)#xywh=0,0,10,10', 'an address that is none'],
  ['WEBVTT\n\n00:00:05.000 --> 00:00:05.000\nsheet.jpg#xywh=0,0,10,10', 'a cue that lasts no time'],
  ['WEBVTT\n\n00:00:00.000 --> 00:00:05.000\nsheet.jpg#xywh=0,0,0,10', 'a tile without width'],
  ['\u0000\uFFFF#xywh=1,1,1,1', 'rubbish'],
])('[F08] %j contains no thumbnail: %s', (text) => {
  expect(parseStoryboard(text, base)).toEqual([])
})

test('[F08] parsing a storyboard never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => Array.isArray(parseStoryboard(text, base))),
  )
})

test('[F08] every thumbnail that the station writes is found at its time', () => {
  const board = fc.record({
    columns: fc.integer({ min: 1, max: 5 }),
    rows: fc.integer({ min: 1, max: 5 }),
    intervalSec: fc.integer({ min: 1, max: 10 }),
    durationSec: fc.integer({ min: 1, max: 400 }),
  })
  fc.assert(
    fc.property(board, (given) => {
      const sheetUris = Array.from({ length: 400 }, (_, index) => `sheet-${index}.jpg`)
      const text = renderThumbnailsVtt(thumbnailsOf({ ...given, sheetUris, tileWidth: 160, tileHeight: 90 }))
      const tiles = parseStoryboard(text, base)
      expect(tiles).toHaveLength(Math.ceil(given.durationSec / given.intervalSec))
      for (const [index, tile] of tiles.entries()) {
        expect(tileAt(tiles, (tile.startSec + tile.endSec) / 2)).toBe(tile)
        const inSheet = index % (given.columns * given.rows)
        expect([tile.x / 160, tile.y / 90]).toEqual([inSheet % given.columns, Math.floor(inSheet / given.columns)])
        expect(tile.sheet).toBe(new URL(`sheet-${Math.floor(index / (given.columns * given.rows))}.jpg`, base).href)
      }
      expect(tileAt(tiles, -1)).toBeNull()
    }),
  )
})
