import { expect, test } from 'vitest'
import { navAddresses, navTree, type NavAddresses } from './nav-tree.ts'

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
}
const topCategories = [{ id: 1, name: '电视剧', label: '電視劇', children: [{ id: 11, name: '悬疑', label: '懸疑' }] }]
const texts = { front: (name: string) => `${name}频道`, whole: (name: string) => `全部${name}` }

test('[A02] what leads nowhere does not stand in the navigation', () => {
  const tree = navTree(navs, topCategories, { texts, addresses: navAddresses })
  expect(tree.map(({ label }) => label)).toEqual(['首页', '直播', '電視劇'])
  expect(tree[1]?.children.map(({ label, to }) => [label, to])).toEqual([
    ['国内', '/guide?type=tv'],
    ['海外', '/guide?type=us'],
    ['新加坡', '/guide?type=sg'],
  ])
})

test('[A02] a category leads to its page, to all of it, and to what is below it, by its simplified name', () => {
  const [category] = navTree({ indexNavs: [], overseasTags: [] }, topCategories, { texts, addresses: navAddresses })
  expect(category?.to).toBe('/tabs/1')
  expect(category?.children.map(({ label }) => label)).toEqual(['電視劇频道', '全部電視劇', '懸疑'])
  expect(decodeURIComponent(category?.children[2]?.to ?? '')).toContain('/nav/悬疑/')
  expect(category?.names).toEqual(['1', '电视剧', '悬疑'])
})

test('[A02] where channels have pages, their groups and the overseas tags stand below them, and each has its own', () => {
  const addresses: NavAddresses = {
    fixed: { live: '/live', sports: '/match/single' },
    group: (mid) => (mid === 'domestic' ? null : `/live/${mid}`),
    tag: ({ type }) => `/live/overseas/${type}`,
  }
  const [live, sports] = navTree(navs, [], { texts, addresses })
  expect(live?.children.map(({ to }) => to)).toEqual(['/live/overseas', '/live/sports', '/live/overseas/sg'])
  expect(sports?.children).toEqual([])
})
