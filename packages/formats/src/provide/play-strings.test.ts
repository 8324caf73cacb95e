import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePlayStrings, playLimits, writePlayStrings, type PlayGroup } from './play-strings.ts'

const one = (url: string, from = 'm3u8') => parsePlayStrings({ from, url })
const episodes = (url: string) =>
  one(url).groups.flatMap((group) => group.episodes.map(({ position, name, address }) => [position, name, address]))

describe('[M02] faults of real play strings', () => {
  test.each([
    ['name and address', '第01集$https://v.example/1.m3u8', [[1, '第01集', 'https://v.example/1.m3u8']]],
    ['a bare address', 'https://v.example/1.m3u8', [[1, '第1集', 'https://v.example/1.m3u8']]],
    ['an empty name', '$https://v.example/1.m3u8', [[1, '第1集', 'https://v.example/1.m3u8']]],
    ['bars for slashes', '正片$https:||v.example/1.m3u8', [[1, '正片', 'https://v.example/1.m3u8']]],
    ['an address without a scheme', '正片$//v.example/1.m3u8', [[1, '正片', '//v.example/1.m3u8']]],
    ['an escaped ampersand', '正片$https://v.example/1?a=1&amp;b=2', [[1, '正片', 'https://v.example/1?a=1&b=2']]],
    ['a dollar in the name', '$100挑战$https://v.example/1.m3u8', [[1, '＄100挑战', 'https://v.example/1.m3u8']]],
    [
      'holes',
      '1$https://v.example/1.mp4###4$https://v.example/4.mp4#',
      [
        [1, '1', 'https://v.example/1.mp4'],
        [4, '4', 'https://v.example/4.mp4'],
      ],
    ],
    [
      'lines in place of marks',
      '1$https://v.example/1.mp4\r\n2$https://v.example/2.mp4',
      [
        [1, '1', 'https://v.example/1.mp4'],
        [3, '2', 'https://v.example/2.mp4'],
      ],
    ],
    ['an id of a foreign player', '第1集$XMzI0NTY', [[1, '第1集', 'XMzI0NTY']]],
    ['a fragment', '1$https://v.example/1.mp4#t=3', [[1, '1', 'https://v.example/1.mp4']]],
    ['spaces around', ' 1 $ https://v.example/1.mp4 ', [[1, '1', 'https://v.example/1.mp4']]],
    ['nothing', '', []],
  ])('%s', (_, url, expected) => {
    expect(episodes(url)).toEqual(expected)
  })

  test('the third field is the player of the episode', () => {
    expect(one('1$https://v.example/1$ymweb#2$https://v.example/2').groups[0]?.episodes).toMatchObject([
      { player: 'ymweb' },
      { player: '' },
    ])
  })

  test('an empty group keeps its place, and an episode without an address is named', () => {
    const parsed = parsePlayStrings({
      from: 'a$$$b$$$c',
      url: '$$$1$https://b.example/1#坏的$ $$$1$https://c.example/1',
    })
    expect(parsed.groups.map(({ position, code, episodes: all }) => [position, code, all.length])).toEqual([
      [1, 'a', 0],
      [2, 'b', 1],
      [3, 'c', 1],
    ])
    expect(parsed.faults).toEqual([{ problem: 'address', group: 2, episode: 2 }])
  })

  test('players that are joined by commas belong to groups that are not; another number of players is named', () => {
    const url = '1$https://a.example/1$$$1$https://b.example/1'
    expect(parsePlayStrings({ from: 'a,b', url }).groups.map(({ code }) => code)).toEqual(['a', 'b'])
    expect(parsePlayStrings({ from: 'a', url })).toMatchObject({
      groups: [{ code: 'a' }, { code: '' }],
      faults: [{ problem: 'groups' }],
    })
  })

  test('sizes are bounded and what is left out is named', () => {
    const many = '1$https://v.example/1#'.repeat(playLimits.episodes + 5)
    const parsed = one(many)
    expect([parsed.groups[0]?.episodes.length, parsed.faults]).toEqual([
      playLimits.episodes,
      [{ problem: 'size', group: 1, episode: 0 }],
    ])
    expect(one(`1$https://v.example/${'a'.repeat(5000)}`).faults).toMatchObject([{ problem: 'long' }])
    expect(one(Array.from({ length: 100 }, () => 'https://v.example/1').join('$$$')).groups).toHaveLength(64)
  })
})

const word = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .map((text) => text.replace(/[\s\p{Cc}\ufeff\ufffe\uffff]+/gu, ' ').trim())
const address = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.webPath())
  .map(([scheme, host, path]) => `${scheme}://${host}${path}`)
const group = (position: number): fc.Arbitrary<PlayGroup> =>
  fc.record({
    position: fc.constant(position),
    code: fc.stringMatching(/^[a-z][a-z\d]{0,8}$/),
    note: word.map((text) => text.replace(/[$,]/g, '')).map((text) => text.trim()),
    server: fc.constantFrom('', 'no'),
    episodes: fc
      .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 })
      .map((positions) => positions.toSorted((a, b) => a - b))
      .chain((positions) =>
        fc.tuple(
          ...positions.map((at) =>
            fc.record({
              position: fc.constant(at),
              name: word.map((text) => (text === '' ? `第${at}集` : text)),
              address,
              player: fc.constantFrom('', 'web'),
            }),
          ),
        ),
      ),
  })
const groups = fc.integer({ min: 1, max: 4 }).chain((count) => {
  const positions = Array.from({ length: count }, (_, at) => at + 1)
  return fc.tuple(...positions.map(group))
})

test('[M02] what is written is parsed again, with the marks of the format in wide forms', () => {
  fc.assert(
    fc.property(groups, (written) => {
      const texts = writePlayStrings(written, { keepsHoles: true })
      const parsed = parsePlayStrings(texts)
      expect(parsed.faults).toEqual([])
      expect(parsed.groups).toEqual(
        written.map((of) => ({
          ...of,
          episodes: of.episodes.map((episode) => ({
            ...episode,
            name: episode.name.replaceAll('$', '＄').replaceAll('#', '＃'),
            address: episode.address
              .replaceAll('$', '%24')
              .replaceAll('#', '%23')
              .replaceAll('||', '//')
              .replaceAll('&amp;', '&'),
          })),
        })),
      )
      // What was parsed is written as it was.
      expect(writePlayStrings(parsed.groups, { keepsHoles: true })).toEqual(texts)
      const dense = parsePlayStrings(writePlayStrings(written))
      expect(dense.groups.map(({ episodes: all }) => all.length)).toEqual(
        written.map(({ episodes: all }) => all.length),
      )
    }),
  )
})

test('[M02] any text is parsed without an error and within the limits', () => {
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '$',
          '#',
          '$$$',
          '||',
          'https://',
          '\r\n',
          '\u0000',
          '\ud800',
          '<script>',
          "' or 1=1",
          '../',
          '&amp;',
        ),
        fc.string({ unit: 'binary', maxLength: 12 }),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(hostile, hostile, (from, url) => {
      const { groups: found } = parsePlayStrings({ from, url })
      for (const { position, episodes: all } of found) {
        expect(position).toBeGreaterThan(0)
        for (const episode of all) {
          expect(episode.address).not.toMatch(/[\s\p{Cc}#]/u)
          expect(episode.address.isWellFormed()).toBe(true)
          expect(episode.name).not.toBe('')
        }
      }
      expect(parsePlayStrings(writePlayStrings(found)).faults.filter(({ problem }) => problem !== 'groups')).toEqual([])
    }),
  )
})
