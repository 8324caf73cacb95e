import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMediaName } from './index.ts'

const short = (path: string): string => {
  const { title, season, episode, part, year, quality } = readMediaName(path)
  const marks = [
    season === null ? '' : `s${season}`,
    episode === null ? '' : `e${episode}`,
    part === null ? '' : `p${part}`,
  ]
  return [title, marks.join(''), year, quality].filter((each) => each !== null && each !== '').join(' | ')
}

test.each([
  ['', '未命名'],
  ['.mkv', '未命名'],
  ['/', '未命名'],
  ['../../..', '未命名'],
  ['\0\n\u200b.mp4', '未命名'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\片名.mp4', '片名'],
  ['片\0名\n(2024).mp4', '片 名 | 2024'],
  ['片名／别名.mp4', '片名/别名'],
  ['[].mkv', '[]'],
  ['----.mkv', '----'],
  ['1080p.mkv', '1080p | 1080p'],
])('[hostile] %j is parsed as %s', (path, expected) => {
  expect(short(path)).toBe(expected)
})

test.each([
  ['剧名.S01E02.1080p.mkv', '剧名 | s1e2 | 1080p'],
  ['剧名S01E02.mkv', '剧名 | s1e2'],
  ['Show.Name.S01E02.Episode.Title.1080p.WEB-DL.H264-GROUP.mkv', 'Show Name | s1e2 | 1080p'],
  ['Show Name - s1e2 - Title.mp4', 'Show Name | s1e2'],
  ['Show.Name.2024.S01E02.mkv', 'Show Name | s1e2 | 2024'],
  ['Show.S01E02E03.mkv', 'Show | s1e2'],
  ['Show.S01E02-E03.mkv', 'Show | s1e2'],
  ['Show.S01E02.2024.1080p.mkv', 'Show | s1e2 | 2024 | 1080p'],
  ['Show 1x02.avi', 'Show | s1e2'],
  ['Mr. Robot S02E03.mkv', 'Mr Robot | s2e3'],
  ['S.W.A.T.S01E02.mkv', 'S.W.A.T | s1e2'],
  ['S.W.A.T.2017.S01E02.mkv', 'S.W.A.T | s1e2 | 2017'],
  ['剧名 第03集.mp4', '剧名 | e3'],
  ['剧名第3集.mp4', '剧名 | e3'],
  ['剧名 第三集.mp4', '剧名 | e3'],
  ['剧名 第二十三集.mp4', '剧名 | e23'],
  ['剧名 第一百零五集.mp4', '剧名 | e105'],
  ['劇名 第03話.mp4', '劇名 | e3'],
  ['剧名　第０３集．mp4', '剧名 | e3'],
  ['剧名第二季第05集.mkv', '剧名 | s2e5'],
  ['剧名 第2季 第5集 1080P.mkv', '剧名 | s2e5 | 1080p'],
  ['剧名 第01-02集.mkv', '剧名 | e1'],
  ['《剧名》第03集.mp4', '剧名 | e3'],
  ['剧名 EP12.mp4', '剧名 | e12'],
  ['剧名EP12.mp4', '剧名 | e12'],
  ['剧名.E12.mp4', '剧名 | e12'],
  ['剧名 Season 2 Episode 5.mp4', '剧名 | s2e5'],
  ['剧名03.mp4', '剧名 | e3'],
  ['剧名 03.mp4', '剧名 | e3'],
  ['剧名_03_1080p.mp4', '剧名 | e3 | 1080p'],
  ['剧名03集.mp4', '剧名 | e3'],
  ['综艺名 20240501期.mp4', '综艺名 | e20240501'],
  ['综艺名 第20240501期.mp4', '综艺名 | e20240501'],
  ['综艺名.2024-05-01.mp4', '综艺名 | e20240501'],
  ['[字幕组][片名][03][1080P].mkv', '片名 | e3 | 1080p'],
  ['【某某字幕组】【片名】【第03话】【GB_MP4】【720P】.mp4', '片名 | e3 | 720p'],
  ['[Group] Title Here - 03 [1080p][HEVC].mkv', 'Title Here | e3 | 1080p'],
  ['[Group] Title Here - 03v2 [ABCDEF12].mkv', 'Title Here | e3'],
  ['[片名][03][1080P].mkv', '片名 | e3 | 1080p'],
  ['[片名]第03集[1080P].mkv', '片名 | e3 | 1080p'],
  ['剧名/Season 02/E05.mkv', '剧名 | s2e5'],
  ['剧名/第1季/03.mp4', '剧名 | s1e3'],
  ['剧名/第一季/3.mp4', '剧名 | s1e3'],
  ['剧名/S02/剧名.E05.mkv', '剧名 | s2e5'],
  ['剧名 第二季/03.mkv', '剧名 | s2e3'],
  ['剧名 (2020)/Season 1/03 - 风起.mkv', '剧名 | s1e3 | 2020'],
  ['剧名/03.mkv', '剧名 | e3'],
  ['剧名/第03集 风起.mkv', '剧名 | e3'],
  ['剧名/01 风起.mkv', '剧名 | e1'],
  ['剧名/剧名 12.mp4', '剧名 | e12'],
  ['电视剧/剧名[全40集]/03.mkv', '剧名 | e3'],
  ['第03集 剧名.mp4', '剧名 | e3'],
])('%s is the episode %s', (path, expected) => {
  expect(short(path)).toBe(expected)
  expect(readMediaName(path).kind).toBe('episode')
})

test.each([
  ['片名 (2024).mp4', '片名 | 2024'],
  ['片名（2024）.mp4', '片名 | 2024'],
  ['片名.2024.2160p.WEB-DL.H265.AAC-GROUP.mkv', '片名 | 2024 | 2160p'],
  ['Film.Name.2024.1080p.BluRay.x264.DTS-GROUP.mkv', 'Film Name | 2024 | 1080p'],
  ['片名.Film.Name.2024.4K.HDR.mkv', '片名 | 2024 | 2160p'],
  ['片名 [2024][1080P].mkv', '片名 | 2024 | 1080p'],
  ['【2024】片名【1080P】.mkv', '片名 | 2024 | 1080p'],
  ['2046.2004.mkv', '2046 | 2004'],
  ['2046.mkv', '2046'],
  ['1917 (2019).mkv', '1917 | 2019'],
  ['1917.mkv', '1917'],
  ['2012.2009.720p.mkv', '2012 | 2009 | 720p'],
  ['2001太空漫游.mkv', '2001太空漫游'],
  ['Blade.Runner.2049.2017.1080p.mkv', 'Blade Runner 2049 | 2017 | 1080p'],
  ['Blade.Runner.2049.1080p.mkv', 'Blade Runner 2049 | 1080p'],
  ['S.W.A.T..2003.mkv', 'S.W.A.T | 2003'],
  ['S.W.A.T.mkv', 'S.W.A.T'],
  ['流浪地球2.mp4', '流浪地球2'],
  ['速度与激情 7.mp4', '速度与激情 7'],
  ['Toy Story 3 (2010).mkv', 'Toy Story 3 | 2010'],
  ['Movies/300.mkv', '300'],
  ['300.mkv', '300'],
  ['天下.mp4', '天下'],
  ['Film.Part.1.mkv', 'Film | p1'],
  ['Film.Part.II.2021.1080p.mkv', 'Film Part II | 2021 | 1080p'],
  ['Film Part Two (2024).mkv', 'Film Part Two | 2024'],
  ['Film.CD2.avi', 'Film | p2'],
  ['片名 上.mp4', '片名 | p1'],
  ['片名（下）.mp4', '片名 | p3'],
  ['片名下集.mp4', '片名 | p3'],
  ['剧名 12集全.mp4', '剧名'],
  ['剧名 全12集.mp4', '剧名'],
  ['剧名 1-12集.mp4', '剧名'],
  ['片名HD国语中字.mp4', '片名'],
  ['片名.国粤双语.1080p.mkv', '片名 | 1080p'],
  ['片名 1920x1080.mkv', '片名 | 1080p'],
  ['电影天堂www.example.com.片名.2024.mkv', '片名 | 2024'],
  ['片名 (2024)/片名.mkv', '片名 | 2024'],
  ['VID_20240501_120000.mp4', 'VID 20240501 120000'],
  ['Se7en.1995.mkv', 'Se7en | 1995'],
  ['WALL-E (2008).mkv', 'WALL-E | 2008'],
  ['天若有情.mkv', '天若有情'],
  ['《片名》.mkv', '片名'],
])('%s is the film %s', (path, expected) => {
  expect(short(path)).toBe(expected)
  expect(readMediaName(path).kind).toBe('film')
})

test.each([
  ['Show.S00E01.mkv', 'special', 'Show | s0e1'],
  ['剧名 SP1.mkv', 'special', '剧名 | s0e1'],
  ['剧名/Specials/01.mkv', 'special', '剧名 | s0e1'],
  ['剧名/花絮/导演的一天.mp4', 'extra', '剧名'],
  ['剧名 第3集预告.mp4', 'trailer', '剧名 | e3'],
])('%s is no episode but a %s', (path, kind, expected) => {
  expect(short(path)).toBe(expected)
  expect(readMediaName(path).kind).toBe(kind)
})

test('an extra, a trailer and a special say what they show', () => {
  expect(readMediaName('剧名/花絮/导演的一天.mp4').label).toBe('导演的一天')
  expect(readMediaName('剧名 花絮2.mp4').label).toBe('花絮2')
  expect(readMediaName('剧名 (2024)/剧名 (2024)-trailer.mp4').label).toBe('trailer')
  expect(readMediaName('剧名 第03集.mp4').label).toBe('')
})

test('differently written episodes of one series have one title', () => {
  const paths = [
    '剧名ABC.S01E01.1080p.mkv',
    '剧名ＡＢＣ　第０２集.mp4',
    '剧名ABC  第三集.mp4',
    '剧名ABC/Season 1/E04.mkv',
    '[字幕组][剧名ABC][05].mkv',
  ]
  expect(paths.map((path) => readMediaName(path).title)).toEqual(paths.map(() => '剧名ABC'))
  expect(paths.map((path) => readMediaName(path).episode)).toEqual([1, 2, 3, 4, 5])
})

test('spoken languages are taken from the description of the file, not from its title', () => {
  expect(readMediaName('片名.国粤双语.mkv').languages).toEqual(['zh', 'yue'])
  expect(readMediaName('片名 英语.mkv').languages).toEqual(['en'])
  expect(readMediaName('疯狂英语.mkv').languages).toEqual([])
})

test('a name of 10,000 characters is cut, and its episode is still found', () => {
  expect(readMediaName(`${'长'.repeat(10_000)}.S01E02.mkv`)).toMatchObject({
    title: '长'.repeat(200),
    season: 1,
    episode: 2,
  })
})

test('any path is parsed without an error, within bounds and deterministically', () => {
  const piece = fc.oneof(
    fc.constantFrom(...'/ \\ .. . [ ] 【 】 ( ) 第 集 季 S01E02 2024 1080p 03 - 上 E 全 Part.1 字幕组 ．'.split(' ')),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const path = pieces.join('')
      const name = readMediaName(path)
      expect(name.title).not.toBe('')
      expect([...name.title].length).toBeLessThanOrEqual(200)
      expect(name.title).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(name.title.isWellFormed()).toBe(true)
      for (const number of [name.season, name.episode, name.part, name.year]) {
        expect(number === null || (Number.isSafeInteger(number) && number >= 0)).toBe(true)
      }
      expect(readMediaName(path)).toEqual(name)
    }),
    { numRuns: 2000 },
  )
})

test('white space, width and Unicode form of a name make no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      fc.pre(!/[/\\]/u.test(text.normalize('NFKC')))
      const path = `${text}.S01E02.mkv`
      expect(readMediaName(path.normalize('NFKC')).title).toBe(readMediaName(path).title)
    }),
  )
})
