import fc from 'fast-check'
import { expect, test } from 'vitest'
import { channelAliases } from './channel-aliases.ts'
import { channelKey } from './index.ts'

test('[G04] a name without a letter or digit has no key, and any text is parsed without an error', () => {
  for (const nothing of ['', '   ', '——', '()', '\ud800']) expect(channelKey(nothing).length).toBeLessThanOrEqual(1)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(channelKey(name).isWellFormed()).toBe(true)
    }),
  )
})

test.each([
  ['CCTV5', 'CCTV5+'],
  ['CCTV1', 'CCTV10'],
  ['CCTV1', 'CCTV11'],
  ['CCTV4', 'CCTV4K'],
  ['CCTV8', 'CCTV8K'],
  ['CCTV4', 'CCTV4 欧洲'],
  ['CCTV4 (欧洲)', 'CCTV4 (美洲)'],
  ['湖南卫视', '湖北卫视'],
  ['陕西卫视', '山西卫视'],
  ['北京卫视', '北京电视台新闻频道'],
  ['凤凰中文', '凤凰资讯'],
  ['CGTN', 'CGTN 纪录'],
  ['TVBS', 'TVBS新闻台'],
  ['浦东电视台', '浦江电视台'],
])('[G04] %s and %s are different channels', (one, other) => {
  expect(channelKey(one)).not.toBe(channelKey(other))
})

test.each([
  [
    'CCTV-1 综合',
    ['CCTV1', 'cctv-1', 'ＣＣＴＶ１', 'CCTV 1 HD', 'CCTV1高清', '央视一套', '中央一台', 'CCTV-1综合 [1080p]'],
  ],
  [
    'CCTV-1 综合',
    [
      '中央电视台综合频道',
      'CCTV综合',
      'CCTV1.cn',
      'CCTV1.cn@SD',
      'CCTV-1 4K',
      '中央電視台一套',
      '央視綜合',
      'cctv1 (备用)',
    ],
  ],
  ['CCTV-2 财经', ['CCTV2', '央视二套', 'CCTV財經', 'CCTV-2 HEVC']],
  ['CCTV-4 中文国际', ['CCTV4', 'CCTV-4 (亚洲)', 'CCTV中文国际', '央视四套', 'CCTV-4中文國際 高清']],
  ['CCTV-4 中文国际 欧洲', ['CCTV4欧洲', 'CCTV-4 Europe', 'CCTV4歐洲']],
  ['CCTV-5+ 体育赛事', ['CCTV5+', 'CCTV5PLUS', 'CCTV-5＋', 'CCTV5+体育赛事高清', 'CCTV体育赛事', 'CCTV5加']],
  ['CCTV-13 新闻', ['CCTV13', '央视新闻', '中央十三套', 'CCTV新聞', 'CCTV 13 HD']],
  ['CCTV-16 奥林匹克', ['CCTV16', 'CCTV16 4K', 'CCTV奥林匹克']],
  ['CCTV-4K', ['CCTV4K', 'CCTV 4K 超高清', 'CCTV4K超高清']],
  ['CCTV风云足球', ['风云足球', 'CCTV-风云足球 HD', '風雲足球']],
  [
    '湖南卫视',
    [
      '湖南卫视HD',
      '湖南衛視',
      '湖南卫视 [高清]',
      'HunanTV.cn',
      'Hunan TV HD',
      'HunanTVHD',
      '湖南卫视 4K',
      '湖南卫视频道',
    ],
  ],
  ['东方卫视', ['上海东方卫视', '東方衛視', 'DragonTV.cn', '上海卫视高清']],
  ['海南卫视', ['旅游卫视', '海南旅遊衛視']],
  ['北京卫视', ['BTV北京卫视', 'BRTV北京卫视 高清', 'BTV-1']],
  ['内蒙古卫视', ['内蒙卫视', '內蒙古衛視HD']],
  ['翡翠台', ['TVB翡翠台', '無綫翡翠台'.replace('綫', '線'), 'Jade', 'TVB 翡翠']],
  ['凤凰中文', ['凤凰卫视中文台', '鳳凰衛視中文台', '凤凰卫视 中文 HD']],
  ['CETV-1 教育', ['CETV1', '中国教育电视台一套', '中国教育1台']],
  ['CGTN 纪录', ['CGTN Documentary', 'CGTN 記錄', 'CGTN纪录片']],
  ['台视', ['台視', '臺視', '台视 HD']],
  ['都市频道', ['都市', '都市 高清']],
])('[G04] %s has the same key as its other names', (name, others) => {
  expect(others.map((other) => [other, channelKey(other)])).toEqual(others.map((other) => [other, channelKey(name)]))
})

test('[G04] every alias of the table leads to a name that has no alias itself', () => {
  for (const [other, name] of channelAliases) expect([other, channelKey(other)]).toEqual([other, channelKey(name)])
  for (const name of new Set(channelAliases.values())) expect(channelKey(name)).toBe(name)
})
