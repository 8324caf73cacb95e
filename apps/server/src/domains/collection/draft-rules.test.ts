import { provideVod, readPlayStrings } from '@yunmu/formats'
import { describe, expect, test } from 'vitest'
import { episodeLevels, episodesOf, hashOf, numberOfEpisode, pictureUrl, suffixOf } from './draft-rules.ts'

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
    expect(episodes.map(({ source, kind, url }) => [source, kind, url])).toEqual([
      ['量子云', 'hls', 'https://a.example/1.m3u8'],
      ['量子 other', 'mp4', 'https://b.example/1.mp4'],
      ['量子 3', 'page', 'https://c.example/play/1'],
    ])
    // What the source calls its lines comes first, unless two are called the same.
    const noted = groups.map((group, at) => ({ ...group, code: 'yunmu', note: at === 0 ? '备用' : '高清' }))
    const names = episodesOf(provideVod({ id: 1, name: '片', groups: noted }), naming).map(({ source }) => source)
    expect(names).toEqual(['量子 备用', '量子 yunmu', '量子 yunmu'])
    const [second] = episodesOf(provideVod({ id: 1, name: '片', groups }), { ...naming, suffix: '粤语' })
    expect(second?.source).toBe('量子云 粤语')
    expect([suffixOf(provideVod({ id: 7, name: '片 粤语' })), suffixOf(provideVod({ id: 7, name: '片' }))]).toEqual([
      '粤语',
      '#7',
    ])
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
