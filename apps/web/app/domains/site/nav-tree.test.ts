import { expect, test } from 'vitest'
import { navChildren } from './nav-children.ts'
import { isCurrent, navTree } from './nav-tree.ts'

const navs = {
  indexNavs: [
    { mid: 'index', name: '首页', children: [] },
    {
      mid: 'live',
      name: '直播',
      children: [
        { mid: 'domestic', name: '国内' },
        { mid: 'overseas', name: '海外' },
        { mid: 'sports', name: '体育' },
      ],
    },
    { mid: 'sports', name: '体育', children: [] },
  ],
  overseasTags: [{ id: 3, name: '新加坡', type: 'sg' }],
  vodTypes: [
    { id: 7, name: '体育', typeId: 7, typeName: '体育', typePid: 0, typeEn: 'tiyu', children: [] },
    { id: 9, name: '纪录片', typeId: 9, typeName: '纪录片', typePid: 0, typeEn: 'jilupian', children: [] },
  ],
}
const topCategories = [{ id: 1, name: '电视剧', label: '電視劇', children: [{ id: 11, name: '悬疑', label: '懸疑' }] }]
const texts = { front: (name: string) => `${name}频道`, whole: (name: string) => `全部${name}` }
const children = (key: string) => navChildren(key, navs, topCategories, texts)

test('[A02] an entry without a page is not in the navigation', () => {
  expect(navTree(navs, topCategories).map(({ label }) => label)).toEqual(['首页', '直播', '体育', '電視劇'])
  expect(navTree({ indexNavs: [{ mid: 'other', name: '其他', children: [] }] }, [])).toEqual([])
  expect([children('index'), children('sports'), children('99')]).toEqual([[], [], []])
})

test('[A02] below live are domestic and overseas channels, sports, and the overseas tags', () => {
  expect(children('live').map(({ label, to }) => [label, to])).toEqual([
    ['国内', '/guide?type=tv'],
    ['海外', '/guide?type=us'],
    ['体育', '/match/single'],
    ['新加坡', '/guide?type=sg'],
  ])
})

test('[A02] sports lead to the list of matches, whose pages belong to that entry, and while matches are off there is none', () => {
  const live = (given: typeof navs) =>
    navChildren('live', given, topCategories, texts).map(({ label, to }) => [label, to])
  const sports = navTree(navs, topCategories).find(({ key }) => key === 'sports')
  expect(sports).toMatchObject({ to: '/match/single' })
  expect(sports && isCurrent(sports, { pathname: '/match/play/1/0', type: '' })).toBe(true)
  expect(sports && isCurrent(sports, { pathname: '/guide', type: '' })).toBe(false)
  const withoutSports = navs.indexNavs.map((nav) => ({
    ...nav,
    children: nav.children.filter(({ mid }) => mid !== 'sports'),
  }))
  expect(live({ ...navs, indexNavs: withoutSports }).map(([label]) => label)).toEqual(['国内', '海外', '新加坡'])
})

test('[A02] a category of the name of the sports entry is below that entry, not beside it', () => {
  const sports = { id: 7, name: '体育', label: '体育', children: [] }
  const nodes = navTree(navs, [...topCategories, sports])
  expect(nodes.map(({ label }) => label)).toEqual(['首页', '直播', '体育', '電視劇'])
  expect(nodes.find(({ key }) => key === 'sports')?.names).toEqual(['7', '体育'])
  const links = navChildren('sports', navs, [...topCategories, sports], texts)
  expect(links.map(({ label, to }) => [label, decodeURIComponent(to).slice(0, 8)])).toEqual([
    ['体育频道', '/tabs/7'],
    ['全部体育', '/nav/体育/'],
  ])
})

test('[A02] a category links to its page, to its complete list, and to its children, by simplified name', () => {
  const [category] = navTree({ indexNavs: [] }, topCategories)
  expect(category).toMatchObject({ to: '/tabs/1', names: ['1', '电视剧', '悬疑'] })
  const links = children('1')
  expect(links.map(({ label }) => label)).toEqual(['電視劇频道', '全部電視劇', '懸疑'])
  expect(links[0]?.to).toBe('/tabs/1')
  expect(decodeURIComponent(links[2]?.to ?? '')).toContain('/nav/悬疑/')
})
