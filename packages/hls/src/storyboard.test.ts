import { expect, test } from 'vitest'
import { renderThumbnailsVtt, thumbnailsOf, type Storyboard } from './index.ts'

const renderStoryboardVtt = (given: Storyboard): string => renderThumbnailsVtt(thumbnailsOf(given))

const storyboard = {
  sheetUris: ['sb-001.jpg', 'sb-002.jpg'],
  columns: 2,
  rows: 2,
  tileWidth: 160,
  tileHeight: 90,
  intervalSec: 10,
  durationSec: 3652.5,
}

test('an address or interval that would break the track is refused', () => {
  expect(() => renderStoryboardVtt({ ...storyboard, sheetUris: ['a.jpg\n\n00:00'] })).toThrow(RangeError)
  expect(() => renderStoryboardVtt({ ...storyboard, intervalSec: 0 })).toThrow(RangeError)
  expect(() => renderStoryboardVtt({ ...storyboard, columns: 0 })).toThrow(RangeError)
})

test('each tile is a cue with its position on the sheet', () => {
  const cues = renderStoryboardVtt(storyboard).trimEnd().split('\n\n')
  expect(cues).toHaveLength(9)
  expect(cues[0]).toBe('WEBVTT')
  expect(cues[2]).toBe('00:00:10.000 --> 00:00:20.000\nsb-001.jpg#xywh=160,0,160,90')
  expect(cues[7]).toBe('00:01:00.000 --> 00:01:10.000\nsb-002.jpg#xywh=0,90,160,90')
})

test('the track ends with the film, also within a tile and beyond an hour', () => {
  const last = (durationSec: number) =>
    renderStoryboardVtt({ ...storyboard, durationSec, intervalSec: 1000 })
      .trimEnd()
      .split('\n\n')
      .at(-1)
  expect(last(3652.5)).toBe('00:50:00.000 --> 01:00:52.500\nsb-001.jpg#xywh=160,90,160,90')
  expect(renderStoryboardVtt({ ...storyboard, durationSec: 0 })).toBe('WEBVTT\n')
})
