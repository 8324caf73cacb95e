import { expect, test } from 'vitest'
import { navChildren } from './nav-children.ts'
import { navTree } from './nav-tree.ts'

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
const children = (key: string) => navChildren(key, navs, topCategories, texts)

test('[A02] an entry without a page is not in the navigation', () => {
  expect(navTree(navs, topCategories).map(({ label }) => label)).toEqual(['首页', '直播', '電視劇'])
  expect([children('index'), children('sports'), children('99')]).toEqual([[], [], []])
})

test('[A02] below live are the groups of channels and the overseas tags', () => {
  expect(children('live').map(({ label, to }) => [label, to])).toEqual([
    ['国内', '/guide?type=tv'],
    ['海外', '/guide?type=us'],
    ['新加坡', '/guide?type=sg'],
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
