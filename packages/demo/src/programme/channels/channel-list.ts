import type { Anchor, DemoChannel } from './day-plan.ts'

const yunmu = { name: '云幕', overseas: false }
const satellite = { name: '卫视', overseas: false }
const abroad = { name: '海外', overseas: true }

/** A programme of a desk, which has its own film. */
const desk = (at: string, minutes: number, name: string, category: string, slug: string): Anchor => ({
  at,
  minutes,
  name,
  category,
  slug,
})

/** Episodes of a title, one after the other. */
const block = (at: string, episodes: number, name: string, category: string, slug: string): Anchor => ({
  at,
  episodes,
  name,
  category,
  slug,
})

const series = [
  'linjiang-road-9',
  'letters-from-fog-harbour',
  'north-isle-light',
  'pier-seven',
  'by-the-bridge',
  'lights-of-the-city',
  'south-window',
  'radio-monsoon',
]
const documentaries = [
  'under-the-deep-blue',
  'stove-chronicles',
  'camel-bell-road',
  'mountain-without-calendar',
  'the-listening-dish',
  'night-market-economics',
  'the-last-repairmen',
]
const films = [
  'salt-fields',
  'last-ferry',
  'red-umbrella',
  'beyond-orbit',
  'eve-of-first-frost',
  'waiting-room-14',
  'high-beam',
  'night-crossing',
  'minus-thirty',
  'all-our-losing-seasons',
  'moonlight-on-the-pass',
  'a-room-in-the-rain',
  'the-lodger-upstairs',
  'the-crossing-1987',
]
const animation = [
  'kite-and-summer',
  'ring-star-train',
  'paper-crane-post',
  'snow-day-duty',
  'the-whale-who-forgot',
  'under-the-old-moon',
  'little-lighthouse',
]
const variety = ['the-song-arrives', 'slow-train-diary', 'one-table', 'open-mic-alley', 'the-quiet-quiz']
const costume = ['blade-of-the-blue-cliff', 'zheliu-lane', 'lane-of-mist', 'solo']
const crime = ['songjiang-cold-case', 'songjiang-cold-case-2', 'the-ninth-day', 'between-the-tides']
const shorts = [
  'borrowed-tonight',
  'the-cook-of-cold-palace',
  'back-to-last-bus',
  'the-pawnshop-at-midnight',
  'two-tickets-to-june',
]
const plain = { aliases: [], tag: null, fillers: shorts }
/** Channels for children and of documentaries show no short dramas. */
const noFillers = { ...plain, fillers: [] }

/** The invented channels of the demonstration programme. */
export const demoChannels: readonly DemoChannel[] = [
  {
    ...plain,
    slug: 'yunmu-1',
    number: 1,
    name: '云幕一套',
    aliases: ['云幕综合', 'YUNMU-1'],
    group: yunmu,
    anchors: [
      desk('07:00', 60, '早安云幕', '新闻', 'news-desk'),
      desk('12:00', 30, '午间新闻', '新闻', 'news-desk'),
      desk('18:00', 30, '云幕新闻', '新闻', 'news-desk'),
      block('18:30', 2, '一日三餐', '生活', 'stove-chronicles'),
      desk('19:30', 40, '晚间焦点', '新闻', 'news-desk'),
    ],
    titles: [...series.slice(0, 4), ...documentaries.slice(0, 3)],
  },
  { ...plain, slug: 'yunmu-film', number: 2, name: '云幕电影', group: yunmu, anchors: [], titles: films },
  {
    ...plain,
    slug: 'yunmu-drama',
    number: 3,
    name: '云幕剧场',
    group: yunmu,
    anchors: [],
    titles: [...series, ...costume, ...crime],
  },
  {
    ...plain,
    slug: 'yunmu-sport',
    number: 4,
    name: '云幕体育',
    group: yunmu,
    anchors: [
      desk('18:30', 30, '体坛晚报', '体育', 'sports-desk'),
      desk('19:00', 40, '赛前四十分', '体育', 'sports-desk'),
      desk('22:00', 50, '赛后更衣室', '体育', 'sports-desk'),
    ],
    titles: ['added-time', 'fourth-quarter-town', 'black-ball', 'the-long-rally', 'all-our-losing-seasons'],
  },
  { ...noFillers, slug: 'yunmu-nature', number: 5, name: '云幕纪实', group: yunmu, anchors: [], titles: documentaries },
  {
    ...noFillers,
    slug: 'yunmu-kids',
    number: 6,
    name: '云幕少儿',
    group: yunmu,
    anchors: [
      block('17:30', 2, '小船长学堂', '少儿', 'little-lighthouse'),
      block('21:00', 4, '卡通夜', '少儿', 'ring-star-train'),
    ],
    titles: animation,
  },
  {
    ...plain,
    slug: 'jianghai',
    number: 21,
    name: '江海卫视',
    group: satellite,
    anchors: [desk('18:30', 30, '江海新闻', '新闻', 'news-desk')],
    titles: [...series.slice(2), ...variety.slice(0, 2)],
  },
  {
    ...plain,
    slug: 'lingnan',
    number: 22,
    name: '岭南卫视',
    group: satellite,
    anchors: [block('18:00', 3, '岭南好声音', '综艺', 'the-song-arrives')],
    titles: [...documentaries.slice(3), ...variety, ...costume.slice(0, 2)],
  },
  {
    ...plain,
    slug: 'gangdao',
    number: 51,
    name: '港岛明珠台',
    group: abroad,
    tag: {
      type: 'gangao',
      name: '港澳',
    },
    anchors: [desk('21:30', 30, '晚间报道', '新闻', 'news-desk')],
    titles: [...crime, 'letters-from-fog-harbour', 'a-room-in-the-rain'],
  },
  {
    ...plain,
    slug: 'yucheng',
    number: 52,
    name: '屿城综合',
    group: abroad,
    tag: {
      type: 'gangao',
      name: '港澳',
    },
    anchors: [desk('18:00', 30, '屿城六点', '新闻', 'news-desk')],
    titles: [...variety.slice(1), 'north-isle-light', 'between-the-tides'],
  },
  {
    ...plain,
    slug: 'shiwan',
    number: 61,
    name: '狮湾华语台',
    group: abroad,
    tag: {
      type: 'nanyang',
      name: '东南亚',
    },
    anchors: [desk('20:00', 40, '南风新闻', '新闻', 'news-desk')],
    titles: ['radio-monsoon', 'salt-fields', 'night-market-economics', 'last-ferry', 'one-table'],
  },
  {
    ...plain,
    slug: 'jinqiao',
    number: 71,
    name: '金桥中文台',
    group: abroad,
    tag: {
      type: 'beimei',
      name: '北美',
    },
    anchors: [desk('12:30', 30, '华埠一日', '新闻', 'news-desk')],
    titles: ['beyond-orbit', 'linjiang-road-9', 'slow-train-diary', 'the-listening-dish', 'minus-thirty'],
  },
]
