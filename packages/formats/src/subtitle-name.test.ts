import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSubtitleName, videoStem } from './index.ts'

test.each(['', '/', '..', '.srt', 'a.txt', '\0.srt', `${'x'.repeat(10_000)}.chs.srt`])(
  '[hostile] %j is parsed without an error',
  (path) => {
    expect(readSubtitleName(path).videoStems.length).toBeGreaterThan(0)
  },
)

test.each([
  ['Film.srt', 'srt', null, 'full', 'Film'],
  ['Film.zh.srt', 'srt', 'zh', 'full', 'Film'],
  ['Film.chs.ass', 'ass', 'zh-Hans', 'full', 'Film'],
  ['Film.cht.srt', 'srt', 'zh-Hant', 'full', 'Film'],
  ['Film.简体.srt', 'srt', 'zh-Hans', 'full', 'Film'],
  ['Film.繁體.ssa', 'ass', 'zh-Hant', 'full', 'Film'],
  ['Film.zh-Hans.vtt', 'vtt', 'zh-Hans', 'full', 'Film'],
  ['Film.zh-TW.srt', 'srt', 'zh-Hant', 'full', 'Film'],
  ['Film.zh_CN.srt', 'srt', 'zh-Hans', 'full', 'Film'],
  ['Film.chs&eng.ass', 'ass', 'zh-Hans', 'full', 'Film'],
  ['Film.eng.srt', 'srt', 'en', 'full', 'Film'],
  ['Film.en.forced.srt', 'srt', 'en', 'forced', 'Film'],
  ['Film.forced.en.srt', 'srt', 'en', 'forced', 'Film'],
  ['Film.en.sdh.srt', 'srt', 'en', 'sdh', 'Film'],
  ['Film [CHS].srt', 'srt', 'zh-Hans', 'full', 'Film'],
  ['片名（简体）.srt', 'srt', 'zh-Hans', 'full', '片名'],
  ['片名_英文.SRT', 'srt', 'en', 'full', '片名'],
  ['Film.2024.1080p.srt', 'srt', null, 'full', 'Film.2024.1080p'],
  ['剧名/S01/剧名.S01E02.chs.srt', 'srt', 'zh-Hans', 'full', '剧名/S01/剧名.S01E02'],
  ['剧名/Subs/剧名.S01E02.chs.srt', 'srt', 'zh-Hans', 'full', '剧名/剧名.S01E02'],
  ['Film.mkv.chs.srt', 'srt', 'zh-Hans', 'full', 'Film'],
] as const)('%s is a subtitle of format %s in %s (%s) for %s', (path, format, language, kind, video) => {
  const name = readSubtitleName(path)
  expect({ format: name.format, language: name.language, kind: name.kind }).toEqual({ format, language, kind })
  expect(name.videoStems).toContain(videoStem(`${video}.mkv`))
})

test('a file that is no subtitle has no format', () => {
  expect(readSubtitleName('Film.txt').format).toBeNull()
})

test('for a video whose own name ends like a language, that video is tried first', () => {
  expect(readSubtitleName('Learn.en.srt').videoStems).toEqual([videoStem('Learn.en.mp4'), videoStem('Learn.mp4')])
})

test('width and case of a name make no difference', () => {
  expect(readSubtitleName('ＦＩＬＭ.chs.srt').videoStems).toContain(videoStem('film.MKV'))
})

test('any path is parsed, and an unknown suffix stays part of the stem', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { videoStems } = readSubtitleName(`${text}.srt`)
      expect(videoStems.every((stem) => stem === stem.toLowerCase())).toBe(true)
      expect(readSubtitleName(`${text}.unknownword.srt`).videoStems).toHaveLength(videoStems.length > 0 ? 1 : 0)
    }),
  )
})
