import fc from 'fast-check'
import { expect, test } from 'vitest'
import { previewCues, previewEndMs, previewSegments, previewThumbnails } from './preview-rules.ts'

const segmentsOf = (...durations: number[]): { durationMs: number }[] => durations.map((durationMs) => ({ durationMs }))

test('[J03] a preview ends with the last whole segment, and shows at most half of an episode', () => {
  const film = segmentsOf(...Array.from({ length: 100 }, () => 4000))
  expect(previewEndMs(film, 62)).toBe(60_000)
  expect(previewEndMs(film, 3)).toBe(0)
  expect(previewEndMs(film, 3600)).toBe(200_000)
  expect(previewEndMs([], 60)).toBe(0)
})

test('[J03] no segment of a preview reaches half of itself behind its end, whatever the durations', () => {
  const durations = fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 60 })
  fc.assert(
    fc.property(durations, durations, fc.integer({ min: 1, max: 300 }), (video, audio, previewSec) => {
      const endMs = previewEndMs(segmentsOf(...video), previewSec)
      expect(endMs).toBeLessThanOrEqual(previewSec * 1000)
      const sum = (segments: readonly { durationMs: number }[]): number =>
        segments.reduce((total, { durationMs }) => total + durationMs, 0)
      expect(sum(previewSegments(segmentsOf(...video), endMs))).toBe(endMs)
      const shown = previewSegments(segmentsOf(...audio), endMs)
      expect(shown).toEqual(segmentsOf(...audio).slice(0, shown.length))
      expect(sum(shown) - (shown.at(-1)?.durationMs ?? 0) / 2).toBeLessThanOrEqual(endMs)
    }),
  )
})

test('[J03] a sheet of thumbnails that shows anything behind the preview is left out as a whole', () => {
  const at = (startSec: number, sheetUri: string) => ({
    startSec,
    endSec: startSec + 2,
    sheetUri,
    place: [0, 0, 1, 1] as const,
  })
  const all = [at(0, 'a'), at(2, 'a'), at(4, 'b'), at(6, 'b')]
  expect(previewThumbnails(all, 7000)).toEqual([at(0, 'a'), at(2, 'a')])
  expect(previewThumbnails(all, 3000)).toEqual([])
})

test('[J03] subtitles of a preview end with it', () => {
  const track =
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n甲\n\n1\n00:59.900 --> 01:02.000\n乙\n\n01:00:00.000 --> 01:00:01.000\n丙\n'
  expect(previewCues(track, 60_000)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n甲\n\n1\n00:59.900 --> 01:02.000\n乙\n',
  )
  expect(previewCues(track.replaceAll('\n', '\r\n'), 1000)).toBe('WEBVTT\n')
})
