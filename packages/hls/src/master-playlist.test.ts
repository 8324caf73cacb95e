import fc from 'fast-check'
import { parse, types } from 'hls-parser'
import { expect, test } from 'vitest'
import { renderMasterPlaylist } from './index.ts'
import type { Rendition, Track } from './index.ts'

const rendition: Rendition = {
  uri: '720p/index.m3u8',
  bandwidth: 2_800_000,
  averageBandwidth: 1_900_000,
  codecs: 'avc1.64001f,mp4a.40.2',
  width: 1280,
  height: 720,
  frameRate: 24_000 / 1001,
  audioGroup: 'aud',
  subtitleGroup: 'sub',
}
const mandarin: Track = { group: 'aud', uri: 'a0/index.m3u8', name: '国语', language: 'zh', isDefault: true }
const captions: Track = { group: 'sub', uri: 's0.m3u8', name: '简体中文', language: 'zh-Hans', isDefault: false }

function parsedMaster(text: string) {
  const playlist = parse(text)
  if (!(playlist instanceof types.MasterPlaylist)) throw new Error('not a master playlist')
  return playlist
}

test('a hostile name adds no line, attribute or quote', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, tail) => {
      const hostile = `${name}"\n#EXT-X-ENDLIST\r\n,URI="http://evil/"\u2028${tail}`
      const plain = renderMasterPlaylist({ renditions: [rendition], audio: [mandarin], subtitles: [captions] })
      const text = renderMasterPlaylist({
        renditions: [rendition],
        audio: [{ ...mandarin, name: hostile }],
        subtitles: [captions],
      })
      expect(text.split(/[\n\r\u2028\u2029]/u)).toHaveLength(plain.split('\n').length)
      expect(text.split('"')).toHaveLength(plain.split('"').length)
      expect(text.isWellFormed()).toBe(true)
    }),
  )
})

test.each(['zh"', 'zh\n', '', 'z', '中文', 'zh_CN'])('the language %j is omitted', (language) => {
  const text = renderMasterPlaylist({
    renditions: [rendition],
    audio: [{ ...mandarin, language }],
    subtitles: [captions],
  })
  expect(text).toContain('#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",NAME="国语",DEFAULT=YES')
})

test('a rendition that refers to a group without tracks is refused', () => {
  expect(() => renderMasterPlaylist({ renditions: [rendition], audio: [], subtitles: [captions] })).toThrow(RangeError)
  expect(() => renderMasterPlaylist({ renditions: [rendition], audio: [mandarin], subtitles: [] })).toThrow(RangeError)
})

test.each([{ bandwidth: 0 }, { width: Number.NaN }, { frameRate: -1 }, { uri: 'a\nb' }])('%j is refused', (wrong) => {
  const renditions = [{ ...rendition, ...wrong }]
  expect(() => renderMasterPlaylist({ renditions, audio: [mandarin], subtitles: [captions] })).toThrow(RangeError)
})

test('two tracks with one name in a group get different names, and only one is the default', () => {
  const audio = [mandarin, { ...mandarin, uri: 'a1/index.m3u8' }, { ...mandarin, name: '', uri: 'a2/index.m3u8' }]
  const read = parsedMaster(renderMasterPlaylist({ renditions: [rendition], audio, subtitles: [captions] }))
  expect(read.variants[0]?.audio.map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['国语', true],
    ['国语 (2)', false],
    ['zh', false],
  ])
})

test('a rendition with audio and subtitle groups is rendered line by line', () => {
  const text = renderMasterPlaylist({ renditions: [rendition], audio: [mandarin], subtitles: [captions] })
  expect(text.split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",NAME="国语",LANGUAGE="zh",DEFAULT=YES,AUTOSELECT=YES,URI="a0/index.m3u8"',
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="简体中文",LANGUAGE="zh-Hans",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="s0.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=2800000,AVERAGE-BANDWIDTH=1900000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=23.976,AUDIO="aud",SUBTITLES="sub",CLOSED-CAPTIONS=NONE',
    '720p/index.m3u8',
    '',
  ])
})

test('an independent parser finds the same renditions in the same order', () => {
  const whole = fc.integer({ min: 1, max: 100_000_000 })
  const size = fc.integer({ min: 16, max: 7680 })
  fc.assert(
    fc.property(
      fc.array(fc.record({ bandwidth: whole, averageBandwidth: whole, width: size, height: size })),
      (list) => {
        const renditions = list.map((each, index) => ({ ...rendition, ...each, uri: `${index}/index.m3u8` }))
        const read = parsedMaster(renderMasterPlaylist({ renditions, audio: [mandarin], subtitles: [captions] }))
        expect(
          read.variants.map(({ uri, bandwidth, averageBandwidth, resolution, audio, subtitles }) => ({
            uri,
            bandwidth,
            averageBandwidth,
            width: resolution?.width,
            height: resolution?.height,
            tracks: [...audio, ...subtitles].map((track) => track.uri),
          })),
        ).toEqual(
          list.map((each, index) => ({ ...each, uri: `${index}/index.m3u8`, tracks: ['a0/index.m3u8', 's0.m3u8'] })),
        )
      },
    ),
  )
})
