import { expect, test } from 'vitest'
import { aRendition, audio, storyboard, subtitles, vip } from '../../testing/media.ts'
import { ownSegments, ownThumbnails } from './composition-rules.ts'
import type { PublishedAsset, RenditionDraft } from './media-store.ts'
import { haveSameSegments, masterPlaylist, renditionPlaylist } from './playlist-rules.ts'

const published = (drafts: RenditionDraft[]): PublishedAsset => ({
  assetId: 12,
  version: 3,
  durationMs: 12_000,
  storyboard: null,
  renditions: drafts.map(({ frameRate, isDefault, segments: _segments, ...draft }) => ({
    ...draft,
    asset_id: 12,
    version: 3,
    frame_rate: frameRate,
    is_default: isDefault,
    bandwidth: draft.height * 1000 + 100_000,
    average_bandwidth: draft.height * 900 + 90_000,
  })),
})

const low = aRendition({ name: '360p', width: 640, height: 360, codecs: 'avc1.64001e' })
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
const addressOf = ({ tier, name }: { tier: string; name: string }): string => `/${tier}/${name}`

test('[J03] the master playlist for visitors lists no VIP rendition', () => {
  const text = masterPlaylist(published([low, aRendition(), vip, audio]), 'std', addressOf)
  expect(text).not.toMatch(/vip|1080/)
  expect(linesOf(text)).toEqual(['/std/360p', '/std/720p'])
})

test('[J03] the master playlist for VIPs lists both tiers, the lowest rendition first', () => {
  expect(linesOf(masterPlaylist(published([low, vip, aRendition()]), 'vip', addressOf))).toEqual([
    '/std/360p',
    '/vip/1080p',
    '/std/720p',
  ])
})

test('[F08] a single rendition is first', () => {
  expect(linesOf(masterPlaylist(published([vip]), 'vip', addressOf))).toEqual(['/vip/1080p'])
})

test('[F08] bit rate and codecs of a video include the audio that plays with it', () => {
  const text = masterPlaylist(published([aRendition(), audio, subtitles]), 'std', addressOf)
  expect(text).toContain('BANDWIDTH=920000,AVERAGE-BANDWIDTH=828000,CODECS="avc1.64001f,mp4a.40.2"')
  expect(text).toContain('AUDIO="audio",SUBTITLES="subtitles"')
  expect(text).toContain('NAME="国语",LANGUAGE="zh",DEFAULT=YES')
})

test('[F08] a muxed video has no audio group', () => {
  const muxed = aRendition({ codecs: 'avc1.64001f,mp4a.40.2' })
  const text = masterPlaylist(published([muxed]), 'std', addressOf)
  expect(text).toContain('CODECS="avc1.64001f,mp4a.40.2",')
  expect(text).not.toMatch(/AUDIO=|SUBTITLES=/)
})

test('[F08] playlists list relative addresses, so that they inherit the signature', () => {
  const { kind, segments: measured } = aRendition()
  const segments = ownSegments(measured)
  expect(linesOf(renditionPlaylist({ kind, segments, durationMs: 12_000 }))).toEqual([
    '00000.m4s',
    '00001.m4s',
    '00002.m4s',
  ])
  expect(linesOf(renditionPlaylist({ kind: 'subtitle', segments: [], durationMs: 12_000 }))).toEqual(['sub.vtt'])
})

test('[F08] thumbnails end at the last tile', () => {
  expect(ownThumbnails(storyboard, 60_000).map(({ sheetUri }) => sheetUri)).toHaveLength(storyboard.tiles)
  expect(ownThumbnails(storyboard, 3000)).toHaveLength(2)
})

test('renditions have the same segments if each is as long as that of the other, but for rounding', () => {
  const of = (...durations: number[]) => durations.map((durationMs) => ({ durationMs }))
  expect(haveSameSegments(of(4000, 4000), of(4000))).toBe(false)
  expect(haveSameSegments(of(4000, 2000), of(2000, 4000))).toBe(false)
  expect(haveSameSegments(of(4000, 4000), of(4000, 4040))).toBe(false)
  expect(haveSameSegments(of(4000, 4000), of(4001, 3998.6))).toBe(true)
})
