import { provideVod, readPlayStrings } from '@yunmu/formats'
import { describe, expect, test } from 'vitest'
import { differencesOf, existingDraft, shownChange } from './compare-rules.ts'
import { hashOf, pictureUrl } from './draft-rules.ts'
import { episodeLevels, episodesOf, numberOfEpisode, suffixOf } from './episode-rules.ts'

const groupsOf = (from: string, url: string) => readPlayStrings({ from, url }).groups
const naming = { sourceName: '量子', lineNames: { lz: '量子云' }, suffix: '' }

test.each([
  ['第03集', 3],
  ['3', 3],
  ['第12集完结', 12],
  ['EP08', 8],
  ['20240105期', 20_240_105],
  ['2024-01-05', 20_240_105],
  ['第20240105期', 20_240_105],
  ['正片', null],
  ['HD国语', null],
  ['第0集', null],
])('[M02] the episode %s has the number %s', (name, number) => {
  expect(numberOfEpisode(name)).toBe(number)
})

describe('episodes', () => {
  test('[M02] numbers follow the names where all have different ones, else the positions', () => {
    const of = (url: string) => episodeLevels(groupsOf('m3u8', url).flatMap(({ episodes }) => episodes))
    const a = (name: string) => `${name}$https://v.example/${encodeURIComponent(name)}.m3u8`
    expect(of([a('第3集'), a('第2集'), a('第1集')].join('#'))).toEqual([3, 2, 1])
    expect(of([a('第1集'), '', a('第3集')].join('#'))).toEqual([1, 3])
    expect(of([a('第1集'), a('第1集'), a('第2集')].join('#'))).toEqual([1, 2, 3])
    expect(of([a('第1集'), a('番外')].join('#'))).toEqual([1, 2])
    expect(of([a('20240112期'), a('20240105期')].join('#'))).toEqual([20_240_112, 20_240_105])
  })

  test('[M02] lines are named by the operator, else by the source, and what is no address of the web is left out', () => {
    const groups = groupsOf(
      'lz$$$other$$$',
      '1$https://a.example/1.m3u8$$$1$//b.example/1.mp4#2$XMzI0NTY$$$1$https://c.example/play/1',
    )
    const episodes = episodesOf(provideVod({ id: 1, name: '片', groups }), naming)
    expect(episodes.map(({ source, url }) => [source, url])).toEqual([
      ['量子云', 'https://a.example/1.m3u8'],
      ['量子 other', '//b.example/1.mp4'],
      ['量子 3', 'https://c.example/play/1'],
    ])
    // What the source calls its lines comes before the codes of its players.
    const noted = groups.map((group, at) => ({ ...group, code: 'yunmu', note: at === 0 ? '备用' : '高清' }))
    const names = episodesOf(provideVod({ id: 1, name: '片', groups: noted }), naming).map(({ source }) => source)
    expect(names).toEqual(['量子 备用', '量子 高清', '量子 高清 3'])
    const [second] = episodesOf(provideVod({ id: 1, name: '片', groups }), { ...naming, suffix: '粤语' })
    expect(second?.source).toBe('量子云 粤语')
    expect([suffixOf(provideVod({ id: 7, name: '片 粤语' })), suffixOf(provideVod({ id: 7, name: '片' }))]).toEqual([
      '粤语',
      '#7',
    ])
  })
})

test('[M02] lines have the names that the source gives them, and two of one name stay two', () => {
  const groups = readPlayStrings({
    from: 'yunmu1$$$yunmu2$$$yunmu3',
    note: '云播$$$云播$$$',
    url: '1$https://a.example/1.m3u8$$$1$https://b.example/1.m3u8$$$1$https://c.example/1.m3u8',
  }).groups
  const episodes = episodesOf(provideVod({ id: 1, name: '片', groups }), naming)
  expect(episodes.map(({ source }) => source)).toEqual(['量子 云播', '量子 云播 2', '量子 yunmu3'])
})

describe('differences', () => {
  const category = { id: 21, pidId: 2, name: '动作片', path: '电影 动作片' }
  const lists = { alias: [], genres: ['剧情'], directors: [], actors: ['甲', '乙'], lockedFields: ['year'] }
  const texts = { name: '片', letter: 'P', area: '内地', lang: '', intro: '', remarks: 'TC', state: '', poster: '' }
  const numbers = { id: 1, pidId: 2, typeId: 21, year: 2023, totalEpisodes: 0, updatedSec: 1, deletedSec: null }
  const known = { ...lists, ...texts, ...numbers, origin: 'maccms:1', category: '电影动作片' }
  const long = '同样的开头'.repeat(20)

  test('[M02] a field that differs after its beginning differs, and is shown where it does', () => {
    const ours = { ...known, intro: `${long}甲` }
    const vod = provideVod({ id: 1, name: '片', content: `${long}乙`, area: '大陆', actors: ['甲', '乙'] })
    const [difference, ...others] = differencesOf(vod, { known: ours, category, overwrite: ['intro'] })
    expect(others).toEqual([])
    expect(difference).toMatchObject({ field: 'intro', theirs: `${long}乙`, action: 'write' })
    const shown = difference ? shownChange(difference, ours, category) : expect.fail()
    expect([shown.ours, shown.theirs].map((text) => text.at(-1))).toEqual(['甲', '乙'])
    expect(shown.ours.length).toBeLessThan(50)
  })

  test('[M02] what is written is what differs and may be overwritten, locked fields and empty ones stay', () => {
    const vod = provideVod({ id: 1, name: '片 HD', alias: '别名', year: 2024, remarks: 'HD', genres: ['喜剧'] })
    const differences = differencesOf(vod, { known, category, overwrite: ['alias', 'year', 'remarks', 'actors'] })
    expect(differences.map(({ field, action }) => [field, action])).toEqual([
      ['name', 'leave'],
      ['alias', 'write'],
      ['year', 'locked'],
      ['genres', 'leave'],
      ['remarks', 'write'],
    ])
    const draft = existingDraft(vod, { known, origin: 'maccms:1', category, episodes: [], differences })
    const own = { origin: 'maccms:1', pidId: 2, typeId: 21, name: '片', letter: 'P', episodes: [] }
    expect(draft).toEqual({ ...own, alias: ['别名'], remarks: 'HD' })
  })
})

test('[M02] what is counted and when it was changed says nothing of a title', () => {
  const vod = provideVod({ id: 1, name: '片', hits: 5, updatedSec: 9 })
  expect(hashOf({ ...vod, hits: 6, updatedSec: 10, doubanScore: 7 })).toEqual(hashOf(vod))
  expect(hashOf({ ...vod, remarks: 'HD' })).not.toEqual(hashOf(vod))
})

test('[M02] pictures have addresses of the web', () => {
  const base = 'https://s.example/api.php/provide/vod/'
  expect(
    ['/p/1.jpg', '//i.example/1.jpg', 'https://i.example/1.jpg', 'data:image/png;base64,AA', ''].map((each) =>
      pictureUrl(each, base),
    ),
  ).toEqual(['https://s.example/p/1.jpg', 'https://i.example/1.jpg', 'https://i.example/1.jpg', null, null])
})
