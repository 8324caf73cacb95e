import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNfo } from './index.ts'

const parse = (text: string) => readNfo(new TextEncoder().encode(text))

test('a file that is no metadata has no entries', () => {
  for (const text of [
    '',
    'https://www.themoviedb.org/movie/1',
    '<html><body>x</body></html>',
    '<movie><title>x',
    '{"a":1}',
  ])
    expect(parse(text)).toEqual([])
  expect(readNfo(new Uint8Array(2_000_000).fill(60))).toEqual([])
})

test('entities are not expanded, and files and addresses are not read', () => {
  const bomb = `<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
    <movie><title>&b;</title></movie>`
  expect(parse(bomb)).toEqual([])
  const file = '<!DOCTYPE movie [<!ENTITY x SYSTEM "file:///etc/passwd">]><movie><title>&x;</title></movie>'
  expect(parse(file)).toEqual([])
  expect(parse(`${'<a>'.repeat(50_000)}<movie><title>x</title></movie>`)).toEqual([])
  expect(parse('<!DOCTYPE a '.repeat(80_000))).toEqual([])
  expect(parse(`<movie>${'<genre>g</genre>'.repeat(100_000)}</movie>`)).toEqual([])
})

test('a film has its texts, people and dates', () => {
  const text = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <movie>
      <title>春江</title><originaltitle>Spring River</originaltitle><year>2019</year>
      <plot><![CDATA[第一行
      第二行 & 更多]]></plot>
      <premiered>2019-08-21</premiered><genre>剧情 / 家庭</genre><genre>爱情；悬疑</genre>
      <director>顾某</director><country>中国大陆</country>
      <actor><name>钱某</name><role>顾有富</role><thumb>http://127.0.0.1/a.jpg</thumb></actor>
      <uniqueid type="tmdb" default="true">596577</uniqueid>
    </movie>
    https://www.themoviedb.org/movie/596577`
  expect(parse(text)).toEqual([
    {
      kind: 'movie',
      title: '春江',
      originalTitle: 'Spring River',
      showTitle: '',
      season: null,
      episode: null,
      year: 2019,
      premiered: '2019-08-21',
      plot: '第一行\n第二行 & 更多',
      genres: ['剧情', '家庭', '爱情', '悬疑'],
      directors: ['顾某'],
      actors: [{ name: '钱某', role: '顾有富' }],
      countries: ['中国大陆'],
    },
  ])
})

test('a file of several episodes has an entry for each, and what breaks off after them is left out', () => {
  const episode = (number: number) =>
    `<episodedetails><title>第 ${number} 夜</title><season>2</season><episode>${number}</episode></episodedetails>`
  expect(parse(episode(1) + episode(2)).map(({ season, episode: at, title }) => [season, at, title])).toEqual([
    [2, 1, '第 1 夜'],
    [2, 2, '第 2 夜'],
  ])
  expect(parse(`${episode(1)}<episodedetails><title>断`)).toHaveLength(1)
})

test.each([
  [
    'gb18030',
    Buffer.concat([Buffer.from('<tvshow><title>'), Buffer.from('b3a4d2b9', 'hex'), Buffer.from('</title></tvshow>')]),
  ],
  [
    'utf-16le',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<tvshow><title>长夜</title></tvshow>', 'utf16le')]),
  ],
  ['utf-8 with a mark', Buffer.from('\uFEFF<tvshow><title>长夜</title></tvshow>')],
])('a file in %s is read', (_, bytes) => {
  const [entry] = readNfo(bytes)
  expect(entry?.kind).toBe('tvshow')
  expect(entry?.title).toBe('长夜')
})

test('texts have no control or direction characters, and years and numbers are plausible', () => {
  const [entry] = parse('<movie><title>a&#x202e;b\tc</title><year>99999999</year><season>-1</season></movie>')
  expect(entry).toMatchObject({ title: 'a b c', year: null, season: null })
})

test('any bytes are parsed without an error and within bounds', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<movie>',
      '</movie>',
      '<title>',
      '</title>',
      '<actor>',
      '<name>',
      '</name>',
      '&lt;',
      '&#0;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<!DOCTYPE x [',
      ']>',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      for (const { title, plot } of parse(pieces.join(''))) {
        expect(title.length).toBeLessThanOrEqual(400)
        expect(plot.length).toBeLessThanOrEqual(5000)
      }
    }),
    { numRuns: 500 },
  )
})
